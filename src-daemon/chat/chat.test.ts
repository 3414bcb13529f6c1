import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LanguageModel } from '../models/types.ts'
import { createChatEvents } from './events.ts'
import { applyEvents } from '../testing/applied-events.ts'
import {
  callTool,
  makeHome,
  memoryState,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  type Script,
} from '../testing/chat.ts'
import { pickSuggestions } from './suggestions.ts'
import { titleOf } from './title.ts'
import type { ChatEvent, Message } from '../contract/chat.ts'

const milk = { object: { title: 'Milk', body: 'buy milk tomorrow' } }

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

const start = (model: LanguageModel | Script, more: Partial<Parameters<typeof openChat>[0]> = {}) => {
  const one = openChat({
    path: home.path,
    model: typeof model === 'function' ? scriptedModel(model) : model,
    ...more,
  })
  opened.push(one)
  return one
}

/** Ends without a word, as SIGKILL does: nothing that is still to be written gets written. */
const crash = (one: ReturnType<typeof openChat>): void => {
  opened = opened.filter((other) => other !== one)
  one.db.close()
}

describe('a crash in the middle of a turn', () => {
  it('leaves no work behind that wants the database', async () => {
    const uncaught: unknown[] = []
    const listen = (thrown: unknown) => uncaught.push(thrown)
    process.once('uncaughtException', listen)
    crash(start(() => []))
    // Longer than the pause before older messages are indexed.
    await new Promise((resolve) => setTimeout(resolve, 120))
    process.off('uncaughtException', listen)
    expect(uncaught).toEqual([])
  })

  it('keeps what was said and done, marks the turn stopped, and runs nothing again', async () => {
    const memory = memoryState()
    const first = start(
      async function* (_, step) {
        if (step === 0) yield callTool('state__create', milk)
        else {
          yield say('Saved, and')
          await new Promise(() => undefined)
        }
      },
      { memory },
    )
    const { conversationId } = first.chat.send({ text: 'note milk' })
    await expect.poll(() => stored(first.db, conversationId).includes('Saved, and')).toBe(true)
    crash(first)

    const second = start(() => [say('Hello.')], { memory })
    const answer = second.answerOf(conversationId)
    expect(answer.status).toBe('stopped')
    expect(answer.parts.map(({ type }) => type)).toEqual(['route', 'tool', 'text', 'notice'])
    expect(partsOf(answer, 'tool')[0]?.status).toBe('ok')
    expect(memory.created).toHaveLength(1)
    expect((await second.ask('hello', { conversationId })).answer.status).toBe('complete')
  })

  it('settles a call that was under way: stopped, or finished when the log knows its result', async () => {
    const first = start(() => [callTool('state__create', milk)])
    const { conversationId, answer } = await first.ask('note milk')
    const [tool] = partsOf(answer, 'tool')
    const running = { ...tool, status: 'running', output: null, changes: [] }
    const lost = { ...running, callId: 'never-finished' }
    first.db
      .prepare("UPDATE messages SET status = 'streaming', parts = ? WHERE id = ?")
      .run(JSON.stringify([running, lost]), answer.id)
    crash(first)

    const settled = start(() => []).answerOf(conversationId)
    expect(partsOf(settled, 'tool')).toMatchObject([
      { status: 'ok', changes: [{ kind: 'create' }] },
      { status: 'stopped' },
    ])
  })
})

describe('closing', () => {
  it('stops running turns, stores them, and accepts no more', async () => {
    const one = openChat({
      path: home.path,
      model: scriptedModel(async function* () {
        yield say('Once')
        await new Promise(() => undefined)
      }),
    })
    const { conversationId } = one.chat.send({ text: 'tell me a story' })
    await expect.poll(() => partsOf(one.answerOf(conversationId), 'text')).toHaveLength(1)
    await one.close()
    expect(() => one.chat.send({ text: 'more' })).toThrow(/shutting_down/)
    const answer = start(() => []).answerOf(conversationId)
    expect(answer).toMatchObject({ status: 'stopped' })
    expect(partsOf(answer, 'text')[0]?.text).toBe('Once')
  })
})

