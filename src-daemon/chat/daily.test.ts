import { addOldMessages } from '../testing/old-messages.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../testing/effort.ts'
import { makeHome, openChat, partsOf, say, scriptedModel, type Script } from '../testing/chat.ts'

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

const start = (script: Script = () => [say('Fine.')]) => {
  const one = openChat({ path: home.path, model: scriptedModel(script) })
  opened.push(one)
  return one
}

/** A model that answers when it is let. */
const slow = () => {
  const gates: (() => void)[] = []
  const script: Script = async function* () {
    yield say('Well, ')
    await new Promise<void>((resolve) => gates.push(resolve))
    yield say('done.')
  }
  return { script, gates }
}
const texts = (one: ReturnType<typeof openChat>, conversationId: string): string[] =>
  one.chat.messages({ conversationId, limit: 50 }).map((message) =>
    partsOf(message, 'text')
      .map(({ text }) => text)
      .join(''),
  )

describe('a message sent during an answer', () => {
  it('waits, is said to, and is sent when the answer has ended', async () => {
    const { script, gates } = slow()
    const one = start(script)
    const { conversationId } = one.chat.send({ text: 'one' })
    expect(one.chat.enqueue({ conversationId, text: 'two' })).toEqual({ turnId: null })
    expect(one.chat.enqueue({ conversationId, text: 'three' })).toEqual({ turnId: null })
    const { queued } = one.chat.conversation(conversationId)
    expect(queued.map(({ text }) => text)).toEqual(['two', 'three'])
    expect(one.chat.unqueue(queued[1]?.id ?? '').text).toBe('three')
    await expect.poll(() => gates.length).toBe(1)
    gates[0]?.()
    await expect.poll(() => gates.length).toBe(2)
    expect(one.chat.conversation(conversationId).queued).toEqual([])
    gates[1]?.()
    await expect.poll(() => texts(one, conversationId)).toEqual(['one', 'Well, done.', 'two', 'Well, done.'])
  })

  it('stays where the answer was stopped, until it is sent by hand', async () => {
    const { script, gates } = slow()
    const one = start(script)
    const { conversationId } = one.chat.send({ text: 'one' })
    one.chat.enqueue({ conversationId, text: 'two' })
    await expect.poll(() => gates.length).toBe(1)
    await one.chat.stopIn(conversationId)
    const [waiting] = one.chat.conversation(conversationId).queued
    expect(waiting?.text).toBe('two')
    await one.chat.sendQueued(waiting?.id ?? '')
    await expect.poll(() => gates.length).toBe(2)
    expect(texts(one, conversationId).slice(0, 3)).toEqual(['one', 'Well, ', 'two'])
    expect(one.chat.conversation(conversationId).queued).toEqual([])
  })

  it('can interrupt the answer', async () => {
    const { script, gates } = slow()
    const one = start(script)
    const { conversationId } = one.chat.send({ text: 'one' })
    one.chat.enqueue({ conversationId, text: 'two' })
    one.chat.enqueue({ conversationId, text: 'three' })
    await expect.poll(() => gates.length).toBe(1)
    await one.chat.sendQueued(one.chat.conversation(conversationId).queued[1]?.id ?? '')
    await expect.poll(() => gates.length).toBe(2)
    expect(texts(one, conversationId).slice(0, 3)).toEqual(['one', 'Well, ', 'three'])
    gates[1]?.()
    await expect.poll(() => texts(one, conversationId)[4]).toBe('two')
  })

  it('is sent at once where none is being written', async () => {
    const one = start()
    const { conversationId } = await one.ask('one')
    const { turnId } = one.chat.enqueue({ conversationId, text: 'two' })
    await one.chat.finished(turnId ?? '')
    expect(texts(one, conversationId)).toEqual(['one', 'Fine.', 'two', 'Fine.'])
  })
})

describe('a fork', () => {
  it('takes the messages down to one, and leaves the conversation alone', async () => {
    const one = start()
    const { conversationId } = await one.ask('one')
    await one.ask('two', { conversationId })
    const [, answer] = one.chat.messages({ conversationId, limit: 10 })
    const fork = one.chat.fork(answer?.id ?? '')
    expect(texts(one, fork.id)).toEqual(['one', 'Fine.'])
    await one.ask('three', { conversationId: fork.id })
    expect(texts(one, fork.id)).toEqual(['one', 'Fine.', 'three', 'Fine.'])
    expect(texts(one, conversationId)).toEqual(['one', 'Fine.', 'two', 'Fine.'])
    // Each is told apart in a list.
    const again = [answer?.id, one.chat.messages({ conversationId: fork.id, limit: 10 }).at(-1)?.id].map(
      (id) => one.chat.fork(id ?? '').title,
    )
    expect([fork.title, ...again]).toEqual(['one (2)', 'one (3)', 'one (4)'])
    one.chat.remove(conversationId, 'renderer')
    expect(texts(one, fork.id)).toHaveLength(4)
  })
})

describe('the list', () => {
  it('has pinned ones and archived ones apart, and brings back what is answered again', async () => {
    const one = start()
    const first = await one.ask('first')
    const second = await one.ask('second')
    const third = await one.ask('third')
    one.chat.configure({ id: first.conversationId, pinned: true })
    one.chat.configure({ id: second.conversationId, archived: true })
    const ids = (more: { pinned?: boolean; archived?: boolean }) =>
      one.chat.conversations({ limit: 10, ...more }).items.map(({ id }) => id)
    expect(ids({})).toEqual([third.conversationId])
    expect(ids({ pinned: true })).toEqual([first.conversationId])
    expect(ids({ archived: true })).toEqual([second.conversationId])
    await one.ask('again', { conversationId: second.conversationId })
    expect(ids({})).toEqual([second.conversationId, third.conversationId])
  })
})

