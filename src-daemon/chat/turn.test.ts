import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import type { ModelChunk } from '../models/types.ts'
import {
  callTool,
  makeHome,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  type Script,
  saidAlone,
} from '../testing/chat.ts'

const NOT_COUNTED = {
  type: 'usage',
  reported: false,
  promptTokens: 0,
  outputTokens: 0,
  truncated: false,
} as const
const milk = { object: { title: 'Milk', body: 'buy milk tomorrow' } }
const lastContent = (request: { messages: readonly { content: string }[] }): string =>
  request.messages.at(-1)?.content ?? ''

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
  return { ...one, model }
}

describe('a turn', () => {
  it('routes, runs the tool, gives the result back and stores what was said', async () => {
    const { ask, model, created, capabilities } = start((request, step) =>
      step === 0
        ? [callTool('state__create', milk)]
        : [say('Saved '), say(lastContent(request).includes('"ok":true') ? 'it.' : '?')],
    )
    const { answer, conversationId, turnId } = await ask('add note about buying milk tomorrow')
    expect(answer.status).toBe('complete')
    expect(answer.model).toBe('scripted')
    expect(answer.parts.map(({ type }) => type)).toEqual(['route', 'tool', 'text'])
    expect(partsOf(answer, 'route')[0]).toMatchObject({
      decision: { capability: 'note' },
      capability: { title: 'Note' },
    })
    const [tool] = partsOf(answer, 'tool')
    expect(tool).toMatchObject({
      tool: 'state.create',
      status: 'ok',
      arguments: milk,
      changes: [{ kind: 'create' }],
    })
    expect(partsOf(answer, 'text')[0]?.text).toBe('Saved it.')
    expect(created[0]?.access).toEqual({
      owner: 'did:nuwa:cap:note',
      scope: 'sc:note',
      origin: {
        kind: 'capability',
        capability: 'did:nuwa:cap:note',
        version: '1.0.0',
        packageSha256: 'note',
        conversationId,
        turnId,
        callId: tool?.callId,
      },
      largeObjects: false,
      delegated: expect.any(Function) as unknown,
    })
    expect(capabilities.activity({ limit: 1 })[0]).toMatchObject({
      turnId,
      callId: tool?.callId,
      caller: 'internal',
    })
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['state__create', 'state__query'])
    expect(model.requests[0]?.hint).toEqual({ remainder: 'buying milk tomorrow', captures: [] })
    expect(model.requests[0]?.messages[0]?.content).toMatch(
      /You are the note assistant[\s\S]*data, not instructions/,
    )
  })

  it.each<[string, readonly ModelChunk[], string]>([
    [
      'a content filter',
      [say('Hel'), { ...NOT_COUNTED, endedBy: 'filter' }],
      'The answer ends here because the model server’s content filter stopped it.',
    ],
    [
      'its length',
      [say('Hel'), { ...NOT_COUNTED, endedBy: 'length' }],
      'The answer ends here because it reached the model server’s length limit.',
    ],
    [
      'thinking alone',
      [{ type: 'thinking', delta: 'Hm.' }, NOT_COUNTED],
      'The model only thought and gave no answer.',
    ],
    [
      'a part that is no words',
      [say('Here.'), { type: 'left_out', kind: 'image_url' }, NOT_COUNTED],
      'A part of the answer can’t be shown here (image_url).',
    ],
  ])('says what an answer ended with: %s', async (_what, chunks, words) => {
    const { ask } = start(() => chunks)
    const { answer } = await ask('What is the capital of France?')
    const notices = partsOf(answer, 'notice').map(({ text }) => text)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toContain(words)
    expect(answer.context?.truncated).toBe(false)
  })

  it('shows as thinking what turns out to have been thinking', async () => {
    const { ask } = start(() => [
      say('The user '),
      say('asks.'),
      { type: 'was_thinking' },
      say('Paris.'),
      NOT_COUNTED,
    ])
    const { answer } = await ask('What is the capital of France?')
    expect(answer.parts.slice(1)).toMatchObject([
      { type: 'thinking', text: 'The user asks.' },
      { type: 'text', text: 'Paris.' },
    ])
  })

  it('asks which capability is meant if the planner answers, and takes the answer', async () => {
    const journal = packageOf('journal', note.triggers, ['state.create'])
    const model = scriptedModel(() => [say('ok')], { provider: 'planner' })
    const { ask } = start(() => [], { packages: [note, journal], model })
    const { answer, conversationId } = await ask('add note about milk')
    expect(partsOf(answer, 'route')[0]?.decision.reason).toBe('ambiguous')
    expect(partsOf(answer, 'text')[0]?.text).toBe('Which one do you mean: Note or Journal?')
    expect(model.requests).toHaveLength(0)
    const chosen = await ask('add note about milk', { conversationId, capability: 'note' })
    expect(partsOf(chosen.answer, 'route')[0]?.decision).toMatchObject({
      capability: 'note',
      reason: 'explicit',
    })
    // Asked once: the answer is learned.
    const later = await ask('Add note about milk!')
    expect(partsOf(later.answer, 'route')[0]?.decision).toMatchObject({
      capability: 'note',
      reason: 'trigger',
    })
  })

  it('goes to whom it begins with, though a list was never chosen from, and says the rest alone', async () => {
    const { ask, model } = start(() => [say('ok')])
    const { answer } = await ask('@note remember that milk is out')
    expect(partsOf(answer, 'route')[0]?.decision).toMatchObject({ capability: 'note', reason: 'explicit' })
    expect(saidAlone(model.requests[0]?.messages.at(-1)?.content)).toBe('remember that milk is out')
    const other = await ask('@ann is it Paris?')
    expect(partsOf(other.answer, 'route')[0]?.decision.capability).toBeNull()
    expect(saidAlone(model.requests.at(-1)?.messages.at(-1)?.content)).toBe('@ann is it Paris?')
  })

  it('remembers earlier tool calls of the same capability, and not those of another', async () => {
    const { ask, model } = start((_, step) => (step === 0 ? [callTool('state__create', milk)] : [say('ok')]))
    const { conversationId } = await ask('note milk')
    await ask('rename it to Oat milk', { conversationId })
    const again = JSON.stringify(model.requests.at(-1)?.messages)
    expect(again).toContain('state__create')
    await ask('todo call Ann', { conversationId, capability: 'tasks' })
    expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')).toEqual([])
  })

  it('keeps the user message whatever the length of the conversation', async () => {
    const { ask, model } = start(() => [say('ok')])
    const long = `note ${'word '.repeat(15_000)}`
    await ask(long)
    expect(saidAlone(model.requests[0]?.messages.at(-1)?.content)).toBe(long)
  })

  it('is not begun with a model that reads less than the capability needs, and says what to do', async () => {
    const wide = (minContextWindow: number) =>
      packageOf('note', note.triggers, ['state.create'], {
        llmRequirements: { modelFamily: [], minContextWindow, requiredFeatures: [] },
      })
    const { ask, model, created } = start(() => [callTool('state__create', milk)], {
      packages: [wide(16_000)],
    })
    const { answer } = await ask('add note about milk')
    expect(answer.status).toBe('failed')
    const [part] = partsOf(answer, 'error')
    expect(part?.error.code).toBe('model_window_too_small')
    expect(part?.error.message).toMatch(/16000.*8192/)
    expect([model.requests, created]).toEqual([[], []])
    await opened.pop()?.close()
    const fitting = start((_, step) => [step === 0 ? callTool('state__create', milk) : say('Done.')], {
      packages: [wide(8_192)],
    })
    expect((await fitting.ask('add note about milk')).answer.status).toBe('complete')
    expect(fitting.model.requests[0]?.minContextWindow).toBe(8_192)
  })

  it('says so when the model says nothing, and when it did not read everything', async () => {
    const { ask } = start(() => [
      { type: 'usage', reported: true, promptTokens: 1, outputTokens: 0, truncated: true },
    ])
    const { answer } = await ask('hello there')
    expect(partsOf(answer, 'notice')).toHaveLength(2)
  })

  it('shows a failure in the language of the user, after what was already said', async () => {
    const { ask } = start(
      async function* () {
        yield await Promise.resolve(say('Half an '))
        throw new SatchelError('network_interrupted', { params: { host: 'localhost', problem: 'reset' } })
      },
      { language: 'es' },
    )
    const { answer } = await ask('hello there')
    expect(answer.status).toBe('failed')
    expect(partsOf(answer, 'text')[0]?.text).toBe('Half an ')
    expect(partsOf(answer, 'error')[0]?.error).toMatchObject({ code: 'network_interrupted' })
    expect(partsOf(answer, 'error')[0]?.error.message).toContain('conexión')
  })
})

