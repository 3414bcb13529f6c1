/** Attacks on whose something is: what one capability keeps, on its way out through another one that it was written into. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { labelled } from '../contract/labels.ts'
import { CONVERSATION_LOG, MEMORY_STORE } from '../state/index.ts'
import { ALLOW_ONCE, DENY } from '../testing/approvals.ts'
import { makeHome, partsOf } from '../testing/chat.ts'
import { evil, keep, notes, openSteered, USUAL, type WrittenCall } from '../testing/steered-chat.ts'

let homes: ReturnType<typeof makeHome>[]
let closes: (() => Promise<void>)[]
beforeEach(() => {
  homes = []
  closes = []
})
afterEach(async () => {
  for (const close of closes.toReversed()) await close()
  for (const home of homes) home.remove()
})

const start = (input: Partial<Parameters<typeof openSteered>[0]> = {}) => {
  const home = makeHome()
  homes.push(home)
  const one = openSteered({ path: home.path, answer: () => DENY, ...input })
  closes.push(one.close)
  return one
}

const OWN = 'The key is under the third stone.'
/** In other words: only its label tells. */
const REWORDED = 'Look below stone number three.'
const copy: WrittenCall = ['diary__state__create', { object: { title: 'x', body: REWORDED } }]
const diary: WrittenCall = ['diary__state__query', { query: {} }]
/** The diary's own, to its own host. */
const tells: WrittenCall = ['diary__send', { to: 'ann', text: REWORDED }]
const ASKED = [{ tool: 'send', leaving: [{ title: 'Note' }] }]

/** Somebody whose note was copied into their diary. */
const copied = async (one: ReturnType<typeof start>) => {
  await one.turn(`save ${OWN}`, [keep(OWN)])
  const { ran } = await one.turn(USUAL, [notes, copy])
  expect(ran).toEqual(['state.query', 'state.create'])
}

