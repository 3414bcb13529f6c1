import type { ServerResponse } from 'node:http'
import { TaskState } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import type { OperationCall } from '../contacts/protocol.ts'
import { CALL_LIMITS, type CallLimits } from './client/limits.ts'
import { createA2aProtocol } from './protocol.ts'
import {
  artifactOf,
  messageOf,
  openSdkAgent,
  statusOf,
  taskOf,
  textPart,
  type SdkAgentOptions,
} from './testing/sdk-agent.ts'

const LIMITS: CallLimits = { ...CALL_LIMITS, totalMs: 60_000, pollMs: [5, 20] }
const TIMEOUT = 60_000

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An agent on the SDK's server, and our client for it. */
const open = async (options: SdkAgentOptions, limits: Partial<CallLimits> = {}) => {
  const agent = await openSdkAgent(options)
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [agent.host] })
  onTestFinished(async () => {
    await guard.close()
    await agent.close()
  })
  // The SDK must have no other way out than the guard.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('past the network guard')))
  const protocol = createA2aProtocol({
    log: { warn: () => undefined },
    guard,
    dids: {
      key: () => Promise.reject(new Error('no DID')),
      resolve: () => Promise.reject(new Error('no DID')),
    },
    developmentHosts: () => [agent.host],
    now: () => new Date(),
    limits: { ...LIMITS, ...limits },
  })
  const url = `${agent.origin}/.well-known/agent-card.json`
  const call = async (input: Record<string, unknown>, given: Partial<OperationCall> = {}) => {
    const reading = await protocol.read(url, { signer: null })
    const [operation] = reading.operations
    if (operation === undefined) throw new Error('no operation')
    return protocol.call({ id: 'weather', url, did: null, reading }, operation, input, {
      idempotencyKey: 'key-1',
      signer: null,
      ...given,
    })
  }
  return { agent, call, protocol, url }
}

