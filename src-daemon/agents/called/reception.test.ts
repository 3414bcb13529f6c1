import { request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { openDatabase } from '../../storage/index.ts'
import { callAgent } from '../calling/call-agent.ts'
import { createDidAuthService } from '../requests/service.ts'
import { readChallenge, signRequest, type SentForm } from '../requests/sign-request.ts'
import { effort } from '../../testing/effort.ts'
import { openTestEndpoint, TOOL } from '../testing/endpoint.ts'

/** An agent with an endpoint on a random port, and another one that may call it. */
const start = async (more: Parameters<typeof openTestEndpoint>[0] = {}) => {
  const endpoint = await openTestEndpoint(more)
  onTestFinished(endpoint.close)
  const { agents, caller, did, didAuth, dids, guard, port } = endpoint
  const allow = (tools = [TOOL.id]) => agents.answer({ did: caller.did, status: 'allowed', tools })
  const call = (method = TOOL.method, params: Record<string, unknown> = { a: 1 }) =>
    callAgent(
      { dids, didAuth, guard },
      {
        did,
        method,
        params,
        requester: 'test',
      },
    )
  const header = (input: { operation?: string; params?: Record<string, unknown>; audience?: string } = {}) =>
    didAuth.create({ operation: TOOL.method, params: { a: 1 }, audience: did, requester: 'test', ...input })
  const body = (change: object = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: TOOL.method, params: { a: 1 }, ...change })
  const post = (input: {
    authorization?: string
    body?: string
    headers?: Record<string, string>
    path?: string
    method?: string
  }) =>
    send(port, {
      path: input.path ?? '/a2a',
      method: input.method ?? 'POST',
      body: input.body ?? body(),
      headers: {
        host: `localhost:${String(port)}`,
        'content-type': 'application/json',
        ...(input.authorization === undefined ? {} : { authorization: input.authorization }),
        ...input.headers,
      },
    })
  return { ...endpoint, allow, call, header, body, post }
}