describe('conversations', () => {
  it('are listed by last use, page by page, each once', async () => {
    const { chat, ask } = start(() => [say('ok')])
    const ids: string[] = []
    for (const n of [1, 2, 3, 4, 5]) ids.unshift((await ask(`hello number ${String(n)}`)).conversationId)
    const first = chat.conversations({ limit: 2 })
    const second = chat.conversations({ limit: 2, cursor: first.cursor ?? '' })
    const third = chat.conversations({ limit: 2, cursor: second.cursor ?? '' })
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids)
    expect(third.cursor).toBeNull()
    expect(() => chat.conversations({ limit: 2, cursor: 'x' })).toThrow(/invalid_request/)
  })

  it('page in no time when there are 10,000', () => {
    const { chat, db } = start(() => [])
    db.transaction(() => {
      const insert = db.prepare(
        "INSERT INTO conversations (id, title, created_at, updated_at, stack, head_id) VALUES (?, ?, ?, ?, ?, 'm')",
      )
      for (let n = 0; n < 10_000; n += 1) {
        const at = new Date(1_700_000_000_000 + Math.floor(n / 3)).toISOString()
        insert.run(`id-${String(n).padStart(5, '0')}`, 'title', at, at, '[]')
      }
    })()
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const page = chat.conversations({ limit: 200, ...(cursor === null ? {} : { cursor }) })
      for (const { id } of page.items) seen.add(id)
      cursor = page.cursor
    } while (cursor !== null)
    expect(seen.size).toBe(10_000)
    const plan = db
      .prepare(
        'EXPLAIN QUERY PLAN SELECT id FROM conversations WHERE archived = 0 AND pinned = 0 AND (updated_at, id) < (?, ?) ORDER BY updated_at DESC, id DESC',
      )
      .all('a', 'b')
    expect(JSON.stringify(plan)).toContain('conversations_by_update')
    expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE')
  })

  it('are renamed and removed with all they hold', async () => {
    const { chat, ask, db } = start(() => [say('ok')])
    const { conversationId } = await ask('hello there')
    expect(chat.rename({ id: conversationId, title: '  Greetings ' }).title).toBe('Greetings')
    chat.remove(conversationId, 'renderer')
    expect(() => chat.conversation(conversationId)).toThrow(/conversation_not_found/)
    expect(() => chat.messages({ conversationId, limit: 1 })).toThrow(/conversation_not_found/)
    expect(db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 0 })
  })
})

describe('messages', () => {
  it('page backwards, oldest first', async () => {
    const { chat, ask } = start(() => [say('ok')])
    const { conversationId } = await ask('one')
    await ask('two', { conversationId })
    const all = chat.messages({ conversationId, limit: 10 })
    expect(all.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const newest = chat.messages({ conversationId, limit: 2 })
    expect(newest).toEqual(all.slice(2))
    expect(chat.messages({ conversationId, limit: 2, before: newest[0]?.id })).toEqual(all.slice(0, 2))
  })

  it('are refused if there is nothing to answer, or an answer is in progress', () => {
    const { chat } = start(() => [say('ok')])
    expect(() => chat.send({ text: ' \n' })).toThrow(/invalid_request/)
    expect(() => chat.send({ text: 'hi', conversationId: 'nowhere' })).toThrow(/conversation_not_found/)
    expect(() => chat.send({ text: 'hi', capability: 'nobody' })).toThrow(/capability_not_installed/)
    const { conversationId } = chat.send({ text: 'hi' })
    expect(() => chat.send({ text: 'and', conversationId })).toThrow(/conversation_busy/)
  })

  it('take the approvals with them that are bound to their conversation', async () => {
    const pages = packageOf('note', note.triggers, ['state.create'], {
      tools: [{ name: 'fetch_page', description: 'fetch', parameters: { type: 'object' } }],
      bindings: { fetch_page: { type: 'http_get', url: 'https://example.org/' } },
    })
    const { chat, ask, capabilities } = start(
      (_, step) => [step === 0 ? callTool('fetch_page', {}) : say('ok')],
      {
        packages: [pages],
        runHttp: () => Promise.resolve({}),
        answer: () => ({ decision: 'allow', scope: 'tool', pattern: null, until: 'conversation' }),
      },
    )
    const { conversationId } = await ask('note this page')
    expect(capabilities.approvals.list({ ended: true })).toMatchObject([{ conversationId, state: 'active' }])
    chat.remove(conversationId, 'renderer')
    expect(capabilities.approvals.list({ ended: true })).toEqual([])
  })

  it('may be removed while they are written', async () => {
    const { chat } = start(async function* () {
      yield say('Once')
      await new Promise(() => undefined)
    })
    const { conversationId, turnId } = chat.send({ text: 'tell me a story' })
    await expect.poll(() => JSON.stringify(chat.messages({ conversationId, limit: 5 }))).toContain('Once')
    chat.remove(conversationId, 'renderer')
    await chat.finished(turnId)
    expect(chat.conversations({ limit: 5 }).items).toEqual([])
  })
})

describe('events', () => {
  it('build the very message that is stored, wherever a client comes in', async () => {
    const { chat, answerOf } = start((_, step) =>
      step === 0 ? [callTool('state__create', milk)] : [say('Saved'), say(' as'), say(' a note.')],
    )
    const early = collect(chat.events({ signal: AbortSignal.timeout(2000) }))
    const { conversationId, turnId } = chat.send({ text: 'note milk' })
    const late = collect(chat.events({ conversationId, signal: AbortSignal.timeout(2000) }))
    await chat.finished(turnId)
    const stored = answerOf(conversationId)
    for (const seen of [early, late]) {
      await expect.poll(() => applyEvents(seen, stored.id)).toEqual(stored)
    }
  })

  it('of one conversation are not told to those who follow another', async () => {
    const { chat, ask } = start(() => [say('ok')])
    const { conversationId } = await ask('one')
    const seen = collect(chat.events({ conversationId, signal: AbortSignal.timeout(2000) }))
    await ask('two')
    await ask('three', { conversationId })
    await expect
      .poll(() => seen.some((event) => event.type === 'message' && event.message.status === 'complete'))
      .toBe(true)
    expect(new Set(seen.map(conversationOf))).toEqual(new Set([conversationId]))
  })

  it('end with their signal', async () => {
    const { chat } = start(() => [])
    const controller = new AbortController()
    const iterator = chat.events({ signal: controller.signal })[Symbol.asyncIterator]()
    const next = iterator.next()
    controller.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  it('do not pile up before a slow reader, who still ends with the truth', async () => {
    const message: Message = {
      id: 'm',
      conversationId: 'c',
      turnId: 't',
      role: 'assistant',
      parts: [],
      status: 'streaming',
      model: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      parentId: null,
      siblings: ['m'],
      context: null,
    }
    let now = message
    const events = createChatEvents(() => now)
    const controller = new AbortController()
    const iterator = events.subscribe({ signal: controller.signal, first: [] })[Symbol.asyncIterator]()
    for (let n = 0; n < 5000; n += 1) {
      const part = { type: 'notice', text: String(n) } as const
      now = { ...now, parts: [...now.parts, part] }
      events.publish({ type: 'part', conversationId: 'c', messageId: 'm', index: n, part })
    }
    const seen: ChatEvent[] = []
    for (let left = true; left;) {
      const next = await Promise.race([
        iterator.next(),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), 20)),
      ])
      left = next !== null && next.done !== true
      if (next !== null && next.done !== true) seen.push(next.value)
    }
    controller.abort()
    expect(seen.length).toBeLessThanOrEqual(501)
    expect(applyEvents(seen, 'm')).toEqual(now)
  })
})