describe('stopping', () => {
  it('keeps what was said and ends a model that does not listen', async () => {
    const { chat, answerOf } = start(async function* () {
      yield say('Once upon')
      await new Promise(() => undefined)
    })
    const { conversationId, turnId } = chat.send({ text: 'tell me a story' })
    await expect.poll(() => partsOf(answerOf(conversationId), 'text')[0]?.text).toBe('Once upon')
    chat.stop(turnId)
    await chat.finished(turnId)
    expect(answerOf(conversationId)).toMatchObject({ status: 'stopped' })
    expect(partsOf(answerOf(conversationId), 'text')[0]?.text).toBe('Once upon')
  })

  it('ends a running tool', async () => {
    const fetching = packageOf('note', note.triggers, [], {
      tools: [{ name: 'fetch_page', description: 'fetch', parameters: { type: 'object' } }],
      bindings: { fetch_page: { type: 'http_get', url: 'https://example.org/' } },
    })
    const { chat, answerOf } = start(() => [callTool('fetch_page', {})], {
      packages: [fetching],
      runHttp: () => new Promise(() => undefined),
    })
    const { conversationId, turnId } = chat.send({ text: 'note this page' })
    await expect.poll(() => partsOf(answerOf(conversationId), 'tool')[0]?.status).toBe('running')
    chat.stop(turnId)
    await chat.finished(turnId)
    expect(partsOf(answerOf(conversationId), 'tool')[0]?.status).toBe('stopped')
    expect(answerOf(conversationId).status).toBe('stopped')
  })
})

