import { expect, it } from 'vitest'
import type { AgentContact } from '../../contract/agent-contacts.ts'
import { newId } from '../../platform/ids.ts'
import {
  contactsBeside,
  openOtherAgent,
  OUR_DID,
  requestVerifier,
  type ContactsHome,
  type OtherAgent,
  type Received,
} from '../testing/other-agent.ts'

/** Approves what the agent says, and calls one of its operations as us. */
const known = async (agent: OtherAgent, home: ContactsHome): Promise<AgentContact> => {
  const { id } = await home.contacts.look(`${agent.origin}/ad.json`, { as: OUR_DID })
  return home.contacts.approve({ id, fingerprint: home.contacts.get(id).fingerprint })
}
const call = (
  { contacts }: ContactsHome,
  operation: string,
  input: Record<string, unknown>,
  onText?: (text: string) => void,
): Promise<Record<string, unknown>> => {
  const [agent] = contacts.approved()
  const found = agent?.reading.operations.find(({ id }) => id === operation)
  if (agent === undefined || found === undefined) throw new Error(`no ${operation}`)
  return contacts.call(agent.id, found, input, { idempotencyKey: newId(), requester: 'test', onText })
}
const bodyOf = ({ body }: Received): unknown => JSON.parse(body)
const open = async (): Promise<{
  agent: OtherAgent
  home: ContactsHome
  verify: ReturnType<typeof requestVerifier>
}> => {
  const agent = await openOtherAgent()
  return { agent, home: contactsBeside([agent]), verify: requestVerifier(agent) }
}