describe('titles and suggestions', () => {
  it.each([
    ['  add note\tabout milk\nand eggs', 'add note about milk'],
    ['word '.repeat(40), 'word word word word word word word word word…'],
    ['买'.repeat(60), `${'买'.repeat(48)}…`],
  ])('gives %j its title', (text, title) => {
    expect(titleOf(text)).toBe(title)
  })

  it('take turns between packages and speak the language of the user', () => {
    const packages = [
      { examples: ['add note about milk', '记买牛奶笔记', 'show my notes'] },
      { examples: ['todo call Ann', 'añade una tarea', 'タスクを追加して'] },
    ]
    expect(pickSuggestions(packages, 'en', 3)).toEqual([
      'add note about milk',
      'todo call Ann',
      'show my notes',
    ])
    expect(pickSuggestions(packages, 'zh', 3)).toEqual(['记买牛奶笔记', 'todo call Ann'])
    expect(pickSuggestions(packages, 'ja', 3)).toEqual([
      'add note about milk',
      'タスクを追加して',
      'show my notes',
    ])
    expect(pickSuggestions(packages, 'es', 1)).toEqual(['add note about milk'])
    expect(pickSuggestions([], 'en', 3)).toEqual([])
  })

  it('come from what is installed', () => {
    expect(start(() => [], { packages: [note] }).chat.suggestions(3)).toEqual(['add note about milk'])
  })
})

const stored = (db: ReturnType<typeof openChat>['db'], conversationId: string): string =>
  JSON.stringify(db.prepare('SELECT parts FROM messages WHERE conversation_id = ?').all(conversationId))

const collect = (events: AsyncIterable<ChatEvent>): ChatEvent[] => {
  const seen: ChatEvent[] = []
  void (async () => {
    for await (const event of events) seen.push(event)
  })()
  return seen
}

const conversationOf = (event: ChatEvent): string | null => {
  if (event.type === 'conversation') return event.conversation.id
  return event.type === 'message' ? event.message.conversationId : event.conversationId
}