const send = (
  port: number,
  {
    path,
    method,
    body,
    headers,
  }: { path: string; method: string; body: string; headers: Record<string, string> },
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> =>
  new Promise((done, fail) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => done({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })

describe('a call between two agents', () => {
  it('reaches the tool the owner opened, with the parameters by name', async () => {
    const { allow, call, invoke, caller, agents } = await start()
    await allow()
    expect(await call()).toEqual({ echo: { a: 1 } })
    expect(invoke).toHaveBeenCalledWith(
      expect.objectContaining({ toolId: TOOL.id, params: { a: 1 }, did: caller.did }),
    )
    expect(agents.callers()).toMatchObject([{ did: caller.did, status: 'allowed', calls: 1 }])
  })

  it('waits in the inbox until the owner answers, and reveals nothing after a refusal', async () => {
    const { agents, allow, call, caller, invoke } = await start()
    await expect(call()).rejects.toMatchObject({ code: 'agent_refused', details: { code: -32_002 } })
    expect(agents.callers()).toMatchObject([
      { did: caller.did, status: 'asked', asked: { method: TOOL.method, params: '{"a":1}' } },
    ])
    await agents.answer({ did: caller.did, status: 'refused', tools: [] })
    await expect(call()).rejects.toMatchObject({ code: 'agent_refused', details: { code: -32_002 } })
    expect(invoke).not.toHaveBeenCalled()
    await allow()
    expect(await call()).toEqual({ echo: { a: 1 } })
    await agents.forget(caller.did)
    await expect(call()).rejects.toMatchObject({ code: 'agent_refused' })
  })

  it('gets neither a tool that was not shared with it nor a removed one', async () => {
    const { agents, allow, call, invoke, caller } = await start()
    await allow([])
    for (const method of [TOOL.method, 'note/state.query', 'nothing', '__proto__', 'constructor'])
      await expect(call(method)).rejects.toMatchObject({ details: { code: -32_601 } })
    await expect(
      agents.answer({ did: caller.did, status: 'allowed', tools: ['acp:note/state.query'] }),
    ).rejects.toThrow(/agent_tool_not_exposable/)
    expect(invoke).not.toHaveBeenCalled()
  })

  it('gets state by its presented authorization, without being listed, unless it was refused', async () => {
    const { agents, call, invoke, caller } = await start()
    const authorization = [{ id: 'urn:uuid:x' }]
    const ask = () => call('note/state.query', { query: {}, authorization })
    expect(await ask()).toEqual({ echo: { query: {} } })
    expect(invoke).toHaveBeenCalledWith(
      expect.objectContaining({ toolId: 'acp:note/state.query', did: caller.did, authorization }),
    )
    expect(agents.callers()).toEqual([])
    await expect(call('note/state.query', { query: {} })).rejects.toMatchObject({ code: 'agent_refused' })
    await expect(call(TOOL.method, { authorization })).rejects.toMatchObject({ code: 'agent_refused' })
    await agents.answer({ did: caller.did, status: 'refused', tools: [] })
    await expect(ask()).rejects.toMatchObject({ code: 'agent_refused' })
    expect(invoke).toHaveBeenCalledTimes(1)
  })

  it('tells the words of a failure, and nothing of its inside', async () => {
    const { allow, call, invoke } = await start()
    await allow()
    invoke.mockResolvedValueOnce({ ok: false, code: 'INVALID_INPUT', message: 'value must be a number' })
    await expect(call()).rejects.toMatchObject({
      details: { code: -32_602, message: 'value must be a number' },
    })
    invoke.mockRejectedValueOnce(new Error('secret path'))
    await expect(call()).rejects.toMatchObject({ code: 'agent_answer_unusable', details: { status: 500 } })
  })
})

describe('a request that was not made for this', () => {
  it('is good once', async () => {
    const { allow, header, post, invoke } = await start()
    await allow()
    const authorization = await header()
    expect((await post({ authorization })).status).toBe(200)
    const again = await post({ authorization })
    expect(again).toMatchObject({ status: 401 })
    expect(invoke).toHaveBeenCalledTimes(1)
  })

  it('is refused for another audience, method, parameters or time', async () => {
    const { allow, header, post, body, invoke, later } = await start()
    await allow()
    const refused = async (authorization: string, text = body()) =>
      (await post({ authorization, body: text })).status
    expect(await refused(await header({ audience: 'did:web:localhost%3A1' }))).toBe(401)
    expect(await refused(await header({ operation: 'other/tool' }))).toBe(401)
    expect(await refused(await header({ params: { a: 2 } }))).toBe(401)
    expect(await refused(await header(), body({ params: { a: 1, b: 2 } }))).toBe(401)
    expect(await refused('Bearer x')).toBe(401)
    const old = await header()
    later(301_000)
    expect(await refused(old)).toBe(401)
    expect((await post({})).status).toBe(401)
    expect(invoke).not.toHaveBeenCalled()
  })

  it.each([
    ['another host', { headers: { host: 'evil.test' } }, 421],
    ['the address without its port', { headers: { host: '127.0.0.1' } }, 421],
    ['a web page', { headers: { origin: 'https://evil.test' } }, 403],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 415],
    ['another path', { path: '/rpc/cli' }, 404],
    ['another method', { method: 'GET', body: '' }, 405],
    ['too much', { body: JSON.stringify({ a: 'x'.repeat(70_000) }) }, 413],
    ['no JSON', { body: '{' }, 400],
    ['a name twice', { body: '{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}' }, 400],
    ['a batch', { body: '[]' }, 400],
    ['parameters by place', { body: '{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}' }, 400],
    ['a notification', { body: '{"jsonrpc":"2.0","method":"a"}' }, 400],
  ])('is refused from %s', async (_what, input, status) => {
    const { post, invoke } = await start()
    expect((await post(input)).status).toBe(status)
    expect(invoke).not.toHaveBeenCalled()
  })
})

describe('a request in one of ANP’s forms', () => {
  const signed = async (
    { caller, port, body }: Awaited<ReturnType<typeof start>>,
    form: SentForm,
    { path = '/a2a', nonce }: { path?: string; nonce?: string } = {},
  ) => {
    const url = `http://localhost:${String(port)}${path}`
    const request = { method: 'POST', url, body: Buffer.from(body()) }
    return signRequest(request, { signer: caller, form, now: new Date(), nonce })
  }

  it.each(['http-signature', 'didwba'] as const)('reaches the tool once: %s', async (form) => {
    const agent = await start()
    await agent.allow()
    const headers = await signed(agent, form)
    expect(await agent.post({ headers })).toMatchObject({ status: 200 })
    expect(await agent.post({ headers })).toMatchObject({ status: 401 })
    expect(agent.invoke).toHaveBeenCalledTimes(1)
    expect(agent.invoke).toHaveBeenCalledWith(
      expect.objectContaining({ toolId: TOOL.id, params: { a: 1 }, did: agent.caller.did }),
    )
  })

  it('is refused with another body or address than was signed', async () => {
    const agent = await start()
    await agent.allow()
    const headers = await signed(agent, 'http-signature')
    expect((await agent.post({ headers, body: agent.body({ params: { a: 2 } }) })).status).toBe(401)
    const elsewhere = await signed(agent, 'http-signature', { path: '/other' })
    expect((await agent.post({ headers: elsewhere })).status).toBe(401)
    expect(agent.invoke).not.toHaveBeenCalled()
    expect((await agent.post({ headers })).status).toBe(200)
  })

  it('waits in the inbox like any other of a stranger', async () => {
    const agent = await start()
    expect((await agent.post({ headers: await signed(agent, 'http-signature') })).status).toBe(403)
    expect(agent.agents.callers()).toMatchObject([{ did: agent.caller.did, status: 'asked' }])
  })

  it('is asked for where there is none, with a nonce that may be used', async () => {
    const agent = await start()
    await agent.allow()
    const refused = await agent.post({})
    expect(refused.status).toBe(401)
    const challenge = readChallenge(new Headers(refused.headers as Record<string, string>))
    expect(challenge).toMatchObject({ form: 'http-signature' })
    const headers = await signed(agent, 'http-signature', { nonce: challenge?.nonce ?? 'none' })
    expect(headers['Signature-Input']).toContain(`nonce="${challenge?.nonce ?? 'none'}"`)
    expect((await agent.post({ headers })).status).toBe(200)
  })
})

describe('a flood', () => {
  it('of an allowed agent is cut off, and ends', async () => {
    const { allow, header, post, invoke } = await start()
    await allow()
    const statuses: number[] = []
    const begun = performance.now()
    for (let n = 0; n < 40; n += 1) statuses.push((await post({ authorization: await header() })).status)
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(statuses).toContain(429)
    // Twenty at once and one per second after that, however long this took.
    expect(invoke.mock.calls.length).toBeLessThanOrEqual(20 + Math.ceil((performance.now() - begun) / 1000))
  })

  it('of strangers does not keep out who is allowed, and fills no inbox', async () => {
    const { agents, allow, call, did, port, post } = await start()
    await allow()
    const begun = performance.now()
    for (let n = 0; n < 60; n += 1) {
      const stranger = createMemorySigner()
      const auth = createDidAuthService({
        db: openDatabase({ path: ':memory:', log: { info: () => undefined } }),
        dids: { resolve: () => Promise.reject(new Error()), key: () => Promise.reject(new Error()) },
        identity: { signer: () => stranger },
        now: () => new Date(),
      })
      const authorization = await auth.create({ operation: 'x', params: {}, audience: did, requester: 'x' })
      await post({ authorization, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x' }) })
    }
    // Ten at once and one every three seconds after that, for all unknown agents together.
    const most = 10 + Math.ceil((performance.now() - begun) / 3000)
    expect(agents.callers().filter(({ status }) => status === 'asked').length).toBeLessThanOrEqual(most)
    expect(await call()).toEqual({ echo: { a: 1 } })
    expect(port).toBeGreaterThan(0)
  })

  it('at once is held to a few', async () => {
    const { allow, header, post, invoke } = await start()
    await allow()
    const gate = Promise.withResolvers<undefined>()
    invoke.mockImplementation(async () => {
      await gate.promise
      return { ok: true, output: {} }
    })
    const sent = await Promise.all([1, 2, 3, 4, 5].map(() => header()))
    const statuses: number[] = []
    const answers = sent.map(async (authorization) => {
      statuses.push((await post({ authorization })).status)
    })
    await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([429, 429, 429])
    gate.resolve(undefined)
    await Promise.all(answers)
    expect(statuses).toEqual([429, 429, 429, 200, 200])
    expect(invoke).toHaveBeenCalledTimes(2)
  })
})

describe('the endpoint', () => {
  it('has a did:web of its own, also beside a did:wba that has taken its place', async () => {
    const wba = {
      host: '',
      path: '/.well-known/did.json',
      mediaType: 'application/json',
      text: '{"id":"wba"}',
    }
    const agent = await start({ files: () => [wba] })
    const { agents, allow, did, port, post, dids, didAuth, guard } = agent
    const get = async (path: string) =>
      (JSON.parse((await post({ path, method: 'GET', body: '' })).text) as { id: string }).id
    expect(agents.status().did).toBe(did)
    expect(await get('/.well-known/did.json')).toBe(did)
    expect(await get('/agent/did.json')).toBe(`${did}:agent`)
    wba.host = `localhost:${String(port)}`
    expect(await get('/.well-known/did.json')).toBe('wba')
    expect(agents.status().did).toBe(`${did}:agent`)
    await allow()
    const called = await callAgent(
      { dids, didAuth, guard },
      { did: agents.status().did, method: TOOL.method, params: { a: 1 }, requester: 'test' },
    )
    expect(called).toEqual({ echo: { a: 1 } })
  })

  it('moves and closes, and stays unchanged when it cannot', async () => {
    const { agents, port, post } = await start()
    const endpoint = agents.status().endpoint
    await expect(agents.setEndpoint({ ...endpoint, host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'agent_endpoint_invalid',
    })
    await expect(agents.setEndpoint({ ...endpoint, publicUrl: 'https://a.test/path' })).rejects.toMatchObject(
      {
        code: 'agent_endpoint_invalid',
      },
    )
    const { createServer } = await import('node:net')
    const taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    const address = taken.address() as { port: number }
    await expect(agents.setEndpoint({ ...endpoint, port: address.port })).rejects.toMatchObject({
      code: 'port_taken',
    })
    await new Promise((done) => taken.close(done))
    expect(agents.status()).toMatchObject({ listening: true, endpoint: { port } })
    expect((await post({ path: '/.well-known/did.json', method: 'GET', body: '' })).status).toBe(200)
    await agents.setEndpoint({ ...endpoint, enabled: false })
    expect(agents.status().listening).toBe(false)
    await expect(post({})).rejects.toThrow()
  })
})

const CALLS = effort(2000, 10_000)

describe(`${String(CALLS)} calls of 100 agents`, () => {
  it('one of which floods: the others are served, and nothing is lost', { timeout: 300_000 }, async () => {
    const { agents, db, did, invoke, body, post } = await start()
    // More calls at a time than places to run in: they wait in line.
    invoke.mockImplementation(async () => {
      await setTimeout(2)
      return { ok: true, output: {} }
    })
    const others = Array.from({ length: 99 }, () => createMemorySigner())
    const flooder = createMemorySigner()
    for (const one of [...others, flooder])
      await agents.answer({ did: one.did, status: 'allowed', tools: [TOOL.id] })
    const make = (signer: typeof flooder) =>
      createDidAuthService({
        db,
        dids: { resolve: () => Promise.reject(new Error()), key: () => Promise.reject(new Error()) },
        identity: { signer: () => signer },
        now: () => new Date(),
      }).create({ operation: TOOL.method, params: { a: 1 }, audience: did, requester: 'test' })
    const send = async (signer: typeof flooder) =>
      (await post({ authorization: await make(signer), body: body() })).status
    const flood = { sent: 0, served: 0 }
    const EACH = 10
    const flooding = Array.from({ length: 20 }, async () => {
      while (flood.sent < CALLS - others.length * EACH) {
        flood.sent += 1
        if ((await send(flooder)) === 200) flood.served += 1
      }
    })
    const statuses = await Promise.all(
      others.map(async (one) => {
        const own: number[] = []
        for (let n = 0; n < EACH; n += 1) own.push(await send(one))
        return own
      }),
    )
    await Promise.all(flooding)
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([])
    expect(flood.served).toBeGreaterThan(0)
    expect(flood.served).toBeLessThan(flood.sent / 2)
    const counted = agents.callers().map(({ calls }) => calls)
    expect(counted.reduce((sum, calls) => sum + calls, 0)).toBe(invoke.mock.calls.length)
    expect(invoke).toHaveBeenCalledTimes(others.length * EACH + flood.served)
  })
})
