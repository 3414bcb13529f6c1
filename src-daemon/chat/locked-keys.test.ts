import { afterEach, beforeEach, expect, it } from 'vitest'
import { createUnlockWaits, type UnlockWaits } from '../identity/index.ts'
import type { ModelChunk } from '../models/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { makeHome, openChat, partsOf, say, scriptedModel } from '../testing/chat.ts'

let home: ReturnType<typeof makeHome>
let locked = true
let changed = (): void => undefined
let unlocks: UnlockWaits

beforeEach(() => {
  home = makeHome()
  locked = true
  unlocks = createUnlockWaits({
    identity: {
      status: () =>
        Promise.resolve({
          backend: 'vault',
          state: locked ? 'locked' : 'ready',
          keychainProblem: null,
          keychainName: null,
          locksAt: null,
        }),
      onChange: (listener) => {
        changed = listener
        return () => undefined
      },
    },
    now: () => new Date(),
  })
})
afterEach(() => {
  unlocks.stop()
  home.remove()
})

/** A model whose key is in the vault. */
const model = () =>
  scriptedModel(async function* (): AsyncGenerator<ModelChunk> {
    await Promise.resolve()
    if (locked) throw new SatchelError('keystore_locked')
    yield say('Hello.')
  })

it('a message to a model whose key is locked waits in its turn, and is answered once it is unlocked', async () => {
  const { chat, answerOf, close } = openChat({ path: home.path, model: model(), unlocks })
  const { conversationId, turnId } = chat.send({ text: 'hello' })
  await expect.poll(() => unlocks.pending()).toMatchObject([{ conversationId, turnId }])
  expect(answerOf(conversationId).status).toBe('streaming')
  locked = false
  changed()
  await chat.finished(turnId)
  expect(answerOf(conversationId)).toMatchObject({ status: 'complete' })
  expect(partsOf(answerOf(conversationId), 'text')).toMatchObject([{ text: 'Hello.' }])
  await close()
})

it('is stopped like any other, fails when the person declines, and never waits for another agent', async () => {
  const { chat, answerOf, close } = openChat({ path: home.path, model: model(), unlocks })
  const stopped = chat.send({ text: 'hello' })
  await expect.poll(() => unlocks.pending().length).toBe(1)
  chat.stop(stopped.turnId)
  await chat.finished(stopped.turnId)
  expect(answerOf(stopped.conversationId).status).toBe('stopped')
  expect(unlocks.pending()).toEqual([])
  const declined = chat.send({ text: 'hello' })
  await expect.poll(() => unlocks.pending().length).toBe(1)
  unlocks.answer({ id: unlocks.pending()[0]?.id ?? '', retry: false })
  await chat.finished(declined.turnId)
  expect(partsOf(answerOf(declined.conversationId), 'error')).toMatchObject([
    { error: { code: 'keystore_locked' } },
  ])
  const asked = chat.runQuestion({ text: 'who?', tools: [], did: 'did:wba:a.example' })
  await chat.finished(asked.turnId)
  expect(answerOf(asked.conversationId).status).toBe('failed')
  await close()
})