describe.each(['1.0', '0.3'] as const)('an agent of version %s', (version) => {
  it('answers in one message', { timeout: TIMEOUT }, async () => {
    const { agent, call } = await open({
      version,
      execute: ({ taskId, contextId, userMessage }, bus) => {
        const [part] = userMessage.parts
        const said = part?.content?.$case === 'text' ? part.content.value : ''
        bus.publish(AgentEvent.message(messageOf(taskId, contextId, [textPart(`sunny, ${said}`)])))
        return Promise.resolve()
      },
    })
    const texts: string[] = []
    const result = await call({ question: '明天?' }, { onText: (text) => texts.push(text) })
    expect(result).toEqual({ state: 'completed', text: 'sunny, 明天?' })
    expect(texts).toEqual(['sunny, 明天?'])
    const sent = agent.requests.find(({ path }) => path === '/rpc')
    expect(sent?.headers['a2a-version']).toBe(version)
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      method: version === '1.0' ? 'SendStreamingMessage' : 'message/stream',
      params: { message: { messageId: 'key-1', metadata: { skillId: 'forecast' } } },
    })
    expect(sent?.body).not.toContain('ushNotification')
  })

  it.each([true, false])(
    'answers with a task of texts, data and files (streaming: %s)',
    { timeout: TIMEOUT },
    async (streaming) => {
      const file = Buffer.from('PNG')
      const { call } = await open({
        version,
        streaming,
        execute: (context, bus) => {
          const { taskId, contextId } = context
          bus.publish(AgentEvent.task(taskOf(context)))
          bus.publish(AgentEvent.artifactUpdate(artifactOf(context, [textPart('It will ')])))
          bus.publish(AgentEvent.artifactUpdate(artifactOf(context, [textPart('rain.')], { append: true })))
          const others = [
            {
              content: { $case: 'data' as const, value: { mm: 3 } },
              filename: '',
              mediaType: '',
              metadata: undefined,
            },
            {
              content: { $case: 'raw' as const, value: file },
              filename: 'a.png',
              mediaType: 'image/png',
              metadata: undefined,
            },
            {
              content: { $case: 'url' as const, value: 'https://a.test/b' },
              filename: '',
              mediaType: 'image/gif',
              metadata: undefined,
            },
            {
              content: { $case: 'url' as const, value: 'file:///etc/passwd' },
              filename: '',
              mediaType: '',
              metadata: undefined,
            },
          ]
          bus.publish(AgentEvent.artifactUpdate(artifactOf(context, others, { artifactId: 'b' })))
          bus.publish(AgentEvent.statusUpdate(statusOf(taskId, contextId, TaskState.TASK_STATE_COMPLETED)))
          return Promise.resolve()
        },
      })
      const result = await call({ question: 'and then?' })
      expect(result).toEqual({
        state: 'completed',
        text: streaming ? 'It will rain.' : (expect.stringMatching(/^It will \n?rain\.$/) as unknown),
        data: [{ mm: 3 }],
        files: [
          { name: 'a.png', mediaType: 'image/png', base64: file.toString('base64') },
          { mediaType: 'image/gif', url: 'https://a.test/b' },
        ],
      })
    },
  )

  it.each([true, false])(
    'asks back, and goes on with the task (streaming: %s)',
    { timeout: TIMEOUT },
    async (streaming) => {
      const { call } = await open({
        version,
        streaming,
        execute: (context, bus) => {
          const { taskId, contextId, task, userMessage } = context
          bus.publish(AgentEvent.task(task ?? taskOf(context)))
          const [part] = userMessage.parts
          const said = part?.content?.$case === 'text' ? part.content.value : ''
          const state =
            task === undefined ? TaskState.TASK_STATE_INPUT_REQUIRED : TaskState.TASK_STATE_COMPLETED
          const parts = [textPart(task === undefined ? 'Where?' : `In ${said}: sun.`)]
          bus.publish(AgentEvent.statusUpdate(statusOf(taskId, contextId, state, parts)))
          return Promise.resolve()
        },
      })
      const asked = await call({ question: 'Weather?' })
      expect(asked).toMatchObject({
        state: 'input-required',
        text: 'Where?',
        task: expect.any(String) as unknown,
      })
      const result = await call({ question: 'Kyoto', task: asked['task'] })
      expect(result).toEqual({ state: 'completed', text: 'In Kyoto: sun.' })
    },
  )

  it('wants a sign-in, which the owner is told', { timeout: TIMEOUT }, async () => {
    const { call } = await open({
      version,
      execute: (context, bus) => {
        bus.publish(AgentEvent.task(taskOf(context)))
        const parts = [textPart('Sign in at https://a.test')]
        const { taskId, contextId } = context
        bus.publish(
          AgentEvent.statusUpdate(statusOf(taskId, contextId, TaskState.TASK_STATE_AUTH_REQUIRED, parts)),
        )
        return Promise.resolve()
      },
    })
    const result = await call({ question: 'Book it' })
    expect(result).toMatchObject({ state: 'auth-required', text: 'Sign in at https://a.test' })
  })

  it('fails, with its own words', { timeout: TIMEOUT }, async () => {
    const { agent, call } = await open({
      version,
      execute: (context, bus) => {
        bus.publish(AgentEvent.task(taskOf(context)))
        const { taskId, contextId } = context
        const parts = [textPart('No such place.')]
        bus.publish(AgentEvent.statusUpdate(statusOf(taskId, contextId, TaskState.TASK_STATE_FAILED, parts)))
        return Promise.resolve()
      },
    })
    await expect(call({ question: 'Atlantis' })).rejects.toMatchObject({
      code: 'agent_refused',
      details: { did: agent.host, code: 'failed', message: 'No such place.' },
    })
  })

  it('is told when nobody waits any more', { timeout: TIMEOUT }, async () => {
    const { agent, call } = await open({
      version,
      execute: async (context, bus) => {
        bus.publish(AgentEvent.task(taskOf(context)))
        bus.publish(AgentEvent.artifactUpdate(artifactOf(context, [textPart('thinking')])))
        await expect.poll(() => agent.canceled.length, { timeout: 20_000 }).toBe(1)
      },
    })
    const stop = new AbortController()
    const reason = new Error('enough')
    const onText = (): void => {
      stop.abort(reason)
    }
    await expect(call({ question: 'Long?' }, { signal: stop.signal, onText })).rejects.toBe(reason)
    await expect.poll(() => agent.canceled.length, { timeout: 20_000 }).toBe(1)
  })

  it('loses the connection, and is asked for the rest', { timeout: TIMEOUT }, async () => {
    const goOn = Promise.withResolvers<undefined>()
    const cut = new Set<ServerResponse>()
    const { agent, call } = await open({
      version,
      before: (request, response, body) => {
        if (request.url === '/rpc' && /"(SendStreamingMessage|message\/stream)"/.test(body)) cut.add(response)
        else if (request.url === '/rpc') goOn.resolve(undefined)
        return false
      },
      execute: async (context, bus) => {
        bus.publish(AgentEvent.task(taskOf(context)))
        await goOn.promise
        const { taskId, contextId } = context
        bus.publish(AgentEvent.artifactUpdate(artifactOf(context, [textPart('done')])))
        bus.publish(AgentEvent.statusUpdate(statusOf(taskId, contextId, TaskState.TASK_STATE_COMPLETED)))
      },
    })
    const answer = call({ question: 'Still there?' })
    await expect.poll(() => [...cut].some(({ headersSent }) => headersSent), { timeout: 20_000 }).toBe(true)
    for (const response of cut) response.destroy()
    expect(await answer).toMatchObject({ state: 'completed' })
    expect(
      agent.requests.some(({ body }) =>
        /"(SubscribeToTask|tasks\/resubscribe|GetTask|tasks\/get)"/.test(body),
      ),
    ).toBe(true)
  })
})