it('OpenRPC: linked or embedded, parameters by name, references within the file', async () => {
  const { agent, home, verify } = await open()
  const openrpc = {
    openrpc: '1.3.2',
    info: { title: 'Hotel', version: '1' },
    servers: [{ url: '/rpc' }],
    methods: [
      {
        name: 'search',
        summary: 'Finds rooms',
        params: [
          { name: 'query', required: true, schema: { $ref: '#/components/schemas/Query' } },
          { name: 'limit', description: 'How many', schema: { type: 'integer' } },
        ],
        result: { name: 'rooms', schema: { type: 'array', items: { type: 'string' } } },
      },
      {
        name: 'order',
        paramStructure: 'by-position',
        params: [{ name: 'a' }, { name: 'b' }],
        result: { name: 'x', schema: {} },
      },
    ],
    components: {
      schemas: { Query: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    },
  }
  agent.serve('/interface.json', openrpc)
  agent.serve('/rpc', async (request) => {
    await verify(request)
    const { id, params } = bodyOf(request) as { id: string; params: unknown }
    return { body: { jsonrpc: '2.0', id, result: [JSON.stringify(params)] } }
  })
  await agent.describe({
    interfaces: [
      { type: 'StructuredInterface', protocol: 'openrpc', url: '/interface.json' },
      {
        type: 'StructuredInterface',
        protocol: 'openrpc',
        content: { ...openrpc, methods: openrpc.methods.slice(0, 1) },
      },
    ],
  })
  const { approved, verdict } = await known(agent, home)
  expect(verdict).toBe('valid')
  expect(approved?.problems).toEqual([])
  expect(approved?.operations.map(({ id }) => id)).toEqual(['search', 'order', 'search-2'])
  expect(approved?.operations[0]).toMatchObject({
    title: 'Finds rooms',
    kind: 'call',
    asksAlways: false,
    interface: { kind: 'openrpc', url: `${agent.origin}/rpc` },
    input: {
      properties: { query: { $ref: '#/$defs/d0' }, limit: { description: 'How many', type: 'integer' } },
      required: ['query'],
      $defs: { d0: { required: ['city'] } },
    },
    output: { properties: { value: { type: 'array' } }, required: ['value'] },
  })
  expect(await call(home, 'search', { query: { city: 'Jena' } })).toEqual({
    value: ['{"query":{"city":"Jena"}}'],
  })
  expect(await call(home, 'order', { a: 1, b: 2 })).toEqual({ value: ['[1,2]'] })
})

it('an error of JSON-RPC, and an answer to something else, are failures', async () => {
  const { agent, home } = await open()
  agent.serve('/rpc', (request) => {
    const { id, method } = bodyOf(request) as { id: string; method: string }
    return method === 'no'
      ? { body: { jsonrpc: '2.0', id, error: { code: -32_001, message: 'not for you' } } }
      : { body: { jsonrpc: '2.0', id: 'other', result: 1 } }
  })
  const methods = ['no', 'odd'].map((name) => ({ name, params: [] }))
  await agent.describe({
    interfaces: [
      { type: 'StructuredInterface', content: { openrpc: '1.3.2', methods, servers: [{ url: '/rpc' }] } },
    ],
  })
  await known(agent, home)
  await expect(call(home, 'no', {})).rejects.toMatchObject({
    code: 'agent_refused',
    params: { message: 'not for you' },
  })
  await expect(call(home, 'odd', {})).rejects.toMatchObject({ code: 'agent_answer_unusable' })
})

it('OpenAPI: path, query, header and body each in its place; other files are brought in', async () => {
  const { agent, home, verify } = await open()
  agent.serve('/schemas.json', {
    Pet: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  })
  agent.serve(
    '/openapi.yaml',
    `openapi: 3.0.3
info: { title: Pets, version: '1' }
servers: [{ url: '/{version}', variables: { version: { default: v1 } } }]
paths:
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getPet
      parameters:
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: Authorization, in: header, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
    put:
      operationId: putPet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: 'schemas.json#/Pet' } } }
      responses: { '204': { description: ok } }
  /pets:
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { $ref: 'schemas.json#/Pet' } } } }
      responses: {}
    delete:
      operationId: byCookie
      parameters: [{ name: session, in: cookie, required: true, schema: { type: string } }]
      responses: {}
`,
  )
  const echo = async (request: Received): Promise<{ body: unknown }> => {
    await verify(request)
    const { method, path, body } = request
    return { body: { method, path, trace: request.header('x-trace') ?? null, body } }
  }
  agent.serve('/v1/pets/a%2Fb', echo)
  agent.serve('/v1/pets', echo)
  await agent.describe({
    interfaces: [{ type: 'StructuredInterface', protocol: 'YAML', url: '/openapi.yaml' }],
  })
  const { approved } = await known(agent, home)
  expect(approved?.operations.map(({ id }) => id)).toEqual(['getPet', 'putPet', 'addPet'])
  expect(approved?.problems).toEqual([
    {
      place: `interfaces[0] ${agent.origin}/openapi.yaml paths./pets.delete`,
      code: 'operation_unreadable',
      detail: 'parameters',
    },
  ])
  expect(approved?.operations[0]?.input['properties']).not.toHaveProperty('Authorization')
  expect(approved?.operations[1]?.input).toMatchObject({ required: ['petId', 'body'] })
  expect(approved?.operations[2]?.input).toMatchObject({ type: 'object', required: ['name'] })
  expect(await call(home, 'getPet', { petId: 'a/b', tag: ['x', 'y'], 'X-Trace': 't\r\nHost: evil' })).toEqual(
    {
      ...{ method: 'GET', path: '/v1/pets/a%2Fb?tag=x&tag=y', trace: 'tHost: evil', body: '' },
    },
  )
  expect(await call(home, 'putPet', { petId: 'a/b', body: { name: 'Rex' } })).toMatchObject({
    ...{ method: 'PUT', body: '{"name":"Rex"}' },
  })
  expect(await call(home, 'addPet', { name: 'Rex' })).toMatchObject({
    method: 'POST',
    body: '{"name":"Rex"}',
  })
})

const NATURAL = `interface:
  type: NaturalLanguage
  endpoints:
    - name: askQuestion
      description: 用自然语言提问
      method: POST
      path: /ask
      parameters:
        - { name: question, type: string, required: true }
      response: { type: string }
      sseSupport: true
`

it("ANP's own YAML: a question, answered as text, JSON or a stream", async () => {
  const { agent, home, verify } = await open()
  agent.serve('/nl.yaml', NATURAL)
  agent.serve('/ask', async (request) => {
    await verify(request)
    const { question } = bodyOf(request) as { question: string }
    if (question === 'text') return { body: 'Plain.' }
    if (question === 'json') return { body: { answer: 'As JSON.' } }
    const events =
      'data: {"delta":"Good "}\n\ndata: {"delta":"morn"}\n\ndata: ing\n\ndata: [DONE]\n\ndata: never\n\n'
    return { headers: { 'content-type': 'text/event-stream' }, body: events }
  })
  await agent.describe({
    interfaces: [{ type: 'NaturalLanguageInterface', protocol: 'YAML', url: '/nl.yaml' }],
  })
  const { approved } = await known(agent, home)
  expect(approved?.operations).toMatchObject([
    { id: 'askQuestion', kind: 'question', input: { required: ['question'] } },
  ])
  expect(await call(home, 'askQuestion', { question: 'text' })).toEqual({ value: 'Plain.' })
  expect(await call(home, 'askQuestion', { question: 'json' })).toEqual({ answer: 'As JSON.' })
  const pieces: string[] = []
  expect(await call(home, 'askQuestion', { question: 'stream' }, (text) => pieces.push(text))).toEqual({
    value: 'Good morning',
  })
  expect(pieces).toEqual(['Good ', 'morn', 'ing'])
})

it('a listing of JSON-RPC methods, and an MCP endpoint that can’t be read as one', async () => {
  const { agent, home } = await open()
  agent.serve('/methods.json', {
    jsonrpc: '2.0',
    endpoint: '/rpc',
    methods: [{ name: 'book', description: 'Books', params: { room: { type: 'string', required: true } } }],
  })
  agent.serve('/rpc', (request) => {
    const { id, method, params } = bodyOf(request) as { id: string; method: string; params: object }
    return { body: { jsonrpc: '2.0', id, result: { method, ...params } } }
  })
  await agent.describe({
    interfaces: [
      { '@type': 'ad:APIInterface', protocol: 'JSON-RPC 2.0', url: '/methods.json' },
      { type: 'StructuredInterface', protocol: 'MCP', name: 'Rooms', url: '/mcp' },
    ],
  })
  const { approved } = await known(agent, home)
  expect(approved?.servers).toEqual([{ name: 'Rooms', url: `${agent.origin}/mcp` }])
  expect(approved?.operations).toMatchObject([{ id: 'book', input: { required: ['room'] } }])
  expect(await call(home, 'book', { room: '7' })).toEqual({ method: 'book', room: '7' })
  expect(approved?.problems).toMatchObject([
    { place: `interfaces[1] ${agent.origin}/mcp`, code: 'not_loaded', detail: '404' },
  ])
})

it('a 401 is answered once, in its form and with its nonce; a token takes the place of a signature until it is refused', async () => {
  const { agent, home, verify } = await open()
  agent.serve('/nl.yaml', NATURAL)
  const seen: string[] = []
  let token = 'one'
  let nonce = 'n-1'
  agent.serve('/ask', async (request) => {
    const authorization = request.header('authorization') ?? ''
    if (authorization === `Bearer ${token}`) {
      seen.push('token')
      return { body: 'yes' }
    }
    if (!authorization.startsWith('DIDWba') || !authorization.includes(`nonce="${nonce}"`)) {
      seen.push(authorization.startsWith('Bearer') ? 'old token' : 'signature')
      return { status: 401, headers: { 'www-authenticate': `DIDWba realm="x", nonce="${nonce}"` }, body: {} }
    }
    seen.push((await verify(request)).form)
    return { headers: { 'authentication-info': `access_token="${token}"` }, body: 'yes' }
  })
  await agent.describe({ interfaces: [{ type: 'NaturalLanguageInterface', url: '/nl.yaml' }] })
  await known(agent, home)
  for (let times = 0; times < 2; times += 1)
    expect(await call(home, 'askQuestion', { question: 'may I?' })).toEqual({ value: 'yes' })
  expect(seen).toEqual(['signature', 'didwba', 'token'])
  ;[token, nonce] = ['two', 'n-2']
  expect(await call(home, 'askQuestion', { question: 'may I?' })).toEqual({ value: 'yes' })
  expect(seen.slice(3)).toEqual(['old token', 'signature', 'didwba'])
})

it('OpenAPI: a value in a path is neither the place of another value, nor leads elsewhere', async () => {
  const { agent, home } = await open()
  agent.serve('/openapi.json', {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/{owner}/pets/{pet}': {
        get: {
          operationId: 'get',
          parameters: ['owner', 'pet'].map((name) => ({
            ...{ name, in: 'path', required: true, schema: { type: 'string' } },
          })),
          responses: {},
        },
      },
    },
  })
  const paths: string[] = []
  const echo = ({ path }: Received): { body: unknown } => {
    paths.push(path)
    return { body: {} }
  }
  for (const owner of ['%7Bpet%7D', '%257Bpet%257D', '%252E%252E', 'a%2F..%2Fb'])
    agent.serve(`/v1/${owner}/pets/rex`, echo)
  await agent.describe({
    interfaces: [{ type: 'StructuredInterface', protocol: 'openapi', url: '/openapi.json' }],
  })
  await known(agent, home)
  for (const owner of ['{pet}', '%7Bpet%7D', '..', 'a/../b']) await call(home, 'get', { owner, pet: 'rex' })
  expect(paths).toEqual([
    '/v1/%7Bpet%7D/pets/rex',
    '/v1/%257Bpet%257D/pets/rex',
    '/v1/%252E%252E/pets/rex',
    '/v1/a%2F..%2Fb/pets/rex',
  ])
})
