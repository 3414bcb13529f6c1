/** Attacks on the streams of conversations: by ids of others, ids that are none, and stops that aren't theirs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatEvent } from '../contract/chat.ts'
import { makeHome, openChat, say, scriptedModel } from '../testing/chat.ts'

let home: ReturnType<typeof makeHome>
let open: ReturnType<typeof openChat>
let goOn: () => void
let ending: AbortController
/** Says its part at once, and the rest when it may go on. */
const start = (): void => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  goOn = () => {
    resolve(undefined)
  }
  const model = scriptedModel(async function* ({ messages, signal }) {
    const said = String(messages.at(-1)?.content)
    yield say(`about ${said}: `)
    if (said.includes('wait'))
      await Promise.race([
        promise,
        new Promise((end) => {
          signal.addEventListener('abort', end)
        }),
      ])
    for (const letter of 'done') yield say(letter)
  })
  open = openChat({ path: home.path, model, packages: [] })
}

beforeEach(() => {
  home = makeHome()
  ending = new AbortController()
  start()
})
afterEach(async () => {
  ending.abort()
  goOn()
  await open.close()
  home.remove()
})

/** What a stream tells, as it comes. */
const heard = (conversationId: string): ChatEvent[] => {
  const all: ChatEvent[] = []
  const reading = async (): Promise<void> => {
    for await (const event of open.chat.events({ conversationId, signal: ending.signal })) all.push(event)
  }
  void reading()
  return all
}
const notFound = expect.objectContaining({ code: 'conversation_not_found' }) as Error
const NONE = [
  '',
  ' ',
  '*',
  '%',
  'constructor',
  '__proto__',
  '../c',
  'null',
  '0',
  "' OR 1=1 --",
  '\0',
  '\u{202e}',
]

describe('the stream of one conversation', () => {
  it('tells nothing of another, whatever happens there', async () => {
    const mine = await open.ask('mine')
    const all = heard(mine.conversationId)
    const other = await open.ask('their secret')
    await open.ask('more of their secret', { conversationId: other.conversationId })
    const [asked] = open.chat.messages({ conversationId: other.conversationId, limit: 9 })
    const edited = open.chat.edit({ messageId: asked?.id ?? '', text: 'their edited secret' })
    await open.chat.finished(edited.turnId)
    const again = open.chat.regenerate({ messageId: open.answerOf(other.conversationId).id })
    await open.chat.finished(again.turnId)
    open.chat.showBranch(asked?.id ?? '')
    open.chat.rename({ id: other.conversationId, title: 'their secret title' })
    open.chat.configure({ id: other.conversationId, memory: false })
    open.chat.remove(other.conversationId, 'renderer')
    open.chat.rename({ id: mine.conversationId, title: 'my title' })
    await expect.poll(() => JSON.stringify(all)).toContain('my title')
    expect(JSON.stringify(all)).not.toContain('secret')
    expect(JSON.stringify(all)).not.toContain(other.conversationId)
  })

  it('that is resumed begins with what is written there, and nowhere else', async () => {
    const mine = open.chat.send({ text: 'wait, mine' })
    const other = open.chat.send({ text: 'wait, their secret' })
    await expect.poll(() => JSON.stringify(open.answerOf(other.conversationId))).toContain('about')
    const all = heard(mine.conversationId)
    await expect.poll(() => JSON.stringify(all)).toContain('about wait, mine')
    expect(JSON.stringify(all)).not.toContain('secret')
  })

  it('that is not read for long is merged into its own messages', async () => {
    const mine = await open.ask('mine')
    const stream = open.chat.events({ conversationId: mine.conversationId, signal: ending.signal })
    const reader = stream[Symbol.asyncIterator]()
    const other = await open.ask('their secret')
    for (let turn = 0; turn < 600; turn += 1) {
      const { conversationId } = turn % 2 === 0 ? mine : other
      open.chat.rename({
        id: conversationId,
        title: `${conversationId === mine.conversationId ? 'my' : 'secret'} ${String(turn)}`,
      })
    }
    const read: unknown[] = []
    for (let last = ''; !last.includes('my 598');) {
      const next: IteratorResult<unknown, unknown> = await reader.next()
      last = JSON.stringify(next.value)
      read.push(next.value)
    }
    expect(JSON.stringify(read)).not.toContain('secret')
  })

  it.each(NONE)('that does not exist tells nothing: %j', async (id) => {
    const all = heard(id)
    await open.ask('their secret')
    await new Promise((resolve) => setImmediate(resolve))
    expect(all).toEqual([])
    expect(() => open.chat.messages({ conversationId: id, limit: 9 })).toThrow(notFound)
    expect(() => open.chat.conversation(id)).toThrow(notFound)
    expect(() => open.chat.send({ conversationId: id, text: 'x' })).toThrow(notFound)
    expect(() => open.chat.rename({ id, title: 'x' })).toThrow(notFound)
    expect(() => {
      open.chat.remove(id, 'renderer')
    }).toThrow(notFound)
    expect(open.chat.conversations({ limit: 9 }).items).toHaveLength(1)
  })

  it('has no pages that lead into another', async () => {
    const mine = await open.ask('mine')
    const other = await open.ask('their secret')
    const before = open.answerOf(other.conversationId).id
    expect(() => open.chat.messages({ conversationId: mine.conversationId, limit: 9, before })).toThrow(
      expect.objectContaining({ code: 'message_not_found' }) as Error,
    )
  })
})

