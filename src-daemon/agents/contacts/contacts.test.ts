import { expect, it } from 'vitest'
import type { AgentContact } from '../../contract/agent-contacts.ts'
import { createMemorySigner } from '../../identity/index.ts'
import { contactsBeside, openOtherAgent, type ContactsHome, type OtherAgent } from '../testing/other-agent.ts'

const openrpc = (...names: string[]): Record<string, unknown> => ({
  openrpc: '1.3.2',
  servers: [{ url: '/rpc' }],
  methods: names.map((name) => ({ name, params: [], result: { name: 'r', schema: { type: 'object' } } })),
})
const offers = (...names: string[]): Record<string, unknown> => ({
  interfaces: [{ type: 'StructuredInterface', protocol: 'openrpc', content: openrpc(...names) }],
})
const open = async (): Promise<{ agent: OtherAgent; home: ContactsHome }> => {
  const agent = await openOtherAgent()
  agent.serve('/rpc', ({ body }) => {
    const { id } = JSON.parse(body) as { id: string }
    return { body: { jsonrpc: '2.0', id, result: { done: true } } }
  })
  return { agent, home: contactsBeside([agent]) }
}
const look = ({ contacts }: ContactsHome, agent: OtherAgent): Promise<AgentContact> =>
  contacts.look(`${agent.origin}/ad.json`)
const approve = ({ contacts }: ContactsHome, { id, fingerprint }: AgentContact): AgentContact =>
  contacts.approve({ id, fingerprint })
const call = ({ contacts }: ContactsHome, name: string): Promise<unknown> => {
  const [agent] = contacts.approved()
  const operation = agent?.reading.operations.find(({ id }) => id === name)
  if (agent === undefined || operation === undefined) return Promise.reject(new Error(`no operation ${name}`))
  return contacts.call(agent.id, operation, {}, { idempotencyKey: 'k', requester: 'test' })
}

it('is found by its domain, its DID and its address, read and verified, and can do nothing before it is approved', async () => {
  const { agent, home } = await open()
  const url = await agent.describe(offers('ping'))
  agent.serve('/.well-known/agent-descriptions', {
    '@type': 'CollectionPage',
    items: [{ '@type': 'ad:AgentDescription', name: 'Ana', '@id': url }],
  })
  for (const address of [agent.host, `http://${agent.host}/`, agent.did, url])
    expect(await home.contacts.discover(address, null)).toMatchObject({
      agents: [{ protocol: 'anp', url, contact: null }],
      problems: [],
    })
  const found = await look(home, agent)
  expect(found).toMatchObject({
    ...{
      id: 'ana',
      state: 'new',
      verdict: 'valid',
      did: agent.did,
      domain: agent.host,
      approved: null,
      review: null,
    },
    pending: {
      version: '1.0.0',
      keyId: `${agent.did}#key`,
      reasons: [{ code: 'signed' }, { code: 'domain_matches' }],
    },
  })
  expect(home.contacts.approved()).toEqual([])
  expect(() => home.contacts.approve({ id: 'ana', fingerprint: 'of something else' })).toThrow(
    expect.objectContaining({ code: 'agent_changed_meanwhile' }),
  )
  expect(approve(home, found)).toMatchObject({ state: 'approved', pending: null, approved: { name: 'Ana' } })
  expect(await call(home, 'ping')).toEqual({ done: true })
  expect(await home.contacts.discover(url, null)).toMatchObject({ agents: [{ contact: 'ana' }] })
  home.contacts.remove('ana')
  expect(() => home.contacts.get('ana')).toThrow(expect.objectContaining({ code: 'contact_unknown' }))
})

it('what it adds or changes later waits; what was approved goes on as it was', async () => {
  const { agent, home } = await open()
  await agent.describe(offers('ping', 'old'))
  approve(home, await look(home, agent))
  const methods = openrpc('ping', 'new')['methods'] as Record<string, unknown>[]
  const again = {
    ...{ version: '1.1.0', name: 'Ana & Co' },
    interfaces: [
      {
        type: 'StructuredInterface',
        content: { ...openrpc(), methods: [{ ...methods[0], params: [{ name: 'x' }] }, methods[1]] },
      },
    ],
  }
  await agent.describe(again)
  const changed = await home.contacts.update('ana')
  expect(changed).toMatchObject({
    ...{ state: 'changed', name: 'Ana', stopped: null },
    review: { refusal: null, operations: { added: ['new'], changed: ['ping'], removed: ['old'] } },
  })
  expect(changed.review?.members).toEqual(['name', 'version', 'operations'])
  await expect(call(home, 'new')).rejects.toThrow('no operation new')
  expect(await call(home, 'old')).toEqual({ done: true })
  approve(home, changed)
  expect(await call(home, 'new')).toEqual({ done: true })
  // The same again is nothing to decide, although it was signed anew.
  await agent.describe({ ...again })
  expect(await home.contacts.update('ana')).toMatchObject({ state: 'approved', pending: null, review: null })
})

it('an older version is refused, but what was approved goes on', async () => {
  const { agent, home } = await open()
  await agent.describe({ ...offers('ping'), version: '2.0.0' })
  approve(home, await look(home, agent))
  await agent.describe({ ...offers('ping', 'more'), version: '1.9.0' })
  const back = await home.contacts.update('ana')
  expect(back).toMatchObject({ review: { refusal: 'older_version' }, stopped: null })
  expect(() => approve(home, back)).toThrow(expect.objectContaining({ code: 'agent_update_refused' }))
  expect(await call(home, 'ping')).toEqual({ done: true })
})

