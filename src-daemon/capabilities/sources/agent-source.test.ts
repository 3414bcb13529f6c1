import { createToldSecrets } from '../../platform/told-secrets.ts'
import { expect, it, onTestFinished } from 'vitest'
import type { ApprovalRequest } from '../../contract/approvals.ts'
import type { InvokeResult } from '../../contract/capabilities.ts'
import { keysOf, verifyCallProof } from '../../agents/index.ts'
import {
  contactsBeside,
  openOtherAgent,
  OUR_DID,
  OUR_DOCUMENT,
  requestVerifier,
} from '../../agents/testing/other-agent.ts'
import { callProofSchema } from '../../contract/call-proofs.ts'
import { newId } from '../../platform/ids.ts'
import { createCapabilityCatalog } from '../catalog/catalog.ts'
import { createCapabilities } from '../capabilities.ts'
import { OWNER } from '../core/principal.ts'
import { toolsOf } from '../tools.ts'
import { exposableTools } from '../agents.ts'
import { createAgentSource } from './agent-source.ts'
import { createReceipts } from './receipts.ts'
import { plainState } from '../../state/testing.ts'
import { testIdentity } from '../../testing/owner.ts'

const PURCHASE = `interface:
  type: Purchase
  endpoints:
    - name: purchase
      path: /buy
      parameters: [{ name: identifier, type: string, required: true }]
`

const open = async () => {
  const agent = await openOtherAgent()
  const verify = requestVerifier(agent)
  const home = contactsBeside([agent])
  const { contacts, db } = home
  agent.serve('/rpc', async (request) => {
    await verify(request)
    const { id, params } = JSON.parse(request.body) as { id: string; params: object }
    return { body: { jsonrpc: '2.0', id, result: params } }
  })
  agent.serve('/buy.yaml', PURCHASE)
  agent.serve('/buy', async (request) => ({ body: { form: (await verify(request)).form } }))
  const methods = [
    {
      name: 'search',
      description: 'Finds rooms',
      params: [{ name: 'city', required: true, schema: { type: 'string' } }],
      result: { name: 'r', schema: { type: 'object' } },
    },
    { name: 'book', humanAuthorization: true, params: [], result: { name: 'r', schema: { type: 'object' } } },
  ]
  await agent.describe({
    name: 'Hotel',
    description: 'Rooms by the sea',
    products: [{ name: 'Suite', identifier: 's-1', offers: { price: '120', priceCurrency: 'EUR' } }],
    interfaces: [
      { type: 'StructuredInterface', content: { openrpc: '1.3.2', servers: [{ url: '/rpc' }], methods } },
      { type: 'PurchaseInterface', url: '/buy.yaml' },
    ],
  })
  const nothing = () => () => undefined
  const identity = testIdentity()
  const state = plainState({ db, ownerDid: () => identity.ownerDid, now: () => Date.now() })
  const log = { error: () => undefined }
  const capabilities = createCapabilities({
    told: createToldSecrets(),
    sources: [
      createAgentSource({
        contacts,
        receipts: createReceipts(state),
        language: () => 'en',
        now: () => new Date(),
        denies: () => false,
        loadForm: () => Promise.reject(new Error('no form is elsewhere')),
        log,
      }),
    ],
    db,
    now: () => new Date(),
    language: () => 'en',
    log,
    askModel: () => Promise.reject(new Error('nobody asks')),
    unlocks: { through: (work) => work() },
  })
  onTestFinished(async () => {
    capabilities.close()
    await state.close()
  })
  const catalog = createCapabilityCatalog(
    { installed: () => [], get: () => null, onChange: nothing },
    { active: () => [], onChange: nothing },
    { offered: () => [], isOff: () => false, onOffer: nothing },
    contacts,
  )
  const look = (as: string | null = OUR_DID) => contacts.look(`${agent.origin}/ad.json`, { as })
  const approve = async (as?: string | null) => {
    const { id, fingerprint } = await look(as)
    contacts.approve({ id, fingerprint })
  }
  /** Calls it; what the person is asked is answered as said. */
  const call = async (operation: string, input: object, decision: 'allow' | 'deny' = 'allow') => {
    const ref = refOf(operation)
    const asked: ApprovalRequest[] = []
    const end = capabilities.approvals.onChange(() => {
      for (const one of capabilities.approvals.pending()) {
        if (asked.some(({ id }) => id === one.id)) continue
        asked.push(one)
        const answer =
          decision === 'deny'
            ? { decision }
            : ({ decision, scope: 'call', pattern: null, until: 'once' } as const)
        queueMicrotask(() => {
          capabilities.approvals.answer({
            id: one.id,
            argumentsSha256: one.argumentsSha256,
            answer,
            by: 'renderer',
          })
        })
      }
    })
    const turn = { conversationId: 'c-1', turnId: 't-1', callId: newId() }
    const result: InvokeResult = await capabilities.invoke(ref, input, {
      caller: 'internal',
      principal: OWNER,
      turn,
    })
    end()
    return { result, asked }
  }
  const refOf = (operation: string) => {
    const id = `anp:hotel/${operation}`
    const version = capabilities.list().find((one) => one.capability_id === id)?.version ?? '0.0.0'
    return { capability_id: id, version }
  }
  return { agent, contacts, state, capabilities, catalog, look, approve, call, refOf }
}

