import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome, openChat, partsOf, say, scriptedModel } from '../../testing/chat.ts'
import { coreObjectId, MEMORY_STORE } from '../../state/index.ts'
import { raised } from './importance.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 0, 10, 12)
const STORE = { schemaUri: MEMORY_STORE, id: coreObjectId(MEMORY_STORE) }

let home: ReturnType<typeof makeHome>
let now: number
let chat: ReturnType<typeof openChat>
const open = () =>
  openChat({ path: home.path, model: scriptedModel(() => [say('ok')]), now: () => new Date(now) })
beforeEach(() => {
  home = makeHome()
  now = START
  chat = open()
})
afterEach(async () => {
  await chat.close()
  home.remove()
})

/** A day on which Satchel is used, and purges, at a time that is confirmed. */
const pass = (days: number): void => {
  now += days * DAY
  chat.core.lifecycle.confirmClock()
  chat.core.lifecycle.purge()
}
const agree = async (text: string): Promise<void> => {
  const { answer } = await chat.ask(text)
  const index = answer.parts.findIndex(({ type }) => type === 'memory')
  chat.chat.decideFact({ messageId: answer.id, index, keep: true })
}
const values = (): string[] => chat.memory.facts().map(({ value }) => value)
const leavesIn = (value: string): number | null => {
  const fact = chat.memory.facts().find((one) => one.value === value)
  if (fact === undefined) throw new Error(`nothing is known of ${value}`)
  return fact.leavesAt === null ? null : Math.round((Date.parse(fact.leavesAt) - now) / DAY)
}

describe('how long a fact stays', () => {
  it('is unlimited if the owner asked for it, in words or on the Memory page', async () => {
    await chat.ask('remember that my sister is called Ann')
    chat.memory.remember({ value: 'I like tea', source: null, isAsked: true })
    expect([leavesIn('my sister is called Ann'), leavesIn('I like tea')]).toEqual([null, null])
    pass(4000)
    expect(values()).toHaveLength(2)
  })

  it('is two windows where it was proposed and agreed to, and a window where it has no importance', async () => {
    await agree('My name is Ann.')
    chat.core.update(chat.core.ownerAccess(MEMORY_STORE, 'internal'), {
      ...STORE,
      patch: {
        $set: {
          'items.low': { value: 'of a tool', importance: 0, createdAt: new Date(now).toISOString() },
        },
      },
    })
    expect([leavesIn('My name is Ann.'), leavesIn('of a tool')]).toEqual([180, 90])
    pass(91)
    expect(values()).toEqual(['My name is Ann.'])
    pass(90)
    expect(values()).toEqual([])
  })

  it('grows with its use, which is written down once a week, and only for what the message speaks of', async () => {
    await agree('My name is Ann.')
    await agree('I live in Oslo.')
    const changes = () => chat.core.history.changes(STORE).length
    const before = changes()
    for (let n = 0; n < 5; n++) await chat.ask('What is my name?')
    expect(changes()).toBe(before)
    pass(8)
    for (let n = 0; n < 5; n++) await chat.ask('What is my name?')
    expect(changes()).toBe(before + 1)
    expect([leavesIn('My name is Ann.'), leavesIn('I live in Oslo.')]).toEqual([300, 172])
    pass(173)
    expect(values()).toEqual(['My name is Ann.'])
    for (let week = 0; week < 20; week++) {
      pass(8)
      await chat.ask('What is my name?')
    }
    expect(chat.memory.facts()[0]?.importance).toBeLessThan(1)
    expect(leavesIn('My name is Ann.')).toBe(900)
  })

  it('is changed by hand, and asking for it again keeps it', async () => {
    await agree('My name is Ann.')
    const key = chat.memory.facts()[0]?.key ?? ''
    expect(chat.memory.pin({ key, pinned: true })).toMatchObject({ importance: 1, leavesAt: null })
    pass(400)
    expect(chat.memory.pin({ key, pinned: false })).toMatchObject({ importance: 0.5 })
    expect(leavesIn('My name is Ann.')).toBe(180)
    expect(chat.memory.remember({ value: 'My name is Ann.', source: null, isAsked: true })).toMatchObject({
      key,
      leavesAt: null,
    })
    expect(chat.memory.edit({ key, value: 'My name is Eve.' })).toMatchObject({ importance: 1 })
    expect(() => chat.memory.pin({ key: 'none', pinned: true })).toThrow(/fact_not_found/)
  })

  it('is known after a restart, and what left can be brought back and is kept', async () => {
    await agree('My name is Ann.')
    pass(181)
    expect(values()).toEqual([])
    const [eviction] = chat.core.history.changes(STORE)
    chat.core.history.revert({ target: { change: eviction?.hash ?? '' }, via: 'cli', dryRun: false })
    expect(leavesIn('My name is Ann.')).toBe(180)
    await chat.close()
    chat = open()
    pass(1)
    expect(leavesIn('My name is Ann.')).toBe(179)
    const { answer } = await chat.ask('What is my name?')
    expect(answer.context?.facts).toMatchObject([{ value: 'My name is Ann.' }])
    expect(partsOf(answer, 'memory')).toEqual([])
  })

  it('does not depend on a clock that is wrong for a session', async () => {
    await agree('My name is Ann.')
    chat.core.lifecycle.purge()
    now += 400 * DAY
    chat.core.lifecycle.purge()
    expect(values()).toEqual(['My name is Ann.'])
    now = 0
    await agree('I live in Oslo.')
    now = START + DAY
    chat.core.lifecycle.purge()
    pass(0)
    expect(values().sort()).toEqual(['I live in Oslo.', 'My name is Ann.'])
  })

  it('is bounded, however often a fact is used', () => {
    let importance = 0
    const seen: number[] = []
    for (let n = 0; n < 30; n++) seen.push((importance = raised(importance)))
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(importance).toBeLessThanOrEqual(0.9)
    expect(raised(0.95)).toBe(0.95)
  })
})
