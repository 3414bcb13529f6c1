import { afterEach, beforeEach, expect, it } from 'vitest'
import { callTool, makeHome, note, openChat, say, scriptedModel } from '../testing/chat.ts'
import { createSkillRunner } from './index.ts'

let home: ReturnType<typeof makeHome>
let chat: ReturnType<typeof openChat>
beforeEach(() => {
  home = makeHome()
})
afterEach(async () => {
  await chat.close()
  home.remove()
})

const never = new AbortController().signal
const run = (script: Parameters<typeof scriptedModel>[0], signal = never) => {
  chat = openChat({ path: home.path, model: scriptedModel(script), packages: [note] })
  return createSkillRunner(
    chat.chat,
    () => 'en',
  )({ capability: 'note', task: 'Keep this', vars: { title: 'Milk', tags: ['a'] }, signal })
}

it('runs in a conversation of its own, and says what it changed', async () => {
  const outcome = await run((_request, step) =>
    step === 0
      ? [callTool('state__create', { schema_uri: note.schemaUri, object: { title: 'Milk', body: 'Buy it' } })]
      : [say('Kept.')],
  )
  expect(outcome).toMatchObject({ ok: true, text: 'Kept.', changes: [{ kind: 'create' }] })
  const [conversation] = chat.chat.conversations({ limit: 2 }).items
  const messages = chat.chat.messages({ conversationId: conversation?.id ?? '', limit: 5 })
  expect(messages[0]?.parts).toMatchObject([{ type: 'text', text: 'Keep this\ntitle: "Milk"\ntags: ["a"]' }])
})

it('says why it did not get to its end', async () => {
  const outcome = await run(() => {
    throw new Error('gone')
  })
  expect(outcome).toMatchObject({ ok: false, reason: 'failed' })
})

it('stops with whoever asked', async () => {
  const stopping = new AbortController()
  const outcome = await run(() => {
    stopping.abort()
    return [say('I begin')]
  }, stopping.signal)
  expect(outcome).toMatchObject({ ok: false, reason: 'stopped' })
})
