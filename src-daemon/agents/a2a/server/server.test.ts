import { Role, TaskState, type Message, type Task } from '@a2a-js/sdk'
import { describe, expect, it, vi } from 'vitest'
import { createMemorySigner } from '../../../identity/index.ts'
import { signRequest } from '../../requests/sign-request.ts'
import { useIdentityHome } from '../../../identity/keys/testing.ts'
import { QUESTION, TOOL } from '../../testing/endpoint.ts'
import { startOwnAgent } from '../testing/own-agent.ts'
import { textPart } from '../testing/sdk-agent.ts'
import { ASK, CARD_PATH } from '../own-card/compose-card.ts'

const TIMEOUT = 60_000

const home = useIdentityHome()
const start = () => startOwnAgent(home)

const messageOf = (change: Partial<Message> = {}): Message => ({
  messageId: crypto.randomUUID(),
  contextId: '',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
  ...change,
})

const dataPart = (value: unknown) => ({
  content: { $case: 'data' as const, value },
  filename: '',
  mediaType: 'application/json',
  metadata: undefined,
})

const send = (message: Partial<Message>, returnImmediately = false) => ({
  tenant: '',
  message: messageOf(message),
  metadata: undefined,
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
})

const convert = (value = 1) => ({ metadata: { skillId: TOOL.method }, parts: [dataPart({ value })] })
const taskOf = (result: Message | Task): Task => {
  if ('messageId' in result) throw new Error('a message')
  return result
}

describe.each(['1.0', '0.3'] as const)('the SDK’s client of version %s', (version) => {
  it('runs an operation, by its id in metadata or data', { timeout: TIMEOUT }, async () => {
    const { agents, allow, caller, client, invoke } = await start()
    await allow()
    const sdk = await client(version)
    const bySkill = taskOf(await sdk.sendMessage(send(convert())))
    expect(bySkill).toMatchObject({
      status: { state: TaskState.TASK_STATE_COMPLETED },
      artifacts: [{ parts: [{ content: { $case: 'data', value: { echo: { value: 1 } } } }] }],
    })
    const data = { skill: TOOL.method, input: { value: 2 } }
    const byData = taskOf(await sdk.sendMessage(send({ parts: [dataPart(data)] })))
    expect(byData.artifacts[0]?.parts[0]?.content).toMatchObject({ value: { echo: { value: 2 } } })
    expect(invoke).toHaveBeenCalledWith(expect.objectContaining({ toolId: TOOL.id, did: caller.did }))
    expect(agents.callers()).toMatchObject([{ did: caller.did, calls: 2 }])
    expect(await sdk.getTask({ tenant: '', id: bySkill.id })).toMatchObject({ id: bySkill.id })
  })

  it('asks in words, and gets the answer in pieces', { timeout: TIMEOUT }, async () => {
    const { allow, client, invoke } = await start()
    await allow()
    const kinds: (string | undefined)[] = []
    let text = ''
    for await (const { payload } of (await client(version)).sendMessageStream(
      send({ parts: [textPart('你好?')] }),
    )) {
      kinds.push(payload?.$case)
      if (payload?.$case !== 'artifactUpdate') continue
      const content = payload.value.artifact?.parts[0]?.content
      if (content?.$case === 'text') text += content.value
    }
    expect(text).toBe('You asked: 你好?')
    expect(kinds).toEqual(['task', 'artifactUpdate', 'artifactUpdate', 'statusUpdate'])
    expect(invoke).toHaveBeenCalledWith(expect.objectContaining({ toolId: QUESTION.id }))
  })
})

