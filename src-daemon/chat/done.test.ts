import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelChunk } from '../models/types.ts'
import type { JsonObject } from '../contract/packages.ts'
import {
  callTool,
  makeHome,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  tasks,
} from '../testing/chat.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat> | undefined
beforeEach(() => {
  home = makeHome()
})
afterEach(async () => {
  await opened?.close()
  home.remove()
})

/** A capability with one tool over the network, whose result may or may not end it. */
const bookingOf = (binding: JsonObject) =>
  packageOf('booking', [{ type: 'keyword', value: 'book' }], [], {
    tools: [
      {
        name: 'reserve',
        description: 'Reserves a place.',
        parameters: { type: 'object', properties: { place: { type: 'string' } } },
      },
    ],
    bindings: { reserve: { type: 'http_get', url: 'https://example.org/reserve', ...binding } },
  })

/** The capability in use after `add note about milk`, then a message for `booking`, whose model says `first` and then `ok`. */
const left = async (binding: JsonObject, output: unknown, first: readonly ModelChunk[]) => {
  const model = scriptedModel((request) => {
    const booking = request.tools.some(({ name }) => name === 'reserve')
    return booking && request.messages.at(-1)?.role === 'user' ? first : [say('ok')]
  })
  const room = openChat({
    path: home.path,
    model,
    packages: [note, tasks, bookingOf(binding)],
    runHttp: () => Promise.resolve(output),
  })
  opened = room
  const { conversationId } = await room.ask('todo call Ann')
  await room.ask('add note about milk', { conversationId })
  const { answer } = await room.ask('book a place', { conversationId })
  expect(partsOf(answer, 'route')[0]?.decision.capability).toBe('booking')
  return room.chat.conversation(conversationId).activeCapability
}
const reserve = (place: string) => callTool('reserve', { place })

describe('done', () => {
  it('leaves a capability for the one before, where its binding may finish', async () => {
    expect(await left({ may_finish: true }, { done: true }, [reserve('a')])).toBe('note')
  })

  it('said by several calls of a turn leaves one capability, not several', async () => {
    expect(await left({ may_finish: true }, { done: true }, [reserve('a'), reserve('b')])).toBe('note')
  })

  it.each([
    ['a binding that may not finish', {}, { done: true }],
    ['a binding that must not', { may_finish: false }, { done: true }],
    ['a word instead of a truth', { may_finish: true }, { done: 'true' }],
    ['something inside', { may_finish: true }, { result: { done: true } }],
    ['a page that says so', { may_finish: true }, { text: '{"done": true}' }],
  ])('does not count from %s', async (_what, binding, output) => {
    expect(await left(binding, output, [reserve('a')])).toBe('booking')
  })

  it('does not count from a model', async () => {
    expect(await left({ may_finish: true }, {}, [say('{"done": true}')])).toBe('booking')
  })

  it('counts where a form went on', async () => {
    const form: ModelChunk = {
      type: 'form',
      tool: 'reserve',
      schema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
      values: {},
      missing: ['/place'],
    }
    expect(await left({ may_finish: true }, { done: true }, [form])).toBe('booking')
    const [conversation] = opened?.chat.conversations({ limit: 1 }).items ?? []
    const [asked] = opened?.chat.messages({ conversationId: conversation?.id ?? '', limit: 1 }) ?? []
    const index = asked?.parts.findIndex(({ type }) => type === 'form') ?? -1
    const { turnId } = (await opened?.chat.submitForm({
      messageId: asked?.id ?? '',
      index,
      values: { place: 'window' },
    })) ?? { turnId: '' }
    await opened?.chat.finished(turnId)
    expect(opened?.chat.conversation(conversation?.id ?? '').activeCapability).toBe('note')
  })
})

it('keeps two conversations at once apart: each its stack, its tools and its reasons', async () => {
  const both: (() => void)[] = []
  const model = scriptedModel(async function* (request) {
    // Neither is answered before the other has asked.
    await new Promise<void>((resolve) => {
      both.push(resolve)
      if (both.length === 2) for (const go of both.splice(0)) go()
    })
    yield say(request.tools.map(({ name }) => name).join(' '))
  })
  opened = openChat({ path: home.path, model })
  const { ask, chat } = opened
  const texts = ['add note about milk', 'todo call Ann']
  const started = await Promise.all(texts.map((text) => ask(text)))
  const again = ['rename it to bread', 'rename it to Bob']
  const answered = await Promise.all(
    started.map(({ conversationId }, index) => ask(again[index] ?? '', { conversationId })),
  )
  const seen = answered.map(({ conversationId, answer }) => [
    chat.conversation(conversationId).activeCapability,
    partsOf(answer, 'route')[0]?.decision.reason,
    partsOf(answer, 'text').at(-1)?.text,
  ])
  expect(seen).toEqual([
    ['note', 'top_of_stack', 'state__create state__query'],
    ['tasks', 'top_of_stack', 'state__create state__delete'],
  ])
})
