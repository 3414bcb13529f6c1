import { describe, expect, it, vi } from 'vitest'
import type { ThreadItem } from '../../contract/thread-conversations.ts'
import { COLOURS, FORM, QUOTE, structured } from '../testing/examples.ts'
import { openThreadAgent } from '../testing/thread-agent.ts'

const schema = (slug: string) => `https://aitp.dev/capabilities/${slug}/v1.0.0/schema.json`
const control = 'https://example.app/aitp/capabilities/x01-control/v1.0.0/schema.json'
const DECISION = structured('aitp-02-decisions', 'request_decision', COLOURS)
const FORM_RAW = structured('aitp-03-data-request', 'request_data', FORM)
const QUOTE_RAW = structured('aitp-01-payments', 'quote', { ...QUOTE, expiration: '2099-01-01T00:00:00Z' })

/** A Satchel, and a shop's agent that declared these. */
const openShop = async (...capabilities: readonly string[]) => {
  const home = await openThreadAgent()
  const shop = home.agent()
  await shop.allow()
  const { body } = await shop.json('POST', '/v1/threads', {
    body: { metadata: { actors: [{ id: 'shop', capabilities }] } },
  })
  const id = String(body['id'])
  const ask = (content: string, metadata = {}) =>
    shop.json('POST', `/v1/threads/${id}/messages`, { body: { content: [content], metadata } })
  const heard = async (): Promise<readonly string[]> => {
    const list = await shop.json('GET', `/v1/threads/${id}/messages?order=asc&limit=100`)
    return (list.body['data'] as unknown as { content: string[] }[]).flatMap(({ content }) => content)
  }
  const items = async (): Promise<readonly ThreadItem[]> =>
    (await home.threads.view(id)).entries.flatMap((entry) => entry.items)
  return { home, shop, id, ask, heard, items }
}
const states = (items: readonly ThreadItem[]) => items.map(({ state }) => state)

describe('what the owner decided beforehand about an agent', () => {
  it('declines its requests of a kind by themselves, and asks for the others', async () => {
    const { home, shop, ask, items, heard } = await openShop(
      schema('aitp-02-decisions'),
      schema('aitp-03-data-request'),
    )
    await ask(DECISION)
    expect(states(await items())).toEqual(['pending'])
    home.threads.setPolicy({ peer: shop.did, capability: 'aitp-03-data-request', policy: 'deny' })
    await ask(FORM_RAW)
    await vi.waitFor(async () => {
      expect(states(await items())).toEqual(['pending', 'declined'])
    })
    // In the form that the agent understands, and once.
    expect(JSON.parse((await heard()).at(-1) ?? '')).toMatchObject({
      data: { request_data_id: FORM.id, status: 'declined' },
    })
    home.restart()
    await home.threads.send({ id: home.threads.list()[0]?.id ?? '', text: 'Hello' })
    expect((await heard()).filter((raw) => raw.includes('declined'))).toHaveLength(1)
    // What waits already is declined with it.
    home.threads.setPolicy({ peer: shop.did, capability: 'aitp-02-decisions', policy: 'deny' })
    await vi.waitFor(async () => {
      expect(states(await items())).toEqual(['declined', 'declined'])
    })
    expect(home.threads.policies(shop.did)).toMatchObject({
      'aitp-01-payments': 'ask',
      'aitp-02-decisions': 'deny',
      'aitp-03-data-request': 'deny',
    })
    home.threads.setPolicy({ peer: shop.did, capability: 'aitp-03-data-request', policy: 'ask' })
    await ask(FORM_RAW.replace('form_1', 'form_2'))
    expect(states(await items()).at(-1)).toBe('pending')
  })

  it.each([
    ['a rejection where all know it', [schema('aitp-01-payments'), control], '"rejection"'],
    ['words elsewhere', [schema('aitp-01-payments')], 'declin'],
  ])('refuses a payment with %s', async (_, capabilities, refusal) => {
    const { home, shop, ask, heard } = await openShop(...capabilities)
    home.threads.setPolicy({ peer: shop.did, capability: 'aitp-01-payments', policy: 'deny' })
    await ask(QUOTE_RAW)
    await vi.waitFor(async () => {
      expect((await heard()).at(-1)).toContain(refusal)
    })
    // Once, also where a refusal in words leaves the request open.
    home.restart()
    await ask('Well?')
    await home.threads.send({ id: home.threads.list()[0]?.id ?? '', text: 'No.' })
    expect((await heard()).filter((raw) => raw.includes(refusal))).toHaveLength(1)
  })

  it('holds for what another agent passes on for it, and for no other agent', async () => {
    const { home, ask, items } = await openShop(schema('aitp-02-decisions'))
    const far = 'did:web:far.example'
    home.threads.setPolicy({ peer: far, capability: 'aitp-02-decisions', policy: 'deny' })
    await ask(DECISION)
    await ask(DECISION.replace('"colours"', '"passed"'), { aitp_origin_actor: far, aitp_hops: 1 })
    await vi.waitFor(async () => {
      expect(states(await items())).toEqual(['pending', 'declined'])
    })
  })

  it('is forgotten with the agent', async () => {
    const { home, shop } = await openShop()
    home.threads.setPolicy({ peer: shop.did, capability: 'aitp-02-decisions', policy: 'deny' })
    await home.agents.forget(shop.did)
    expect(home.threads.policies(shop.did)).toMatchObject({ 'aitp-02-decisions': 'ask' })
  })

  it('is kept for a contact by its DID, and for nobody who isn’t known', async () => {
    const { home } = await openShop()
    home.contacts.set('hotel', { id: 'hotel', did: 'did:web:hotel.example', threads: null, as: null })
    home.threads.setPolicy({ peer: 'hotel', capability: 'aitp-02-decisions', policy: 'deny' })
    expect(home.threads.policies('did:web:hotel.example')).toMatchObject({ 'aitp-02-decisions': 'deny' })
    expect(home.threads.denies('hotel', 'aitp-02-decisions')).toBe(true)
    expect(() => home.threads.policies('nobody')).toThrow(
      expect.objectContaining({ code: 'contact_unknown' }) as Error,
    )
  })
})
