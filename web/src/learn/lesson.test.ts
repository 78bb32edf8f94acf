import { expect, test } from 'vitest'
import { memoryKeep } from '../state/keep'
import { readRoute } from '../state/route'
import { isAsked, positionAt, wordOn, type Lesson, type Step } from './lesson'
import { readProgress, writeProgress } from './progress'

const PLAIN: Omit<Step, 'name'> = { title: ['t'], text: [], wrong: [], choices: [], right: 0 }
const LESSON: Lesson = {
  seat: 0,
  seats: 2,
  pack: 'french',
  hands: [['AS', 'KS', '7H'], ['QS', '10D', 'AC']],
  steps: [
    { ...PLAIN, name: 'place', verb: 'place', ask: ['7H'], wrong: [['other']] },
    { ...PLAIN, name: 'lead', moves: ['1 place -'], ask: ['AS'], wrong: [['other']] },
    { ...PLAIN, name: 'again', moves: ['1 play QS'], ask: ['KS'], wrong: [['not allowed'], ['other']], legal: ['KS', 'AC'] },
  ],
}

test('the table is what the moves and answers so far have made it', () => {
  expect(positionAt(LESSON, 0, false).hands[0]).toEqual(['AS', 'KS', '7H'])
  expect(positionAt(LESSON, 0, true)).toEqual({ hands: [['AS', 'KS'], ['QS', '10D', 'AC']], table: [], aside: [{ seat: 0, cards: ['7H'] }], friends: [] })
  expect(positionAt(LESSON, 2, false).table).toEqual([{ seat: 0, cards: ['AS'] }, { seat: 1, cards: ['QS'] }])
  // A whole trick gives way to the next one.
  expect(positionAt(LESSON, 2, true)).toMatchObject({ table: [{ seat: 0, cards: ['KS'] }], hands: [[], ['10D', 'AC']] })
})

test('a hand that has changed is shown as the step has it, and friends stay known', () => {
  const lesson: Lesson = {
    ...LESSON,
    hands: [['AS', '7H'], null],
    steps: [
      { ...PLAIN, name: 'base', hand: ['AS', 'KS', '9S', '7H'], verb: 'bury', ask: ['7H', '9S'] },
      { ...PLAIN, name: 'friend', friends: [1] },
      { ...PLAIN, name: 'throw', moves: ['1 play QS QS + 10S', '1 leads QS QS'] },
    ],
  }
  expect(positionAt(lesson, 0, false).hands[0]).toEqual(['AS', 'KS', '9S', '7H'])
  expect(positionAt(lesson, 0, true).hands[0]).toEqual(['AS', 'KS'])
  // Of a rejected throw the table shows what is led.
  expect(positionAt(lesson, 2, false)).toMatchObject({ friends: [1], table: [{ seat: 1, cards: ['QS', 'QS'] }] })
})

test('a wrong card is told whether it may be played', () => {
  const step = LESSON.steps[2]
  if (step === undefined) throw new Error('the lesson has three steps')
  expect([wordOn(step, 'KS'), wordOn(step, 'AC'), wordOn(step, '7H')]).toEqual([null, ['other'], ['not allowed']])
  expect([isAsked(step, ['KS']), isAsked(step, [])]).toEqual([true, false])
})

test('progress is kept, but not that of another version of the lesson', () => {
  const keep = memoryKeep()
  expect(readProgress(keep, 'mate', 16)).toBe(0)
  writeProgress(keep, 'mate', 5, 16)
  expect([readProgress(keep, 'mate', 16), readProgress(keep, 'mate', 17), readProgress(keep, 'tarot', 16)]).toEqual([5, 0, 0])
})

test('pages and lessons have addresses', () => {
  expect(readRoute('/rules/mate')).toEqual({ screen: 'rules', game: 'mate' })
  expect(readRoute('/learn/tarot/')).toEqual({ screen: 'learn', game: 'tarot' })
  expect(readRoute('/learn/chess')).toEqual({ screen: 'nowhere' })
})