describe('our client at our server', () => {
  it('verifies the card, and calls what it names', { timeout: TIMEOUT }, async () => {
    const { allow, caller, did, host, origin, protocol } = await start()
    await allow()
    const url = `${origin}/${CARD_PATH}`
    for (const address of [{ kind: 'domain', host } as const, { kind: 'did', did } as const])
      expect(await protocol.discover(address, { signer: null })).toMatchObject({
        agents: [{ url }],
        problems: [],
      })
    const reading = await protocol.read(url, { signer: null })
    expect(reading).toMatchObject({ name: 'Ours', did, verdict: 'valid', problems: [], warnings: [] })
    expect(reading.operations.map(({ id, kind }) => [id, kind])).toEqual([
      ['units_convert', 'call'],
      [ASK, 'question'],
    ])
    const [operation, question] = reading.operations
    if (operation === undefined || question === undefined) throw new Error('no operations')
    const agent = { id: 'ours', url, did: null, reading }
    const call = { idempotencyKey: 'k', signer: caller }
    expect(await protocol.call(agent, operation, { data: { value: 3 } }, call)).toEqual({
      state: 'completed',
      text: '',
      data: [{ echo: { value: 3 } }],
    })
    expect(await protocol.call(agent, question, { question: 'Well?' }, call)).toEqual({
      state: 'completed',
      text: 'You asked: Well?',
    })
  })
})

describe('who isn’t known', () => {
  it('gets the public card, and otherwise 401 with what is wanted', { timeout: TIMEOUT }, async () => {
    const { offer, origin, url, invoke } = await start()
    const shown = await (await fetch(`${origin}/${CARD_PATH}`)).text()
    expect(shown).toBe(offer.published()?.files.find(({ path }) => path === CARD_PATH)?.text)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} })
    const refused = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/^DIDWba /)
    expect(invoke).not.toHaveBeenCalled()
  })

  it('is turned away and waits in the inbox', { timeout: TIMEOUT }, async () => {
    const { agents, client, caller, invoke } = await start()
    const task = taskOf(await (await client()).sendMessage(send(convert())))
    expect(task.status?.state).toBe(TaskState.TASK_STATE_REJECTED)
    expect(invoke).not.toHaveBeenCalled()
    expect(agents.callers()).toMatchObject([
      { did: caller.did, status: 'asked', asked: { method: TOOL.method } },
    ])
  })
})

describe('a request', () => {
  it('is good once, for its body, and by a signature over it', { timeout: TIMEOUT }, async () => {
    const { allow, caller, invoke, post, url } = await start()
    await allow()
    const request = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'none' } }
    const target = { method: 'POST', url, body: Buffer.from(JSON.stringify(request)) }
    const proof = await signRequest(target, { signer: caller, form: 'http-signature', now: new Date() })
    const headers = { 'content-type': 'application/json', ...proof }
    const sent = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(request) })
    expect((await sent()).status).toBe(200)
    expect((await sent()).status).toBe(401)
    expect((await post(request, { body: JSON.stringify({ ...request, id: 2 }) })).status).toBe(401)
    expect(invoke).not.toHaveBeenCalled()
  })

  it(
    'for a callback at a private address, of an unknown version or method, or without JSON is refused clearly',
    { timeout: TIMEOUT },
    async () => {
      const { allow, client, invoke, post } = await start()
      await allow()
      const codeOf = async (request: object, headers: Record<string, string> = {}) => {
        const answer = (await (await post(request, { headers })).json()) as { error?: { code: number } }
        return answer.error?.code
      }
      const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } }
      const config = { url: 'https://169.254.169.254/', token: 't' }
      const withCallback = { ...params, configuration: { taskPushNotificationConfig: config } }
      const newer = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: withCallback }
      expect(await codeOf(newer)).toBe(-32_602)
      const message = { messageId: 'm', role: 'user', kind: 'message', parts: [{ kind: 'text', text: 'hi' }] }
      const older = { message, configuration: { pushNotificationConfig: config } }
      expect(await codeOf({ jsonrpc: '2.0', id: 1, method: 'message/send', params: older })).toBe(-32_602)
      const sdk = await client()
      const task = taskOf(await sdk.sendMessage(send(convert())))
      const set = {
        jsonrpc: '2.0',
        id: 1,
        method: 'CreateTaskPushNotificationConfig',
        params: { taskId: task.id, ...config },
      }
      expect(await codeOf(set)).toBe(-32_602)
      expect(
        await codeOf(
          { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } },
          { 'A2A-Version': '2.0' },
        ),
      ).toBe(-32_009)
      expect(await codeOf({ jsonrpc: '2.0', id: 1, method: 'Nothing', params: {} })).toBe(-32_601)
      expect(await codeOf([])).toBe(-32_600)
      expect(invoke).toHaveBeenCalledTimes(1)
    },
  )
})