describe('forms', () => {
  const form = {
    type: 'form',
    tool: 'state__create',
    schema: note.tools[0]?.parameters ?? {},
    values: { schema_uri: note.schemaUri, object: { title: 'Milk' } },
    missing: ['/object/body'],
  } as const

  it('asks for what is missing and runs the tool with the whole', async () => {
    const { ask, chat, created, answerOf } = start((_, step) => (step === 0 ? [form] : [say('Saved.')]))
    const { answer, conversationId } = await ask('note Milk')
    const index = answer.parts.findIndex(({ type }) => type === 'form')
    expect(answer.parts[index]).toMatchObject({
      status: 'open',
      tool: 'state.create',
      missing: ['/object/body'],
    })
    await expect(
      chat.submitForm({ messageId: answer.id, index, values: { object: { body: 7 } } }),
    ).rejects.toThrow(/validation_failed/)
    const { turnId } = await chat.submitForm({
      messageId: answer.id,
      index,
      values: { object: { body: 'two bottles' } },
    })
    await chat.finished(turnId)
    expect(created[0]?.object.object).toMatchObject({ title: 'Milk', body: 'two bottles' })
    const followUp = answerOf(conversationId)
    expect(followUp.parts.map(({ type }) => type)).toEqual(['route', 'tool', 'text'])
    expect(partsOf(answer, 'route')[0]?.decision.reason).toBe('trigger')
    expect(partsOf(followUp, 'route')[0]?.decision.reason).toBe('trigger')
    await expect(chat.submitForm({ messageId: answer.id, index, values: {} })).rejects.toThrow(
      /form_not_open/,
    )
  })

  it('dismisses a form when the user says something else', async () => {
    const { ask, chat } = start((_, step) => (step === 0 ? [form] : [say('ok')]))
    const { answer, conversationId } = await ask('note Milk')
    await ask('never mind', { conversationId })
    const before = chat.messages({ conversationId, limit: 10 }).find(({ id }) => id === answer.id)
    expect(before && partsOf(before, 'form')[0]?.status).toBe('dismissed')
  })
})

describe('commands', () => {
  it('mount, suggest and pop capabilities without asking a model', async () => {
    const { ask, chat, model } = start(() => [say('ok')])
    const { conversationId, answer } = await ask('/switch nothing')
    expect(partsOf(answer, 'text')[0]?.text).toContain('/switch note')
    await ask('/switch NOTE', { conversationId })
    await ask('/switch tasks', { conversationId })
    expect(chat.conversation(conversationId).activeCapability).toBe('tasks')
    await ask('/back', { conversationId })
    expect(chat.conversation(conversationId).activeCapability).toBe('note')
    await ask('/back', { conversationId })
    expect(chat.conversation(conversationId).activeCapability).toBeNull()
    expect(model.requests).toHaveLength(0)
  })

  it('are plain text behind two slashes', async () => {
    const { ask, model } = start(() => [say('ok')])
    await ask('//back to the roots')
    expect(saidAlone(model.requests[0]?.messages.at(-1)?.content)).toBe('/back to the roots')
  })
})