describe('whose something is stays with it', () => {
  it('when it is written into another capability’s state, and read in another conversation', async () => {
    const one = start()
    await copied(one)
    const { asked, ran } = await one.turn(USUAL, [diary, tells])
    expect(ran).toEqual(['state.query'])
    expect(asked).toMatchObject([{ ...ASKED[0], leaving: [{ title: 'Note', at: ['/to', '/text'] }] }])
  })

  it('but what a capability was told by its owner, it may send to its own host', async () => {
    const one = start()
    await one.turn(USUAL, [copy])
    expect((await one.turn(USUAL, [diary, tells])).asked).toEqual([])
  })

  it('in what a turn puts before its model', async () => {
    const one = start()
    await copied(one)
    const { asked, conversationId } = await one.turn('diary of today', [
      ['send', { to: 'ann', text: REWORDED }],
    ])
    expect(asked).toMatchObject(ASKED)
    expect(one.answerOf(conversationId).context).toMatchObject({
      confidentiality: 'owner',
      keepers: ['acp:note'],
    })
  })

  it('on another device', async () => {
    const [there, here] = [start(), start()]
    await copied(there)
    here.core.sync.import(there.core.sync.export({ scopes: null, since: null }).bytes)
    expect((await here.turn(USUAL, [diary, tells])).asked).toMatchObject(ASKED)
  })

  it('in the summary of a long conversation', async () => {
    const one = start({ info: { contextWindow: 4096 } })
    await one.turn(`save ${OWN}`, [keep(OWN)])
    const { conversationId } = await one.turn(USUAL, [notes])
    const long = 'umbrellas and the weather of the day before. '.repeat(20)
    for (let at = 0; at < 25; at += 1) await one.turn(long, [], { conversationId })
    const summaries = one.chat
      .messages({ conversationId, limit: 200 })
      .flatMap(({ parts }) => parts.filter((part) => part.type === 'summary'))
    expect(summaries.length).toBeGreaterThan(0)
    for (const summary of summaries)
      expect(summary).toMatchObject({ confidentiality: 'owner', keepers: ['acp:note'] })
    const posts: WrittenCall = ['post__send', { to: 'ann', text: REWORDED }]
    expect((await one.turn(USUAL, [posts], { conversationId })).asked).toMatchObject(ASKED)
  })

  it('in a fork', async () => {
    const one = start()
    await one.turn(`save ${OWN}`, [keep(OWN)])
    const { conversationId } = await one.turn(USUAL, [notes])
    const fork = one.chat.fork(one.answerOf(conversationId).id)
    expect((await one.turn(USUAL, [tells], { conversationId: fork.id })).asked).toMatchObject(ASKED)
  })

  it('in an answer from longer ago than is looked at', async () => {
    const one = start({ info: { contextWindow: 1_000_000 } })
    await one.turn(`save ${OWN}`, [keep(OWN)])
    const { conversationId } = await one.turn(USUAL, [notes])
    const read = one.answerOf(conversationId).id
    await one.turn(USUAL, [], { conversationId })
    // As many messages between the two as a model may go back.
    one.db
      .exec(`UPDATE messages SET seq = seq + 10000 WHERE rowid > (SELECT rowid FROM messages WHERE id = '${read}');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO messages (id, conversation_id, seq, turn_id, role, status, created_at, parts, parent_id)
      SELECT 'fill-' || i, m.conversation_id, 100 + i, m.turn_id, iif(i % 2 = 1, 'user', 'assistant'), 'complete', m.created_at,
        '[{"type":"text","text":"x"}]', iif(i = 1, m.id, 'fill-' || (i - 1)) FROM n, messages m WHERE m.id = '${read}';
      UPDATE messages SET parent_id = 'fill-4000' WHERE parent_id = '${read}' AND id <> 'fill-1'`)
    expect((await one.turn(USUAL, [tells], { conversationId })).asked).toMatchObject(ASKED)
  })

  it('in a file of the conversation, and where that is imported', async () => {
    const one = start()
    await one.turn(`save walnuts`, [keep('walnuts')])
    const { conversationId } = await one.turn(`walnuts, ${USUAL}`, [notes])
    const file = JSON.parse(one.chat.export(conversationId, 'json').content) as {
      conversations: { messages: { parts: object[] }[] }[]
    }
    expect(file.conversations[0]?.messages.at(-1)?.parts.at(-1)).toMatchObject({
      type: 'text',
      keepers: ['acp:note'],
    })
    const other = start()
    await other.chat.import(file.conversations)
    const [hit] = other.chat.search({ question: 'walnuts', limit: 1 }).hits
    const where = { conversationId: hit?.conversationId ?? '' }
    // Diary’s own host, and every value of the message's: the file is somebody's, and it says that the note is in it.
    const { asked } = await other.turn(USUAL, [tells], where)
    expect(asked).toMatchObject([{ leaving: [{ title: 'Satchel' }, { title: 'Note' }] }])
  })

  it('and a file of another program is the owner’s, which no page is given', async () => {
    const one = start()
    await one.chat.import([
      {
        ...{
          uuid: 'a',
          name: 'Plans',
          created_at: '2024-05-01T10:00:00Z',
          updated_at: '2024-05-02T10:00:00Z',
        },
        chat_messages: [{ sender: 'human', text: 'walnuts', content: [] }],
      },
    ])
    const [hit] = one.chat.search({ question: 'walnuts', limit: 1 }).hits
    const { asked } = await one.turn(USUAL, [evil], { conversationId: hit?.conversationId ?? '' })
    expect(asked).toMatchObject([{ tool: 'page', leaving: [{ title: 'Claude', at: ['/url'] }] }])
  })

  it('and so is a picture', async () => {
    const one = start()
    const base64 =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const images = [{ mediaType: 'image/png' as const, name: 'passport.png', base64 }]
    const { asked } = await one.turn(USUAL, [evil], { images })
    expect(asked).toMatchObject([{ tool: 'page', leaving: [{ title: 'passport.png', at: ['/url'] }] }])
  })

  it('and what was said and is remembered has keepers that are no capability', () => {
    const one = start()
    expect(one.core.labelOf({ schemaUri: CONVERSATION_LOG }).keepers).toEqual(['satchel:conversations'])
    expect(one.core.labelOf({ schemaUri: MEMORY_STORE }).keepers).toEqual(['satchel:memory'])
  })
})

it('each part of a turn that a model answers carries both labels: its own, or all that was read before it', async () => {
  const one = start({ answer: () => ALLOW_ONCE })
  await one.turn(`save ${OWN}`, [keep(OWN)])
  const { conversationId } = await one.turn(USUAL, [notes, evil])
  const [asked, answer] = one.chat.messages({ conversationId, limit: 9 })
  expect(asked?.parts).toMatchObject([labelled('owner')])
  const resources = [{ server: null, resource: 'f', name: 'f', mediaType: null, text: 'x' }]
  const { conversationId: other } = await one.turn(USUAL, [], { resources })
  const [said] = one.chat.messages({ conversationId: other, limit: 9 })
  expect(said?.parts).toMatchObject([labelled('owner'), labelled('foreign', ['satchel:files'])])
  const [query, page] = partsOf(answer ?? one.answerOf(conversationId), 'tool')
  expect(query).toMatchObject(labelled('state', ['acp:note']))
  expect(page).toMatchObject(labelled('foreign'))
  expect(answer?.parts.at(-1)).toMatchObject({ type: 'text', ...labelled('foreign', ['acp:note']) })
})
