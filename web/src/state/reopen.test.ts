import { describe, expect, it } from 'vitest'
import { memoryKeep } from './keep'
import { rememberTable, reopened } from './reopen'

describe('opening the application again', () => {
  it('leads to the table at which this device plays', () => {
    const keep = memoryKeep()
    expect(reopened(keep, '?app')).toBeNull()
    rememberTable(keep, 'ABCDEF', true)
    expect(reopened(keep, '?app')).toBe('/t/ABCDEF')
  })

  it('stays at the first screen when that was asked for', () => {
    const keep = memoryKeep()
    rememberTable(keep, 'ABCDEF', true)
    expect(reopened(keep, '')).toBeNull()
  })

  it('forgets a table at which it plays no more, and no other', () => {
    const keep = memoryKeep()
    rememberTable(keep, 'ABCDEF', true)
    rememberTable(keep, 'OTHERS', false)
    expect(reopened(keep, '?app')).toBe('/t/ABCDEF')
    rememberTable(keep, 'ABCDEF', false)
    expect(reopened(keep, '?app')).toBeNull()
  })

  it('goes nowhere with what is no code', () => {
    const keep = memoryKeep()
    keep.write('table', '//elsewhere.example')
    expect(reopened(keep, '?app')).toBeNull()
  })
})
