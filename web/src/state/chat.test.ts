import { describe, expect, it } from 'vitest'
import { Chat, MOST_LINES, newLines, PHRASES, shownLines } from './chat'
import { memoryKeep } from './keep'
import type { ChatLine, ClientMessage } from './wire'

function line(number: number, speaker = 'ben', more: Partial<ChatLine> = {}): ChatLine {
  return { number, channel: 'table', seat: 1, speaker, name: 'Ben', phrase: null, text: `line ${number}`, said_ms: 0, ...more }
}

function made(keep = memoryKeep(), connected = true) {
  const sent: ClientMessage[] = []
  let ids = 0
  const chat = new Chat(
    'TABLE1',
    keep,
    () => `id-${(ids += 1)}`,
    (message) => {
      if (connected) sent.push(message)
      return connected
    },
    () => undefined,
  )
  chat.receive({ type: 'chat_log', you: 'ann', lines: [], blocked: [] })
  return { chat, sent }
}

describe('Chat', () => {
  it('adds lines and begins anew with a log', () => {
    const { chat } = made()
    chat.receive({ type: 'chat', line: line(1) })
    chat.receive({ type: 'chat', line: line(2, 'ann') })
    expect(chat.snapshot.lines.map(({ number }) => number)).toEqual([1, 2])
    expect(newLines(chat.snapshot, 0).map(({ number }) => number)).toEqual([1])
    chat.receive({ type: 'chat_log', you: 'ann', lines: [line(7)], blocked: [{ number: 3, name: 'Cid' }] })
    expect(chat.snapshot.lines.map(({ number }) => number)).toEqual([7])
    expect(chat.snapshot.blocked).toEqual([{ number: 3, name: 'Cid' }])
  })

  it('keeps a bounded number of lines', () => {
    const { chat } = made()
    for (let number = 1; number <= MOST_LINES + 5; number += 1) chat.receive({ type: 'chat', line: line(number) })
    expect(chat.snapshot.lines).toHaveLength(MOST_LINES)
    expect(chat.snapshot.lines[0]?.number).toBe(6)
  })

  it('gives a refused text back, and only its own refusals are its business', () => {
    const { chat, sent } = made()
    expect(chat.say({ text: 'well' }, null)).toBe(true)
    expect(sent).toEqual([{ type: 'say', id: 'id-1', text: 'well' }])
    expect(chat.receive({ type: 'refused', id: 'other', code: 'x', params: {}, legal: null })).toBe(false)
    expect(chat.receive({ type: 'refused', id: 'id-1', code: 'chat_too_fast', params: {}, legal: null })).toBe(true)
    expect(chat.snapshot).toMatchObject({ returned: 'well', refusal: { code: 'chat_too_fast' } })
    chat.say({ phrase: 'thanks' }, 'Ann')
    expect(sent[1]).toEqual({ type: 'say', id: 'id-2', phrase: 'thanks', name: 'Ann' })
    expect(chat.snapshot).toMatchObject({ returned: null, refusal: null })
  })

  it('says nothing without a connection', () => {
    const { chat, sent } = made(memoryKeep(), false)
    expect(chat.say({ text: 'well' }, null)).toBe(false)
    expect(sent).toEqual([])
  })

  it('mutes on this device, at this table, also after a new page', () => {
    const keep = memoryKeep()
    const { chat } = made(keep)
    for (const one of [line(1), line(2, 'cid')]) chat.receive({ type: 'chat', line: one })
    chat.mute(line(1))
    expect(shownLines(chat.snapshot).map(({ number }) => number)).toEqual([2])
    expect(newLines(chat.snapshot, 0).map(({ number }) => number)).toEqual([2])
    expect(chat.snapshot.done).toEqual({ what: 'mute', name: 'Ben' })
    const again = made(keep).chat
    expect(again.snapshot.muted).toEqual(['ben'])
    again.unmute('ben')
    expect(made(keep).chat.snapshot.muted).toEqual([])
    expect(keep.names()).toEqual([])
  })

  it('mutes whom the server cannot block', () => {
    const { chat } = made()
    chat.receive({ type: 'chat', line: line(1) })
    chat.block(line(1))
    chat.receive({ type: 'refused', id: 'id-1', code: 'cannot_block', params: {}, legal: null })
    expect(chat.snapshot).toMatchObject({ muted: ['ben'], refusal: null, done: { what: 'mute', name: 'Ben' } })
  })

  it('tells when the server has done what was asked', () => {
    const { chat, sent } = made()
    chat.block(line(4))
    expect(sent).toEqual([{ type: 'block', id: 'id-1', line: 4 }])
    expect(chat.receive({ type: 'acknowledged', id: 'id-1', version: 0 })).toBe(true)
    expect(chat.snapshot.done).toEqual({ what: 'block', name: 'Ben' })
    chat.report(line(4))
    chat.receive({ type: 'acknowledged', id: 'id-2', version: 0 })
    expect(chat.snapshot.done?.what).toBe('report')
    chat.unblock(9)
    expect(chat.receive({ type: 'acknowledged', id: 'id-3', version: 0 })).toBe(true)
    expect(chat.snapshot.done).toBeNull()
    chat.report(line(4))
    chat.lost()
    expect(chat.receive({ type: 'acknowledged', id: 'id-4', version: 0 })).toBe(false)
  })

  it('offers each phrase once', () => {
    expect(new Set(PHRASES).size).toBe(PHRASES.length)
  })
})
