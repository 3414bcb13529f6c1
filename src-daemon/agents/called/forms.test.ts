import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, it, onTestFinished } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { useIdentityHome } from '../../identity/keys/testing.ts'
import { signRequest } from '../requests/sign-request.ts'
import { NO_OFFER } from '../testing/endpoint.ts'
import { OFFERED, openOwnAgent } from '../testing/own-agent.ts'

const home = useIdentityHome()
const ASKED = { ...OFFERED, id: 'acp:door/open', method: 'door/open', title: 'open', description: 'Opens.' }

/** An agent with one operation that runs at once, and one that the owner is asked about, in every form. */
const start = async () => {
  const agent = await openOwnAgent(home, { tools: [OFFERED, ASKED] })
  onTestFinished(agent.close)
  agent.offer.set({
    ...NO_OFFER,
    did: agent.did,
    name: 'Units',
    operations: [
      { tool: OFFERED.id, humanAuthorization: false },
      { tool: ASKED.id, humanAuthorization: true },
    ],
    forms: ['openapi', 'mcp'],
  })
  const caller = createMemorySigner()
  const post = async (path: string, content: unknown, { signed = false } = {}) => {
    const url = agent.origin + path
    const body = typeof content === 'string' ? content : JSON.stringify(content)
    const proof = signed
      ? await signRequest(
          { method: 'POST', url, body: Buffer.from(body) },
          { signer: caller, form: 'http-signature', now: new Date() },
        )
      : {}
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...proof }, body })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const allow = () => agent.agents.answer({ did: caller.did, status: 'allowed', tools: [OFFERED.id] })
  return { ...agent, post, allow, caller }
}

it('an OpenAPI document is valid, names each operation once, and is what the endpoint answers', async () => {
  const { offer, post, allow, invoke, caller, agents } = await start()
  const { document, files } = await offer.publish()
  expect(document['interfaces']).toMatchObject([
    { protocol: 'openapi', url: expect.stringMatching(/\/openapi\.json$/) as unknown },
    { protocol: 'MCP', url: expect.stringMatching(/\/mcp$/) as unknown },
    { protocol: 'openapi', humanAuthorization: true },
    {
      protocol: 'MCP',
      humanAuthorization: true,
      url: expect.stringMatching(/\/mcp\/authorized$/) as unknown,
    },
  ])
  const text = files.find(({ path }) => path.endsWith('openapi.json'))?.text ?? ''
  const valid = await SwaggerParser.validate(JSON.parse(text) as never)
  expect(Object.keys(valid.paths ?? {})).toEqual(['/operations/units/convert'])

  const path = '/operations/units/convert'
  const unsigned = await post(path, { value: 1 })
  expect(unsigned.status).toBe(401)
  expect(unsigned.headers.get('www-authenticate')).toContain('DIDWba')
  expect((await post(path, { value: 1 }, { signed: true })).status).toBe(403)
  expect(agents.callers()).toMatchObject([
    { did: caller.did, status: 'asked', asked: { method: 'units/convert' } },
  ])
  await allow()
  expect(await post(path, { value: 1 }, { signed: true })).toMatchObject({
    status: 200,
    text: '{"echo":{"value":1}}',
  })
  expect((await post('/operations/units/no', {}, { signed: true })).status).toBe(404)
  for (const body of ['[]', 'null', '{', '"x"'])
    expect((await post(path, body, { signed: true })).status).toBe(400)
  expect((await post('/operations/%E0%A4%A', {})).status).toBe(400)
  expect(invoke).toHaveBeenCalledTimes(1)
})

it('MCP lists what was published to everybody, and calls for those who are allowed', async () => {
  const { offer, post, allow, invoke, agents, caller } = await start()
  const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
  const CALL = rpc('tools/call', { name: 'units.convert', arguments: { value: 2 } })
  const listed = async (path: string): Promise<unknown> => {
    const { text } = await post(path, rpc('tools/list'))
    return JSON.parse(/\{.*\}/.exec(text)?.[0] ?? 'null')
  }
  expect((await post('/mcp', rpc('tools/list'))).status).toBe(404)
  await offer.publish()
  offer.set({ operations: [{ tool: ASKED.id, humanAuthorization: false }] })
  expect(await listed('/mcp')).toMatchObject({
    result: { tools: [{ name: 'units.convert', inputSchema: { required: ['value'] } }] },
  })
  expect(await listed('/mcp/authorized')).toMatchObject({ result: { tools: [{ name: 'door.open' }] } })

  const unsigned = await post('/mcp', CALL)
  expect(unsigned.status).toBe(401)
  expect(unsigned.headers.get('www-authenticate')).toContain('DIDWba')
  expect((await post('/mcp', CALL, { signed: true })).text).toContain('"isError":true')
  expect(agents.callers()).toMatchObject([{ did: caller.did, status: 'asked' }])
  await allow()
  const called = await post('/mcp', CALL, { signed: true })
  expect(called.text).toContain('"structuredContent":{"echo":{"value":2}}')
  expect(called.headers.get('authentication-info')).toContain('access_token')
  for (const name of ['door.open', 'units/convert', 'no'])
    expect((await post('/mcp', rpc('tools/call', { name }), { signed: true })).text).toContain('Unknown tool')
  for (const method of ['subscriptions/listen', 'resources/list', 'tasks/get'])
    expect((await post('/mcp', rpc(method))).text).toContain('-32601')
  for (const body of [`[${JSON.stringify(CALL)}]`, '{', '{"method":1}'])
    expect((await post('/mcp', body, { signed: true })).status).toBe(400)
  expect((await post('/mcp', { jsonrpc: '2.0', method: 'tools/call', params: {} })).status).toBe(202)
  expect(invoke).toHaveBeenCalledTimes(1)
})

it('greetings of one address are limited, and take nothing from those who are allowed', async () => {
  const { offer, post, allow } = await start()
  await offer.publish()
  await allow()
  const greeting = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const statuses = await Promise.all(Array.from({ length: 140 }, () => post('/mcp', greeting)))
  expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThan(5)
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'units.convert', arguments: { value: 1 } },
  }
  expect((await post('/mcp', call, { signed: true })).text).toContain('echo')
})
