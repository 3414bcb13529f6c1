import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk'
import canonicalize from 'canonicalize'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDidResolver, createMemorySigner, keyOfKeyId } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { createA2aProtocol } from './protocol.ts'
import { openSdkAgent, type SdkAgentOptions } from './testing/sdk-agent.ts'

const never = (): Promise<void> => new Promise(() => undefined)

const open = async (options: Partial<SdkAgentOptions> = {}) => {
  const agent = await openSdkAgent({ execute: never, ...options })
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [agent.host] })
  onTestFinished(async () => {
    await guard.close()
    await agent.close()
  })
  const web = createMemorySigner()
  const webDid = `did:web:${agent.host.replace(':', '%3A')}`
  const dids = createDidResolver({ now: () => new Date(), fetch: () => Promise.reject(new Error('offline')) })
  const protocol = createA2aProtocol({
    log: { warn: () => undefined },
    guard,
    dids: {
      resolve: (did) =>
        Promise.resolve({
          document: {
            id: did,
            service: [
              { id: '#c', type: 'A2AAgentCard', serviceEndpoint: `${agent.origin}/.well-known/agent.json` },
            ],
          },
        } as never),
      key: (keyId, use) =>
        keyId === `${webDid}#key-1` ? Promise.resolve(keyOfKeyId(web.keyId)) : dids.key(keyId, use),
    },
    developmentHosts: () => [agent.host],
    now: () => new Date(),
  })
  const url = `${agent.origin}/.well-known/agent-card.json`
  const read = () => protocol.read(url, { signer: null })
  return { agent, protocol, url, read, web, webDid }
}

const without = (card: Record<string, unknown>): Record<string, unknown> => {
  const { signatures: _, ...rest } = card
  return rest
}

/** Adds a JWS over a text, which is the canonical card by default. */
const signed = async (
  card: Record<string, unknown>,
  header: Record<string, unknown>,
  by: Signer | KeyObject,
  text = canonicalize(without(card)) ?? '',
) => {
  const head = Buffer.from(JSON.stringify({ typ: 'JOSE', ...header })).toString('base64url')
  const bytes = Buffer.from(`${head}.${Buffer.from(text).toString('base64url')}`)
  const rsa = { key: by as KeyObject, dsaEncoding: 'ieee-p1363' as const }
  const signature = 'did' in by ? await by.sign(bytes) : sign('sha256', bytes, rsa)
  const before = Array.isArray(card['signatures']) ? (card['signatures'] as unknown[]) : []
  return {
    ...card,
    signatures: [...before, { protected: head, signature: Buffer.from(signature).toString('base64url') }],
  }
}