describe('drafts', () => {
  it('are there after a restart, and go with their conversation', async () => {
    const first = start()
    const { conversationId } = await first.ask('one')
    first.chat.saveDraft(conversationId, { text: 'half a', capability: null })
    first.chat.saveDraft(null, { text: 'new', capability: 'note' })
    await first.close()
    opened = []
    const second = start()
    expect(second.chat.draft(conversationId)).toEqual({ text: 'half a', capability: null })
    expect(second.chat.draft(null)).toEqual({ text: 'new', capability: 'note' })
    second.chat.saveDraft(null, null)
    expect(second.chat.draft(null)).toBeNull()
    second.chat.remove(conversationId, 'renderer')
    expect(second.db.prepare('SELECT count(*) FROM drafts').pluck().get()).toBe(0)
  })

  it('are told to everyone who follows the conversations, without their words', async () => {
    const one = start()
    const { conversationId } = await one.ask('one')
    const events = one.chat.events({ signal: AbortSignal.timeout(5000) })[Symbol.asyncIterator]()
    one.chat.saveDraft(conversationId, { text: 'half a', capability: null })
    one.chat.saveDraft(null, null)
    expect((await events.next()).value).toEqual({ type: 'draft', conversationId })
    expect((await events.next()).value).toEqual({ type: 'draft', conversationId: null })
    await events.return?.()
  })
})

describe('a temporary conversation', () => {
  it('goes on like any other, and leaves nothing behind', async () => {
    const one = start()
    const before = await one.ask('kept')
    const { conversationId, turnId } = one.chat.send({ text: 'a secret word', temporary: true })
    await one.chat.finished(turnId)
    await one.ask('and another secret', { conversationId })
    expect(texts(one, conversationId)).toEqual(['a secret word', 'Fine.', 'and another secret', 'Fine.'])
    expect(one.chat.conversation(conversationId)).toMatchObject({ temporary: true, memory: false })
    expect(one.chat.conversations({ limit: 10 }).items.map(({ id }) => id)).toEqual([
      conversationId,
      before.conversationId,
    ])
    const [asked] = one.chat.messages({ conversationId, limit: 10 })
    const fork = one.chat.fork(asked?.id ?? '')
    expect(fork.temporary).toBe(true)
    one.chat.saveDraft(conversationId, { text: 'secret draft', capability: null })
    expect(one.chat.draft(conversationId)?.text).toBe('secret draft')
    expect(one.chat.search({ question: 'secret', limit: 5 }).hits).toEqual([])
    await one.close()
    opened = []
    const second = start()
    expect(second.chat.conversations({ limit: 10 }).items.map(({ id }) => id)).toEqual([
      before.conversationId,
    ])
    for (const { name } of second.db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .all() as { name: string }[])
      for (const row of second.db.prepare(`SELECT * FROM "${name}"`).raw().all() as unknown[][])
        for (const value of row)
          expect(value instanceof Buffer ? value.toString('latin1') : String(value), name).not.toContain(
            'secret',
          )
  })
})

describe('search over everything said', () => {
  it('finds words and their beginnings in any script, newest first, and forgets with a conversation', async () => {
    const one = start((_, step) => [say(step === 0 ? '# Heute\n\nDie **Gärten** sind offen.' : 'Gut.')])
    const first = await one.ask('When do the gardens open?')
    await one.ask('牛乳を買うのを忘れないで')
    const find = (question: string) => one.chat.search({ question, limit: 10 }).hits
    expect(find('garten').flatMap(({ snippet }) => snippet.filter(({ hit }) => hit))).toContainEqual({
      text: 'Gärten',
      hit: true,
    })
    expect(find('offen').map(({ snippet }) => snippet.map(({ text }) => text).join(''))).toEqual([
      'Heute Die Gärten sind offen.',
    ])
    expect(find('gard OPEN').map(({ conversationId, role }) => [conversationId, role])).toEqual([
      [first.conversationId, 'user'],
    ])
    expect(find('牛乳')).toHaveLength(1)
    expect(find('"NEAR( garden*')).toEqual([])
    expect(find('  ')).toEqual([])
    one.chat.remove(first.conversationId, 'renderer')
    expect(find('gardens')).toEqual([])
    expect(one.db.prepare('SELECT count(*) FROM message_words').pluck().get()).toBe(2)
  })

  it('reads what was said before there was a search', async () => {
    const first = start()
    await first.ask('an old message')
    first.db.exec('DELETE FROM message_words; UPDATE message_index SET indexed = 0')
    await first.close()
    opened = []
    const second = start()
    expect(second.chat.search({ question: 'old', limit: 5 })).toEqual({ hits: [], complete: false })
    await expect
      .poll(() => second.chat.search({ question: 'old', limit: 5 }))
      .toMatchObject({ hits: [{ title: 'an old message' }], complete: true })
  })

  it('finds what was said among many messages, newest first, as far as a page goes', async () => {
    const count = effort(2000, 100_000)
    const one = start()
    const { conversationId } = await one.ask('x')
    addOldMessages(one.db, conversationId, count)
    await one.close()
    opened = []
    const second = start()
    await expect
      .poll(() => second.chat.search({ question: 'x', limit: 1 }).complete, { timeout: 300_000 })
      .toBe(true)
    const found = (question: string) =>
      second.chat.search({ question, limit: 50 }).hits.map(({ messageId }) => messageId)
    const newest = Array.from({ length: 50 }, (_, at) => `m${String(count - at)}`)
    for (const question of ['common', 'com wor res', 'c']) expect(found(question), question).toEqual(newest)
    // Beginnings of words count, so the shorter number finds the longer ones.
    expect(found('about thing1999')).toContain('m1999')
    expect(found('nowhere')).toEqual([])
  }, 400_000)
})