it.each([
  [
    'another key under the same id',
    'other_key',
    async (agent: OtherAgent) => {
      agent.changeKey()
      await agent.describe(offers('ping'))
    },
  ],
  [
    'another DID',
    'other_did',
    (agent: OtherAgent) =>
      agent.describe({ ...offers('ping'), did: 'did:wba:other.example' }, { proof: null }),
  ],
  [
    'no proof any more',
    'not_verified_any_more',
    (agent: OtherAgent) => agent.describe(offers('ping'), { proof: null }),
  ],
] as const)('%s stops all calls and can’t be approved', async (_what, refusal, change) => {
  const { agent, home } = await open()
  await agent.describe(offers('ping'))
  approve(home, await look(home, agent))
  await change(agent)
  const after = await home.contacts.update('ana')
  expect(after).toMatchObject({ review: { refusal }, stopped: refusal })
  expect(() => approve(home, after)).toThrow(expect.objectContaining({ code: 'agent_update_refused' }))
  await expect(call(home, 'ping')).rejects.toMatchObject({ code: 'agent_stopped' })
  // Whoever trusts it all the same says so by adding it anew.
  home.contacts.remove('ana')
  if (refusal === 'other_key')
    expect(approve(home, await look(home, agent))).toMatchObject({ stopped: null, verdict: 'valid' })
})

it.each([
  ['another host', { domain: 'other.example' }, undefined, 'wrong_domain'],
  [
    'a key of another DID',
    { verificationMethod: 'did:wba:other.example#key' },
    undefined,
    'key_of_another_did',
  ],
  ['a key that its DID does not list', { verificationMethod: 'ANOTHER' }, undefined, 'key_unavailable'],
  ['the signature of somebody else', {}, createMemorySigner(new Uint8Array(32).fill(99)), 'wrong_signature'],
] as const)('a description for %s is shown as invalid', async (_what, proof, key, reason) => {
  const { agent, home } = await open()
  const method =
    'verificationMethod' in proof && proof.verificationMethod === 'ANOTHER'
      ? { verificationMethod: `${agent.did}#other` }
      : {}
  await agent.describe(offers('ping'), {
    proof: { ...proof, ...method },
    ...(key === undefined ? {} : { key }),
  })
  expect(await look(home, agent)).toMatchObject({
    verdict: 'invalid',
    pending: { reasons: [{ code: reason }] },
  })
})

it('one member tampered, each in turn, leaves no description verified', async () => {
  const { agent, home } = await open()
  await agent.describe(offers('ping'))
  const response = await fetch(`${agent.origin}/ad.json`)
  const signed = (await response.json()) as Record<string, unknown>
  for (const name of Object.keys(signed)) {
    if (name === 'proof') continue
    const value = typeof signed[name] === 'string' ? `${signed[name]} ` : { changed: true }
    agent.serve('/ad.json', { ...signed, [name]: value })
    const { verdict } = await look(home, agent)
    expect({ name, verdict }).toEqual({ name, verdict: 'invalid' })
    home.contacts.remove(home.contacts.list({ search: '', limit: 1, offset: 0 }).contacts[0]?.id ?? '')
  }
})

it('a challenge that another document had is refused', async () => {
  const { agent, home } = await open()
  await agent.describe(offers('ping'), { proof: { challenge: 'same' } })
  approve(home, await look(home, agent))
  await agent.describe(offers('ping', 'pong'), { proof: { challenge: 'same' } })
  expect(await home.contacts.update('ana')).toMatchObject({
    pending: { verdict: 'invalid', reasons: [{ code: 'challenge_reused' }] },
    stopped: 'not_verified_any_more',
  })
})

it('is listed by name and found by any of its words, also as text with signs of a pattern', async () => {
  const { agent, home } = await open()
  await agent.describe({ ...offers('book_room'), name: 'Zürich Hotel', description: 'Rooms at 100% rest' })
  approve(home, await look(home, agent))
  const [first] = home.contacts.list({ search: '', limit: 10, offset: 0 }).contacts
  expect(first).toMatchObject({ id: 'zurich-hotel', operations: 1, products: 0, state: 'approved' })
  const found = (search: string): number => home.contacts.list({ search, limit: 10, offset: 0 }).total
  expect(['zürich', 'BOOK_ROOM', '100% rest', agent.did, 'bookXroom', '%%'].map(found)).toEqual([
    1, 1, 1, 1, 0, 0,
  ])
  expect(home.contacts.set('zurich-hotel', { label: 'My hotel' })).toMatchObject({ label: 'My hotel' })
  expect(found('my hotel')).toBe(1)
})

it('pictures come through the guard, only those its documents name, only as pictures', async () => {
  const { agent, home } = await open()
  const picture = { headers: { 'content-type': 'text/plain' }, body: 'GIF89a' }
  agent.serve('/a.png', () => picture)
  agent.serve('/b.png', () => picture)
  agent.serve('/page.png', () => ({ headers: { 'content-type': 'image/png' }, body: '<svg/>' }))
  await agent.describe({ image: ['/a.png', '/page.png'] })
  const { id } = await look(home, agent)
  const image = (path: string): Promise<unknown> => home.contacts.image(id, agent.origin + path)
  expect(await image('/a.png')).toEqual({
    mediaType: 'image/gif',
    bytes: Buffer.from('GIF89a'),
  })
  for (const path of ['/b.png', '/page.png'])
    await expect(image(path)).rejects.toMatchObject({ code: 'image_unusable' })
})