/** A pair whose public half is in a key set. */
const withKeySet = (type: 'ec' | 'rsa', publish: (jwk: Record<string, unknown>) => unknown) => {
  const { publicKey, privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const before: SdkAgentOptions['before'] = (request, response) => {
    if (request.url !== '/jwks.json') return false
    response.end(JSON.stringify(publish({ ...publicKey.export({ format: 'jwk' }), kid: 'k1' })))
    return true
  }
  return { privateKey, before }
}

describe('a card', () => {
  it.each(['1.0', '0.3'] as const)('of version %s names its skills as operations', async (version) => {
    const { agent, protocol, url, read } = await open({ version })
    const reading = await read()
    expect(reading).toMatchObject({
      name: 'Weather',
      domain: agent.host,
      did: null,
      verdict: 'unsigned',
      version: '1.2.3',
      warnings: [],
      problems: [],
    })
    expect(reading.operations).toMatchObject([
      {
        id: 'forecast',
        title: 'Forecast',
        description: 'Tells the weather.',
        kind: 'question',
        interface: {
          kind: 'a2a',
          protocol: expect.stringMatching(/^JSONRPC /) as unknown,
          url: `${agent.origin}/rpc`,
        },
        input: { required: ['question'] },
      },
      { id: 'map', kind: 'call', input: { required: ['data'], properties: { files: {} } } },
    ])
    const found = { protocol: 'a2a', url, name: 'Weather', contact: null }
    expect(await protocol.discover({ kind: 'domain', host: agent.host }, { signer: null })).toEqual({
      agents: [found],
      problems: [],
    })
    expect(await protocol.discover({ kind: 'url', url }, { signer: null })).toMatchObject({ agents: [found] })
    expect(await protocol.discover({ kind: 'did', did: 'did:web:a.test' }, { signer: null })).toMatchObject({
      agents: [{ ...found, url: `${agent.origin}/.well-known/agent.json` }],
    })
  })

  it('is found where it was before, and a page is none', async () => {
    const { agent, protocol } = await open({
      before: (request, response) => {
        if (request.url === '/page') response.end('{"name":"a page","url":"https://a.test"}')
        else if (request.url === '/.well-known/agent-card.json') response.writeHead(404).end()
        else return false
        return true
      },
    })
    expect(await protocol.discover({ kind: 'domain', host: agent.host }, { signer: null })).toMatchObject({
      agents: [{ url: `${agent.origin}/.well-known/agent.json` }],
    })
    const page = { kind: 'url', url: `${agent.origin}/page` } as const
    expect(await protocol.discover(page, { signer: null })).toEqual({ agents: [], problems: [] })
  })

  it('is read without its broken parts, which are named', async () => {
    const { agent, read } = await open()
    agent.card = {
      ...agent.card,
      description: 5,
      iconUrl: {},
      skills: [{ id: 'a', name: 'A' }, { id: 'b' }, 'c', { id: 'a', name: 'Other', tags: 'none' }],
      supportedInterfaces: [
        { url: 'ftp://a.test', protocolBinding: 'JSONRPC' },
        { url: `${agent.origin}/grpc`, protocolBinding: 'GRPC' },
        { protocolBinding: 'JSONRPC' },
        { url: `${agent.origin}/rpc`, protocolBinding: 'jsonrpc' },
      ],
      securityRequirements: [{ schemes: { key: { list: [] } } }],
      securitySchemes: { key: { apiKeySecurityScheme: { name: 'x', location: 'header' } } },
    }
    const reading = await read()
    expect(reading.operations.map(({ id, title }) => [id, title])).toEqual([
      ['a', 'A'],
      ['a_2', 'Other'],
    ])
    expect(reading.warnings).toEqual(
      expect.arrayContaining([
        { place: 'description', code: 'left_out' },
        { place: 'supportedInterfaces[2]', code: 'missing' },
        { place: 'skills[3].tags', code: 'left_out' },
      ]),
    )
    expect(reading.problems).toEqual(
      expect.arrayContaining([
        { place: 'skills[1]', code: 'operation_unreadable', detail: 'skills[1].name' },
        { place: 'skills[2]', code: 'operation_unreadable', detail: expect.any(String) as unknown },
        { place: 'securitySchemes', code: 'sign_in_unknown', detail: 'key' },
      ]),
    )
  })

  it('can’t be used if it is none', async () => {
    const { agent, read } = await open()
    for (const card of [{}, { ...agent.card, name: undefined, url: 'x' }, [], null]) {
      agent.card = card as Record<string, unknown>
      await expect(read()).rejects.toMatchObject({ code: 'agent_document_unusable' })
    }
  })

  it('without an address that can be called has no operations', async () => {
    const { agent, read } = await open()
    const interfaces = [{ url: 'https://a.test', protocolBinding: 'JSONRPC', protocolVersion: '2.0' }]
    agent.card = { ...agent.card, supportedInterfaces: interfaces }
    expect(await read()).toMatchObject({
      operations: [],
      problems: [{ place: 'supportedInterfaces', code: 'interface_unknown', detail: 'JSONRPC 2.0' }],
    })
  })

  it('of a megabyte and more isn’t read, nor one elsewhere', async () => {
    const { agent, read } = await open()
    agent.card = { ...agent.card, description: 'x'.repeat(1024 * 1024) }
    await expect(read()).rejects.toMatchObject({ code: 'response_too_large' })
    const moved = await open({
      before: (_request, response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/card.json' }).end()
        return true
      },
    })
    await expect(moved.read()).rejects.toMatchObject({ code: 'network_refused' })
  })

  it('that sends calls to another host says so', async () => {
    const { agent, read } = await open()
    const url = 'https://elsewhere.test/rpc'
    agent.card = { ...agent.card, supportedInterfaces: [{ url, protocolBinding: 'JSONRPC' }] }
    expect((await read()).warnings).toEqual([{ place: url, code: 'endpoint_elsewhere' }])
  })
})

describe('a signed card', () => {
  it('counts by a key set of its own host, and not if a letter differs', async () => {
    const { privateKey, before } = withKeySet('ec', (jwk) => ({ keys: [jwk] }))
    const { agent, read } = await open({ before })
    const jku = `${agent.origin}/jwks.json`
    const signer = generateAgentCardSignature(privateKey, { alg: 'ES256', kid: 'k1', typ: 'JOSE', jku })
    const card = AgentCard.toJSON(await signer(AgentCard.fromJSON(agent.card))) as Record<string, unknown>
    agent.card = card
    const reading = await read()
    expect(reading).toMatchObject({
      verdict: 'valid',
      reasons: [{ code: 'signed' }, { code: 'key_of_host', detail: agent.host }],
      did: null,
      keyId: 'k1',
      keyDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    })
    const skills = [
      { ...reading.operations[0]?.how, id: 'forecast', name: 'Forecast!', description: '', tags: [] },
    ]
    for (const change of [
      { skills },
      { name: 'weather' },
      {
        supportedInterfaces: [
          { url: 'https://evil.test', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        ],
      },
      { provider: { organization: 'Evil', url: '' } },
    ]) {
      agent.card = { ...card, ...change }
      expect(await read()).toMatchObject({ verdict: 'invalid', reasons: [{ code: 'wrong_signature' }] })
    }
  })

  it('counts with an RSA key', async () => {
    const { privateKey, before } = withKeySet('rsa', (jwk) => ({ keys: [{ kty: 'oct', kid: 'other' }, jwk] }))
    const { agent, read } = await open({ before })
    const header = { alg: 'RS256', kid: 'k1', jku: `${agent.origin}/jwks.json` }
    agent.card = await signed(agent.card, header, privateKey)
    expect(await read()).toMatchObject({ verdict: 'valid' })
    agent.card = await signed(without(agent.card), { ...header, alg: 'ES256' }, privateKey)
    expect(await read()).toMatchObject({ verdict: 'invalid', reasons: [{ code: 'type_not_of_key' }] })
  })

  it('counts for the host of its DID, and for no host by another DID', async () => {
    const { agent, read, web, webDid } = await open({ version: '0.3' })
    const card = agent.card
    agent.card = await signed(card, { alg: 'EdDSA', kid: `${webDid}#key-1` }, web)
    expect(await read()).toMatchObject({ verdict: 'valid', did: webDid, keyId: `${webDid}#key-1` })
    agent.card = { ...agent.card, url: 'https://evil.test/rpc' }
    expect(await read()).toMatchObject({ verdict: 'invalid' })
    const stranger = createMemorySigner()
    agent.card = await signed(card, { alg: 'EdDSA', kid: stranger.keyId }, stranger)
    expect(await read()).toMatchObject({
      verdict: 'not-domain-bound',
      did: stranger.did,
      reasons: [{ code: 'signed' }, { code: 'did_of_another_host', detail: stranger.did }],
    })
  })

  it('counts in the forms that the specification and the SDKs sign', async () => {
    const { agent, read, web, webDid } = await open()
    const header = { alg: 'EdDSA', kid: `${webDid}#key-1` }
    const [skill] = agent.card['skills'] as Record<string, unknown>[]
    const card = {
      ...agent.card,
      description: '',
      iconUrl: undefined,
      skills: [{ ...skill, tags: [], examples: [] }],
    }
    const inSpec = canonicalize({ ...card, skills: [{ ...skill, tags: [] }] })
    agent.card = await signed(card, header, web, inSpec)
    expect(await read()).toMatchObject({ verdict: 'valid' })
    const older = await open({ version: '0.3' })
    const { preferredTransport: _, protocolVersion: _version, ...rest } = older.agent.card
    const olderHeader = { alg: 'EdDSA', kid: `${older.webDid}#key-1` }
    const skills = (rest['skills'] as Record<string, unknown>[]).map(({ tags, ...one }) =>
      (tags as unknown[]).length === 0 ? one : { ...one, tags },
    )
    older.agent.card = await signed(
      older.agent.card,
      olderHeader,
      older.web,
      canonicalize({ ...rest, skills }),
    )
    expect(await older.read()).toMatchObject({ verdict: 'valid' })
  })

  it('isn’t verified by keys that say nothing about the host', async () => {
    const { privateKey, before } = withKeySet('ec', (jwk) => ({ keys: [jwk, jwk] }))
    const { agent, read } = await open({ before })
    const card = agent.card
    const verdictOf = async (header: Record<string, unknown>) => {
      agent.card = await signed(card, header, privateKey)
      const { verdict, reasons, keyDigest } = await read()
      expect(keyDigest).toBeNull()
      return [verdict, reasons[0]?.code]
    }
    const here = { alg: 'ES256', kid: 'k1', jku: `${agent.origin}/jwks.json` }
    expect(await verdictOf({ ...here, jku: 'https://evil.test/jwks.json' })).toEqual([
      'unsupported',
      'key_elsewhere',
    ])
    expect(await verdictOf({ alg: 'ES256', kid: 'k1' })).toEqual(['unsupported', 'no_key_address'])
    expect(await verdictOf({ ...here, alg: 'none' })).toEqual(['unsupported', 'proof_type_unknown'])
    expect(await verdictOf({ ...here, alg: 'HS256' })).toEqual(['unsupported', 'proof_type_unknown'])
    expect(await verdictOf({ ...here, crit: ['b64'], b64: false })).toEqual([
      'unsupported',
      'proof_type_unknown',
    ])
    expect(await verdictOf({ alg: 'ES256' })).toEqual(['invalid', 'proof_unreadable'])
    // Two keys of one name: nobody knows which was meant.
    expect(await verdictOf(here)).toEqual(['invalid', 'key_unavailable'])
    expect(await verdictOf({ alg: 'EdDSA', kid: 'did:web:gone.test#k' })).toEqual([
      'invalid',
      'key_unavailable',
    ])
  })

  it('needs but one signature that counts', async () => {
    const { agent, read, web, webDid } = await open()
    const retired = createMemorySigner()
    const first = await signed(agent.card, { alg: 'EdDSA', kid: 'old-key' }, retired)
    agent.card = await signed(first, { alg: 'EdDSA', kid: `${webDid}#key-1` }, web)
    expect(await read()).toMatchObject({ verdict: 'valid', did: webDid })
    agent.card = { ...agent.card, signatures: 'none' }
    expect(await read()).toMatchObject({ verdict: 'invalid', reasons: [{ code: 'proof_unreadable' }] })
  })
})