describe('a stop', () => {
  it.each(NONE)('of what does not exist stops nothing: %j', async (id) => {
    const { conversationId, turnId } = open.chat.send({ text: 'wait' })
    await expect(open.chat.stopIn(id)).rejects.toThrow(notFound)
    open.chat.stop(id)
    open.chat.stop(conversationId)
    goOn()
    await open.chat.finished(turnId)
    expect(open.answerOf(conversationId).status).toBe('complete')
  })

  it('of one conversation stops no turn of another', async () => {
    const mine = open.chat.send({ text: 'wait, mine' })
    const other = open.chat.send({ text: 'wait, theirs' })
    expect(await open.chat.stopIn(mine.conversationId)).toEqual([
      { conversationId: mine.conversationId, turnId: mine.turnId },
    ])
    open.chat.stop(mine.turnId)
    expect(open.answerOf(mine.conversationId).status).toBe('stopped')
    goOn()
    await open.chat.finished(other.turnId)
    expect(open.answerOf(other.conversationId).status).toBe('complete')
  })

  it.each<[string, (ids: { mine: string; asked: string; answer: string }) => unknown, string]>([
    [
      'another answer to a message of the user',
      ({ asked }) => open.chat.regenerate({ messageId: asked }),
      'message_cannot_be_redone',
    ],
    [
      'other words for an answer',
      ({ answer }) => open.chat.edit({ messageId: answer, text: 'x' }),
      'message_cannot_be_redone',
    ],
    [
      'a form that is none',
      ({ answer }) => open.chat.submitForm({ messageId: answer, index: 0, values: {} }),
      'form_not_open',
    ],
    [
      'a fact that was not proposed',
      ({ answer }) => open.chat.decideFact({ messageId: answer, index: 0, keep: true }),
      'fact_not_proposed',
    ],
    [
      'a part before the first',
      ({ answer }) => open.chat.decideFact({ messageId: answer, index: -1, keep: true }),
      'fact_not_proposed',
    ],
    ['a message that is none', () => open.chat.regenerate({ messageId: 'constructor' }), 'message_not_found'],
    ['a message by its conversation', ({ mine }) => open.chat.showBranch(mine), 'message_not_found'],
    ['a picture by its message', ({ asked }) => open.chat.attachment(asked), 'attachment_not_found'],
  ])('is not needed where nothing begins: %s', async (_what, attack, code) => {
    const { conversationId } = await open.ask('mine')
    const [asked, answer] = open.chat.messages({ conversationId, limit: 9 })
    const ids = { mine: conversationId, asked: asked?.id ?? '', answer: answer?.id ?? '' }
    await expect(Promise.resolve().then(() => attack(ids))).rejects.toMatchObject({ code })
    expect(open.chat.messages({ conversationId, limit: 9 })).toEqual([asked, answer])
    expect(open.memory.facts()).toEqual([])
  })
})