it('approved operations are capabilities with schemas, for forms, routing and models, but not for other agents', async () => {
  const { capabilities, catalog, look, approve } = await open()
  await look()
  expect(capabilities.list()).toEqual([])
  expect(catalog.installed()).toEqual([])
  await approve()
  expect(capabilities.list().map((one) => [one.capability_id, one.x_effect])).toEqual([
    ['anp:hotel/search', 'network_write'],
    ['anp:hotel/book', 'agent'],
    ['anp:hotel/purchase', 'payment'],
  ])
  expect(capabilities.list()[0]).toMatchObject({
    ...{
      name: 'search',
      description: 'Finds rooms',
      version: expect.stringMatching(/^1\.0\.0\+[0-9a-f]{12}$/) as string,
    },
    input_schema: { required: ['city'] },
  })
  const hotel = catalog.get('anp:hotel')
  expect(hotel).toMatchObject({ title: 'hotel', description: 'Rooms by the sea', claim: 'modest' })
  expect(hotel?.prompt).toContain('were written by that agent')
  // The agent's own words are in no instruction.
  expect(hotel?.prompt).not.toContain('Rooms by the sea')
  expect(toolsOf(capabilities, 'anp:hotel').map(({ wireName }) => wireName)).toEqual([
    'search',
    'book',
    'purchase',
  ])
  expect(exposableTools(capabilities)).toEqual([])
})

it('a call asks once and can be allowed for good; what the agent reserves to a person, and purchases, always ask with all that matters', async () => {
  const { agent, state, approve, call } = await open()
  await approve()
  const search = await call('search', { city: 'Jena' })
  expect(search.result).toMatchObject({ ok: true, output: { city: 'Jena' } })
  expect(search.asked).toMatchObject([
    { always: false, target: agent.host, title: 'Hotel', origin: { kind: 'author', name: agent.did } },
  ])
  expect(search.asked[0]?.choices.map(({ scope }) => scope)).toContain('tool')
  expect((await call('search', {})).result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })

  const book = await call('book', {})
  expect(book.result.ok).toBe(true)
  expect(book.asked).toMatchObject([
    { always: true, effect: 'agent', choices: [{ scope: 'call', until: ['once'] }] },
  ])

  const buy = await call('purchase', { identifier: 's-1' })
  expect(buy.result).toMatchObject({ ok: true, output: { form: 'http-signature' } })
  expect(buy.asked).toMatchObject([{ always: true, effect: 'payment' }])
  const sentence = buy.asked[0]?.sentence ?? ''
  for (const part of ['Suite', '120 EUR', 'Hotel', agent.did, 'Verified', agent.host])
    expect(sentence).toContain(part)
  const [receipt] = buy.result.x_changes
  if (receipt === undefined) throw new Error('no receipt')
  const { schemaUri, objectId: id } = receipt
  // What it says is the agent's words, for whoever reads it again.
  expect(state.labelOf({ schemaUri, ids: [id] }).integrity).toBe('foreign')
  expect(schemaUri).toMatch(/^did:nuwa:user:.+AgentReceipt#v3$/)
  expect(state.get({ schemaUri, id }).object).toMatchObject({
    ...{ agent: 'Hotel', did: agent.did, verdict: 'valid', product: 'Suite', price: '120', currency: 'EUR' },
    ...{ order: '{"identifier":"s-1"}', receipt: '{"form":"http-signature"}' },
  })
  const proof = callProofSchema.parse(JSON.parse(String(state.get({ schemaUri, id }).object['proof'])))
  const keys = keysOf([OUR_DOCUMENT])
  expect(await verifyCallProof(proof, (keyId) => keys.key(keyId, 'authentication'))).toMatchObject({
    ...{ did: OUR_DID, url: `${agent.origin}/buy`, body: '{"identifier":"s-1"}' },
    answer: '{"form":"http-signature"}',
  })
  const before = agent.requests.length
  expect((await call('purchase', { identifier: 's-2' })).result).toMatchObject({
    error: { code: 'INVALID_INPUT' },
  })
  expect((await call('purchase', { identifier: 's-1' }, 'deny')).result).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  })
  expect(agent.requests).toHaveLength(before)
})

it('calls are in the activity log; an agent that signs with another key is not called', async () => {
  const { agent, contacts, capabilities, catalog, approve, call, refOf } = await open()
  await approve()
  await call('search', { city: 'Jena' })
  expect(capabilities.activity({ limit: 1 })).toMatchObject([
    { capabilityId: 'anp:hotel/search', target: agent.host, outcome: 'ok', arguments: { city: 'Jena' } },
  ])
  const ref = refOf('search')
  agent.changeKey()
  await agent.describe({ name: 'Hotel' })
  await contacts.update('hotel')
  const result = await capabilities.invoke(
    ref,
    { city: 'Jena' },
    { caller: 'renderer', principal: OWNER, turn: null },
  )
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'PERMISSION_DENIED', details: { code: 'agent_stopped' } },
  })
  expect(catalog.get('anp:hotel')).toBeNull()
})