describe('a task', () => {
  it('is its caller’s alone', { timeout: TIMEOUT }, async () => {
    const { allow, client } = await start()
    const other = createMemorySigner()
    await allow()
    await allow(other)
    const own = await client()
    const task = taskOf(await own.sendMessage(send(convert())))
    const stranger = await client('1.0', other)
    await expect(stranger.getTask({ tenant: '', id: task.id })).rejects.toThrow(/Task not found/)
    await expect(stranger.cancelTask({ tenant: '', id: task.id, metadata: undefined })).rejects.toThrow(
      /Task not found/,
    )
    const all = {
      tenant: '',
      contextId: '',
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
    }
    expect((await stranger.listTasks(all)).tasks).toEqual([])
    expect((await own.listTasks(all)).tasks).toMatchObject([{ id: task.id }])
  })

  it('is canceled while it runs', { timeout: TIMEOUT }, async () => {
    const { allow, client, invoke } = await start()
    await allow()
    const stopped = vi.fn<() => void>()
    invoke.mockImplementation(
      ({ signal }) =>
        new Promise((_done, fail) => {
          signal.addEventListener('abort', () => {
            stopped()
            fail(new Error('stopped'))
          })
        }),
    )
    const sdk = await client()
    const task = taskOf(await sdk.sendMessage(send(convert(), true)))
    expect(task.status?.state).toBe(TaskState.TASK_STATE_WORKING)
    const canceled = await sdk.cancelTask({ tenant: '', id: task.id, metadata: undefined })
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
    await expect.poll(() => stopped.mock.calls.length, { timeout: 20_000 }).toBe(1)
    expect(await sdk.getTask({ tenant: '', id: task.id })).toMatchObject({
      status: { state: TaskState.TASK_STATE_CANCELED },
      contextId: task.contextId,
    })
  })

  it('goes on without its listener, and tells one that comes back', { timeout: TIMEOUT }, async () => {
    const { allow, client, invoke } = await start()
    await allow()
    const goOn = Promise.withResolvers<undefined>()
    invoke.mockImplementation(async () => {
      await goOn.promise
      return { ok: true, output: { done: true } }
    })
    const sdk = await client()
    const gone = new AbortController()
    let id = ''
    const listening = (async () => {
      for await (const { payload } of sdk.sendMessageStream(send(convert()), { signal: gone.signal })) {
        if (payload?.$case === 'task') id = payload.value.id
        gone.abort()
      }
    })()
    await expect(listening).rejects.toThrow()
    const back = (async () => {
      const kinds: (string | undefined)[] = []
      for await (const { payload } of sdk.resubscribeTask({ tenant: '', id })) {
        kinds.push(payload?.$case)
        goOn.resolve(undefined)
      }
      return kinds
    })()
    expect(await back).toEqual(['task', 'artifactUpdate', 'statusUpdate'])
    await expect
      .poll(async () => (await sdk.getTask({ tenant: '', id })).status?.state, {
        timeout: 20_000,
        interval: 500,
      })
      .toBe(TaskState.TASK_STATE_COMPLETED)
  })

  it('fails without telling what happened inside', { timeout: TIMEOUT }, async () => {
    const { allow, client, invoke } = await start()
    await allow()
    invoke.mockRejectedValueOnce(new Error('secret path'))
    const task = taskOf(await (await client()).sendMessage(send(convert())))
    expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED)
    expect(JSON.stringify(task)).not.toContain('secret')
  })
})