describe('a request', () => {
  it('is signed as the identity that calls', { timeout: TIMEOUT }, async () => {
    const { agent, call } = await open({
      execute: ({ taskId, contextId }, bus) => {
        bus.publish(AgentEvent.message(messageOf(taskId, contextId, [textPart('hello')])))
        return Promise.resolve()
      },
    })
    const signer = createMemorySigner()
    await call({ question: 'Who am I?' }, { signer })
    const sent = agent.requests.find(({ path }) => path === '/rpc')
    expect(sent?.headers['signature-input']).toContain(`keyid="${signer.keyId}"`)
    expect(sent?.headers['content-digest']).toMatch(/^sha-256=:/)
  })

  it('is signed again with the nonce of a refusal', { timeout: TIMEOUT }, async () => {
    const { agent, call } = await open({
      before: (request, response) => {
        const isAsked =
          request.url === '/rpc' && request.headers['signature-input']?.includes('nonce="wanted"') !== true
        if (isAsked)
          response
            .writeHead(401, {
              'WWW-Authenticate': 'DIDWba realm="a", nonce="wanted"',
              'Accept-Signature': 'sig1=()',
            })
            .end()
        return isAsked
      },
      execute: ({ taskId, contextId }, bus) => {
        bus.publish(AgentEvent.message(messageOf(taskId, contextId, [textPart('hello')])))
        return Promise.resolve()
      },
    })
    expect(await call({ question: 'Hi' }, { signer: createMemorySigner() })).toMatchObject({ text: 'hello' })
    expect(agent.requests.filter(({ path }) => path === '/rpc')).toHaveLength(2)
  })
})

describe('an answer that is none', () => {
  const never = (): Promise<void> => new Promise(() => undefined)
  const rpc = (answer: (response: ServerResponse, id: unknown) => void): SdkAgentOptions => ({
    execute: never,
    before: (request, response, body) => {
      if (request.url !== '/rpc') return false
      const parsed: unknown = JSON.parse(body)
      answer(response, (parsed as { id: unknown }).id)
      return true
    },
  })
  const stream = (response: ServerResponse, text: string): ServerResponse => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
    return response
  }

  it.each([
    ['HTML', (response: ServerResponse) => response.end('<html>')],
    [
      'an event of another request',
      (response: ServerResponse) =>
        stream(response, 'data: {"jsonrpc":"2.0","id":"x","result":{}}\n\n').end(),
    ],
    ['no JSON', (response: ServerResponse) => stream(response, 'data: {\n\n').end()],
    ['nothing', (response: ServerResponse) => stream(response, '').end()],
    [
      'parts that are none',
      (response: ServerResponse, id: unknown) =>
        stream(
          response,
          `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { message: { parts: [null] } } })}\n\n`,
        ).end(),
    ],
  ])('is named: %s', { timeout: TIMEOUT }, async (_what, answer) => {
    const { call } = await open(rpc(answer))
    await expect(call({ question: 'Hi' })).rejects.toMatchObject({ code: 'agent_answer_unusable' })
  })

  it('is a refusal in its own words', { timeout: TIMEOUT }, async () => {
    const { call } = await open(
      rpc((response, id) => {
        const error = { code: -32_005, message: 'No pictures' }
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, error }))
      }),
    )
    await expect(call({ question: 'Hi' })).rejects.toMatchObject({
      code: 'agent_refused',
      details: { code: -32_005, message: 'No pictures' },
    })
  })

  it('never ends, and is ended: comments, an endless line, and silence', { timeout: TIMEOUT }, async () => {
    const timers: NodeJS.Timeout[] = []
    onTestFinished(() => {
      for (const timer of timers) clearInterval(timer)
    })
    const repeat = (text: string) =>
      rpc((response) => {
        stream(response, '')
        timers.push(setInterval(() => response.write(text), 1))
      })
    const comments = await open(repeat(`: ${'x'.repeat(10_000)}\n\n`), { maxBytes: 100_000 })
    await expect(comments.call({ question: 'Hi' })).rejects.toMatchObject({ code: 'response_too_large' })
    const line = await open(repeat('x'.repeat(100_000)))
    await expect(line.call({ question: 'Hi' })).rejects.toMatchObject({ code: 'response_too_large' })
    const silence = await open(
      rpc((response) => stream(response, ':\n')),
      { silentMs: 100 },
    )
    await expect(silence.call({ question: 'Hi' })).rejects.toMatchObject({ code: 'network_timeout' })
  })

  it('is elsewhere: a redirect to a private address isn’t followed', { timeout: TIMEOUT }, async () => {
    const { call } = await open(
      rpc((response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end()),
    )
    await expect(call({ question: 'Hi' })).rejects.toMatchObject({ code: 'network_refused' })
  })
})
