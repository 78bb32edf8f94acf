/** Sheets on the device: kept, read again, mended, and what is no sheet left alone. */
import { describe, expect, test } from 'vitest'
import { memoryKeep } from '../state/keep'
import type { MateEntry } from './mate'
import { freshEntry, standingOf } from './scorers'
import { forgetSheet, newSheet, presetOptions, presetsOf, readSheet, readSheets, withDeal, withoutDeal, writeSheet, type Sheet } from './sheets'

const MATE: MateEntry = { winner: 0, card: 'AS', trick: 5, placed: [false, true] }

function mate(now = 1_800_000_000_000): Sheet {
  return newSheet(now, { game: 'mate', names: ['Ann', null], preset: 'original', options: presetOptions('mate', 'original'), dealer: 1 })
}

describe('sheets', () => {
  test('are kept and read again, the latest first', () => {
    const keep = memoryKeep()
    const first = withDeal(mate(), 0, MATE)
    const second = { ...mate(1_800_000_000_001), draft: { index: 0, entry: { ...freshEntry(mate()), winner: 1 } } }
    writeSheet(keep, first)
    writeSheet(keep, second)
    expect(readSheet(keep, first.id)).toEqual(first)
    expect(readSheets(keep)).toEqual([second, first])
    forgetSheet(keep, second.id)
    expect(readSheets(keep)).toEqual([first])
  })

  test('are scored anew when a deal is changed or removed', () => {
    const two = withDeal(withDeal(mate(), 0, MATE), 1, { ...MATE, winner: 1 })
    expect(standingOf(two)).toMatchObject({ totals: [55, 66], dealer: 0, places: null })
    expect(standingOf(withDeal(two, 0, { ...MATE, trick: 10 })).totals).toEqual([110, 66])
    expect(standingOf(withoutDeal(two, 0)).totals).toEqual([0, 66])
  })

  test('are over when somebody gives up, or by the rules', () => {
    expect(standingOf({ ...mate(), gaveUp: 0 }).places).toEqual([2, 1])
    const pairs = newSheet(0, { game: 'pinochle', names: [null, null, null, null], preset: 'club', options: presetOptions('pinochle', 'club'), dealer: 0 })
    expect(standingOf({ ...pairs, gaveUp: 3 }).places).toEqual([1, 3, 1, 3])
    const whole = [0, 1, 2, 3].reduce((sheet, index) => withDeal(sheet, index, MATE), mate())
    expect(standingOf({ ...whole, gaveUp: 0 })).toMatchObject({ totals: [220, 0], places: [1, 2], dealer: null })
  })

  test('every preset has its options', () => {
    expect(presetsOf('pinochle')).toEqual(['original', 'club'])
    expect(presetOptions('pinochle', 'club')).toMatchObject({ minimum_bid: 100, trick_needed_for_melds: true })
    expect(presetOptions('friends', 'classic')).toMatchObject({ match_end: 'dealer_at_ace', clamp_points: true })
  })

  test.each([
    ['no text of ours', '{'],
    ['no sheet', '7'],
    ['no game', JSON.stringify({ ...mate(), game: 'chess' })],
    ['too many players', JSON.stringify({ ...mate(), names: ['Ann', 'Ben', 'Cleo'] })],
    ['no preset', JSON.stringify({ ...mate(), preset: 'house' })],
    ['no deals', JSON.stringify({ ...mate(), deals: null })],
  ])('what is kept may be %s', (_, text) => {
    const keep = memoryKeep()
    keep.write('scorer.abcdefgh', text)
    expect(readSheet(keep, 'abcdefgh')).toBeNull()
    expect(readSheets(keep)).toEqual([])
  })

  test('a deal that cannot be ends what is read, an entry that cannot be is forgotten', () => {
    const keep = memoryKeep()
    const sheet = mate()
    writeSheet(keep, { ...sheet, deals: [MATE, { ...MATE, trick: null }, MATE], draft: { index: 9, entry: {} } })
    expect(readSheet(keep, sheet.id)).toEqual({ ...sheet, deals: [MATE] })
  })
})
