import { describe, expect, it } from 'vitest'
import { createTable, listGames, playNow, RequestProblem } from './api'
import { guestIdentity } from './guest'
import { memoryKeep } from './keep'
import { readRoute, tablePath } from './route'
import { invitation, keepSeat, leaveSeat, readCode, seatLink, seatToken, tokenInFragment } from './seats'
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './settings'
import { changedOptions, newSetup, onlyBots, tableRequest, withOthers, withPreset, withSeat } from './setup'
import type { GameInfo } from './wire'

const PINOCHLE: GameInfo = {
  name: 'pinochle',
  seat_counts: [4],
  options: [],
  presets: { original: { minimum_bid: 10, seconds: 60 }, club: { minimum_bid: 100, seconds: 60 } },
  levels: ['random', 'novice', 'club'],
}
const MATE: GameInfo = {
  name: 'mate',
  seat_counts: [2],
  options: [],
  presets: { original: { foreplacing: true, games: 4 } },
  levels: ['novice', 'expert'],
}

const GUEST = 'g'.repeat(48)

describe('seats', () => {
  it('keeps and forgets a token for each table', () => {
    const keep = memoryKeep()
    keepSeat(keep, 'TABLE1', 'a'.repeat(43))
    expect(seatToken(keep, 'TABLE1')).toBe('a'.repeat(43))
    expect(seatToken(keep, 'TABLE2')).toBeNull()
    leaveSeat(keep, 'TABLE1')
    expect(seatToken(keep, 'TABLE1')).toBeNull()
  })

  it('brings a seat to another device in the fragment', () => {
    const link = seatLink('https://cards.example', 'TABLE1', 'Abc_-'.repeat(8))
    expect(tokenInFragment(new URL(link).hash)).toBe('Abc_-'.repeat(8))
    expect(link.startsWith(invitation('https://cards.example', 'TABLE1'))).toBe(true)
    expect(tokenInFragment('#seat=<script>')).toBeNull()
    expect(tokenInFragment('')).toBeNull()
  })

  it.each([
    ['k7mq2x', 'K7MQ2X'],
    [' K7MQ2X ', 'K7MQ2X'],
    ['https://cards.example/t/K7MQ2X#seat=abc', 'K7MQ2X'],
    ['K7', null],
    ['not a code', null],
  ])('reads the code in %j', (text, code) => {
    expect(readCode(text)).toBe(code)
  })
})

describe('the guest identity', () => {
  it('is drawn once and kept', () => {
    const keep = memoryKeep()
    const guest = guestIdentity(keep)
    expect(guest).toMatch(/^[A-Za-z0-9_-]{32,64}$/)
    expect(guestIdentity(keep)).toBe(guest)
    expect(guestIdentity(memoryKeep())).not.toBe(guest)
  })

  it('is drawn anew where what is kept is none', () => {
    const keep = memoryKeep()
    keep.write('guest', 'short')
    expect(guestIdentity(keep)).toMatch(/^[A-Za-z0-9_-]{32,64}$/)
  })
})

describe('route', () => {
  it('reads what it writes', () => {
    expect(readRoute(tablePath('K7MQ2X'))).toEqual({ screen: 'table', code: 'K7MQ2X' })
    expect(readRoute('/')).toEqual({ screen: 'home' })
    expect(readRoute('/t/')).toEqual({ screen: 'nowhere' })
    expect(readRoute('/t/a/b')).toEqual({ screen: 'nowhere' })
    expect(readRoute('/scorer')).toEqual({ screen: 'scorer', sheet: null })
    expect(readRoute('/scorer/mi2c7wxk')).toEqual({ screen: 'scorer', sheet: 'mi2c7wxk' })
    expect(readRoute('/scorer/a/b')).toEqual({ screen: 'nowhere' })
  })
})

describe('settings', () => {
  it('are read as they were written', () => {
    const keep = memoryKeep()
    const settings = { ...DEFAULT_SETTINGS, theme: 'dark', oneTap: true, name: 'Ada' } as const
    writeSettings(keep, settings)
    expect(readSettings(keep)).toEqual(settings)
  })

  it.each(['', 'nonsense', '[]', 'null', '{"theme":"pink","oneTap":"yes","name":7}'])('survive %j', (text) => {
    const keep = memoryKeep()
    keep.write('settings', text)
    expect(readSettings(keep)).toEqual(DEFAULT_SETTINGS)
  })
})

describe('setup', () => {
  it('offers a game alone against the club bots', () => {
    const setup = newSetup(PINOCHLE)
    expect(setup.seats.map(({ kind }) => kind)).toEqual(['me', 'bot', 'bot', 'bot'])
    expect(setup.seats[1]?.level).toBe('club')
    expect(newSetup(MATE).seats[1]?.level).toBe('expert')
  })

  it('has one me at most', () => {
    const moved = withSeat(newSetup(PINOCHLE), 2, { kind: 'me', level: 'club' })
    expect(moved.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot', 'me', 'bot'])
    const watching = withSeat(moved, 2, { kind: 'bot', level: 'novice' })
    expect(watching.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot', 'bot', 'bot'])
  })

  it('sends only the options that differ from the preset', () => {
    const club = withPreset(newSetup(PINOCHLE), PINOCHLE, 'club')
    expect(changedOptions(club, PINOCHLE)).toEqual({})
    expect(changedOptions({ ...club, options: { ...club.options, minimum_bid: 150 } }, PINOCHLE)).toEqual({ minimum_bid: 150 })
  })

  it('plays without a clock only when nobody else is a person', () => {
    const setup = { ...newSetup(PINOCHLE), pace: 'none' as const }
    expect(tableRequest(setup, PINOCHLE, 'Ada', GUEST).clock).toBe(false)
    const friends = withOthers(setup, 'person')
    expect(onlyBots(friends)).toBe(false)
    expect(tableRequest(friends, PINOCHLE, 'Ada', GUEST).clock).toBe(true)
  })
})

describe('api', () => {
  const answer = (status: number, body: string) => async () => new Response(body, { status })

  it('gives what the server gives', async () => {
    expect(await listGames(answer(200, '[]'))).toEqual([])
  })

  it('asks to play now', async () => {
    const asked: unknown[] = []
    const wish = { game: 'mate', name: 'Ada', guest: GUEST }
    const taken = { table: 'TABLE1', seat: 1, token: 'a'.repeat(43) }
    const send = async (address: string, init?: RequestInit): Promise<Response> => {
      asked.push(address, init?.method, JSON.parse(init?.body as string))
      return new Response(JSON.stringify(taken), { status: 201 })
    }
    expect(await playNow(send, wish)).toEqual(taken)
    expect(asked).toEqual(['/api/play', 'POST', wish])
  })

  it('throws the problem that the server names', async () => {
    const request = tableRequest(newSetup(MATE), MATE, 'Ada', GUEST)
    const problem = createTable(answer(400, '{"code":"bad_name","params":{"longest":24}}'), request)
    await expect(problem).rejects.toMatchObject({ code: 'bad_name', params: { longest: 24 } })
  })

  it('says that there is no connection', async () => {
    const offline = async (): Promise<Response> => {
      throw new TypeError('failed to fetch')
    }
    await expect(listGames(offline)).rejects.toEqual(new RequestProblem('no_connection'))
    await expect(listGames(answer(502, '<html>'))).rejects.toMatchObject({ code: 'no_connection' })
  })
})
