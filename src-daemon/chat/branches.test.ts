import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  callTool,
  makeHome,
  memoryState,
  openChat,
  partsOf,
  say,
  scriptedModel,
  type Script,
  saidAlone,
} from '../testing/chat.ts'
import { textOf } from './core/transcript.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  home = makeHome()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  home.remove()
})

const start = (script: Script, more: Partial<Parameters<typeof openChat>[0]> = {}) => {
  const model = scriptedModel(script)
  const one = openChat({ path: home.path, model, ...more })
  opened.push(one)
  const seen = (conversationId: string) => one.chat.messages({ conversationId, limit: 50 }).map(textOf)
  /** What the model was told last, without the system prompt. */
  const told = () => (model.requests.at(-1)?.messages ?? []).slice(1).map(({ content }) => saidAlone(content))
  const regenerate = async (messageId: string) => {
    const { turnId } = one.chat.regenerate({ messageId })
    await one.chat.finished(turnId)
  }
  const edit = async (messageId: string, text: string) => {
    const { turnId } = one.chat.edit({ messageId, text })
    await one.chat.finished(turnId)
  }
  return { ...one, model, seen, told, regenerate, edit }
}

describe('an answer that is made again', () => {
  it('stands beside the first one, which stays reachable and out of the history', async () => {
    const { ask, chat, seen, told, regenerate } = start((_, step) => [say(`answer ${String(step)}`)])
    const { conversationId, answer } = await ask('hello there')
    await regenerate(answer.id)
    expect(seen(conversationId)).toEqual(['hello there', 'answer 1'])
    const [, again] = chat.messages({ conversationId, limit: 2 })
    expect(again?.siblings).toEqual([answer.id, again?.id])
    await ask('and then', { conversationId })
    expect(told()).toEqual(['hello there', 'answer 1', 'and then'])

    chat.showBranch(answer.id)
    expect(seen(conversationId)).toEqual(['hello there', 'answer 0'])
    await ask('another way', { conversationId })
    expect(told()).toEqual(['hello there', 'answer 0', 'another way'])
    // Back again: the branch is shown down to its newest end.
    chat.showBranch(again?.id ?? '')
    expect(seen(conversationId)).toEqual(['hello there', 'answer 1', 'and then', 'answer 2'])
  })

  it('names the first one’s changes, and undoes nothing automatically', async () => {
    const milk = { object: { title: 'Milk', body: 'buy milk' } }
    const memory = memoryState()
    const { ask, regenerate, answerOf } = start(
      (request) =>
        request.messages.at(-1)?.role === 'tool' ? [say('Saved.')] : [callTool('state__create', milk)],
      { memory },
    )
    const { conversationId, answer, turnId } = await ask('note milk')
    await regenerate(answer.id)
    const again = answerOf(conversationId)
    expect(partsOf(again, 'left_behind')[0]?.turns).toMatchObject([
      { turnId, changes: [{ objectId: memory.created[0]?.object.id }] },
    ])
    expect(memory.created).toHaveLength(2)
    expect(partsOf(again, 'route')[0]?.decision.capability).toBe('note')
  })

  it('goes on from a form with the same values', async () => {
    const memory = memoryState()
    const form = {
      type: 'form',
      tool: 'state__create',
      schema: { type: 'object' },
      values: { object: { title: 'Milk', body: 'two' } },
      missing: [],
    } as const
    const { ask, chat, regenerate, answerOf } = start(
      (request) => (request.messages.at(-1)?.role === 'tool' ? [say('Saved.')] : [form]),
      { memory },
    )
    const { conversationId, answer } = await ask('note Milk')
    const index = answer.parts.findIndex(({ type }) => type === 'form')
    const { turnId } = await chat.submitForm({ messageId: answer.id, index, values: {} })
    await chat.finished(turnId)
    await regenerate(answerOf(conversationId).id)
    expect(memory.created.map(({ object }) => object.object.body)).toEqual(['two', 'two'])
    expect(() => chat.regenerate({ messageId: 'nowhere' })).toThrow(/message_not_found/)
  })

  it('is asked of answers only, and one at a time', async () => {
    const { ask, chat } = start(() => [say('ok')])
    const { conversationId, answer } = await ask('hello')
    const [question] = chat.messages({ conversationId, limit: 2 })
    expect(() => chat.regenerate({ messageId: question?.id ?? '' })).toThrow(/message_cannot_be_redone/)
    expect(() => chat.edit({ messageId: answer.id, text: 'x' })).toThrow(/message_cannot_be_redone/)
    chat.regenerate({ messageId: answer.id })
    expect(() => chat.regenerate({ messageId: answer.id })).toThrow(/conversation_busy/)
    expect(() => chat.showBranch(answer.id)).toThrow(/conversation_busy/)
    expect(() => chat.edit({ messageId: question?.id ?? '', text: 'x' })).toThrow(/conversation_busy/)
  })
})

