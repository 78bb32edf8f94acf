import { describe, expect, it } from 'vitest'
import { invitationIn, invitationLink, spanOf } from './club'

const day = (year: number, month: number, date: number): number => new Date(year, month - 1, date).getTime()

describe('an invitation', () => {
  it('stands behind the # of the link, which no server sees', () => {
    const token = 'Ab3_-'.repeat(8)
    expect(invitationIn(new URL(invitationLink('https://cards.example', token)).hash)).toBe(token)
    expect(invitationIn('')).toBeNull()
    expect(invitationIn('#<script>')).toBeNull()
  })
})

describe('a period', () => {
  it.each([
    ['month', day(2026, 1, 1), day(2026, 2, 1)],
    ['last_month', day(2025, 12, 1), day(2026, 1, 1)],
    ['year', day(2026, 1, 1), day(2027, 1, 1)],
    ['all', 0, day(2027, 1, 1)],
  ] as const)('%s goes by the calendar', (period, since, until) => {
    expect(spanOf(period, new Date(2026, 0, 15, 20, 30))).toEqual({ since, until })
  })
})