describe('a message in other words', () => {
  it('begins a branch of its own where the first one stood', async () => {
    const { ask, chat, seen, told, edit } = start((_, step) => [say(`answer ${String(step)}`)])
    const { conversationId } = await ask('one')
    await ask('two', { conversationId })
    const [first, , second] = chat.messages({ conversationId, limit: 10 })
    await edit(second?.id ?? '', 'two, differently')
    expect(seen(conversationId)).toEqual(['one', 'answer 0', 'two, differently', 'answer 2'])
    expect(told()).toEqual(['one', 'answer 0', 'two, differently'])
    await edit(first?.id ?? '', 'uno')
    expect(seen(conversationId)).toEqual(['uno', 'answer 3'])
    expect(
      chat.messages({ conversationId, limit: 1, before: chat.messages({ conversationId, limit: 1 })[0]?.id }),
    ).toMatchObject([{ siblings: [first?.id, expect.any(String)] }])
  })

  it('is answered by who was active then, not by who is now', async () => {
    const { ask, chat, edit } = start(() => [say('ok')])
    const { conversationId } = await ask('hello there')
    await ask('note milk', { conversationId })
    expect(chat.conversation(conversationId).activeCapability).toBe('note')
    const [first, answer] = chat.messages({ conversationId, limit: 10 })
    await edit(first?.id ?? '', 'hello again')
    expect(chat.conversation(conversationId).activeCapability).toBeNull()
    // And the branch that was left comes back with the capability it ended with.
    chat.showBranch(answer?.id ?? '')
    expect(chat.conversation(conversationId).activeCapability).toBe('note')
  })
})

describe('the tree', () => {
  it('survives a restart, and a removed conversation leaves nothing of it', async () => {
    const first = start((_, step) => [say(`answer ${String(step)}`)])
    const { conversationId, answer } = await first.ask('hello')
    await first.regenerate(answer.id)
    await opened.pop()?.close()
    const second = start(() => [say('later')])
    expect(second.seen(conversationId)).toEqual(['hello', 'answer 1'])
    second.chat.showBranch(answer.id)
    expect(second.seen(conversationId)).toEqual(['hello', 'answer 0'])
    second.chat.remove(conversationId, 'renderer')
    expect(second.db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 0 })
  })

  it('of a very long conversation is read page by page, and removed', () => {
    const { chat, db } = start(() => [])
    const at = '2026-01-01T00:00:00.000Z'
    db.transaction(() => {
      db.prepare(
        "INSERT INTO conversations (id, title, created_at, updated_at, stack, head_id) VALUES ('c', '', ?, ?, '[]', 'm4999')",
      ).run(at, at)
      const insert = db.prepare(
        `INSERT INTO messages (id, conversation_id, seq, turn_id, role, status, created_at, parts, parent_id)
         VALUES (?, 'c', ?, 't', 'user', 'complete', ?, '[]', ?)`,
      )
      for (let n = 0; n < 5000; n += 1)
        insert.run(`m${String(n)}`, n, at, n === 0 ? null : `m${String(n - 1)}`)
    })()
    let read = 0
    for (let before: string | undefined; ;) {
      const page = chat.messages({ conversationId: 'c', limit: 500, before })
      read += page.length
      before = page[0]?.id
      if (page.length < 500 || before === 'm0') break
    }
    expect(read).toBe(5000)
    chat.remove('c', 'renderer')
    expect(db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 0 })
  })
})

describe('a conversation of its own model', () => {
  it('is answered by it from then on, and another one is not', async () => {
    const asked: (string | undefined)[] = []
    const model = scriptedModel(() => [say('ok')])
    const one = openChat({ path: home.path, model, resolve: (preferred) => asked.push(preferred) })
    opened.push(one)
    const { conversationId } = await one.ask('hello')
    expect(one.chat.configure({ id: conversationId, model: 'ollama:qwen' }).model).toBe('ollama:qwen')
    await one.ask('and now', { conversationId })
    await one.ask('elsewhere')
    one.chat.configure({ id: conversationId, model: null })
    await one.ask('again', { conversationId })
    expect(asked).toEqual([undefined, 'ollama:qwen', undefined, undefined])
  })
})
