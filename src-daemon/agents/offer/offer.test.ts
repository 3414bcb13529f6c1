import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AgentOffer, OfferItem } from '../../contract/agent-offer.ts'
import { useIdentityHome } from '../../identity/keys/testing.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { verifyParsedDescription } from '../descriptions/verify-description.ts'
import { NO_OFFER } from '../testing/endpoint.ts'
import { OFFERED, openOwnAgent } from '../testing/own-agent.ts'

const LATTE: OfferItem = {
  kind: 'product',
  identifier: 'latte',
  name: 'Latte',
  description: 'With coconut.',
  price: { amount: '13', currency: 'CNY' },
  images: [{ url: 'https://img.example/latte.jpg', caption: 'Latte' }],
  options: [{ name: 'Temperature', isRequired: true, values: ['Iced', 'Hot'] }],
  more: { category: 'Beverage' },
}
const OFFER: AgentOffer = {
  ...NO_OFFER,
  name: 'Coffee',
  description: 'Sells coffee.',
  owner: { kind: 'Person', name: 'Ana', url: null },
  operations: [{ tool: OFFERED.id, humanAuthorization: false }],
  questions: { enabled: true },
  items: [LATTE],
}

const home = useIdentityHome()
const start = async (path: readonly string[] = []) => {
  const agent = await openOwnAgent(home, { path, endpoint: { enabled: false } })
  onTestFinished(agent.close)
  const dids = { key: agent.dids.key }
  const file = (name: string) =>
    agent.offer.published()?.files.find(({ path: at }) => at.endsWith(name))?.text ?? ''
  return { ...agent, dids, file }
}
/** What another agent makes of a description, with our document at hand. */
const verdict = async (
  agent: Awaited<ReturnType<typeof start>>,
  document: Readonly<Record<string, unknown>>,
) => {
  const { authorizedKey, validateDidDocument } = await import('../../identity/index.ts')
  const own = agent.ownDids.list().find(({ did }) => did === agent.did)
  const key = (keyId: string, use: 'assertionMethod' | 'authentication') =>
    Promise.resolve(authorizedKey(validateDidDocument(agent.did, own?.document), keyId, use))
  const dids = { key } as unknown as Parameters<typeof verifyParsedDescription>[2]['dids']
  return verifyParsedDescription(document, `localhost:${String(agent.port)}`, {
    dids,
    now: () => new Date(),
    seen: null,
  })
}

describe('the own description', () => {
  it('has the keys of both forms, and our own verifier finds nothing odd', async () => {
    const agent = await start()
    agent.offer.set({ ...OFFER, did: agent.did })
    const { document } = await agent.offer.publish()
    const result = await verdict(agent, document)
    expect(result).toMatchObject({
      verdict: 'valid',
      warnings: [],
      form: 'merged',
      name: 'Coffee',
      version: '1.0.0',
      interfaces: [
        { kind: 'APIInterface', protocol: 'openrpc', humanAuthorization: false },
        { kind: 'NaturalLanguageInterface', protocol: 'YAML', humanAuthorization: false },
      ],
    })
    for (const name of ['name', 'description', 'interfaces', 'products', 'did', 'url'])
      expect((await verdict(agent, { ...document, [name]: 'x' })).verdict).toBe('invalid')
  })

  it('names each file with its digest, and the files say what the owner wrote', async () => {
    const agent = await start()
    agent.offer.set({ ...OFFER, did: agent.did })
    const { document, files } = await agent.offer.publish()
    const links = [document['interfaces'], document['products']].flat() as Record<string, string>[]
    expect(links).toHaveLength(3)
    for (const link of links) {
      const text = files.find(({ path }) => link['url']?.endsWith(`/${path}`))?.text ?? ''
      expect(link['ad:digestSRI']).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`)
    }
    expect(JSON.parse(agent.file('products/latte.json'))).toMatchObject({
      '@type': 'Product',
      identifier: 'latte',
      category: 'Beverage',
      offers: { price: '13', priceCurrency: 'CNY' },
      image: [{ url: 'https://img.example/latte.jpg' }],
      customizationOptions: { options: [{ name: 'Temperature', isRequired: true, value: ['Iced', 'Hot'] }] },
    })
    expect(JSON.parse(agent.file('api-interface.json'))).toMatchObject({
      methods: [
        {
          name: 'units/convert',
          paramStructure: 'by-name',
          params: [
            { name: 'value', required: true, schema: { type: 'number' } },
            { name: 'unit', required: false, schema: { $ref: '#/components/schemas/units_convert.unit' } },
          ],
        },
      ],
      components: { schemas: { 'units_convert.unit': { enum: ['m', 'ft'] } } },
    })
    expect(agent.file('nl-interface.yaml')).toContain('path: /ask')
    expect(JSON.parse(agent.file('agent-descriptions'))).toMatchObject({
      '@type': 'CollectionPage',
      items: [{ '@id': document['url'] }],
    })
  })

  it('is a new version only when it says something else, or is signed by another key', async () => {
    const agent = await start()
    agent.offer.set({ ...OFFER, did: agent.did })
    expect(agent.offer.preview()).toMatchObject({ version: '1.0.0', changed: true })
    const first = await agent.offer.publish()
    expect(agent.offer.preview()).toMatchObject({ version: '1.0.0', changed: false })
    expect(await agent.offer.publish()).toEqual(first)
    agent.offer.set({ ...OFFER, did: agent.did, description: 'Sells good coffee.' })
    const second = await agent.offer.publish()
    expect(second.document).toMatchObject({
      version: '1.1.0',
      created: first.document['created'],
      modified: expect.any(String) as string,
    })
    await agent.ownDids.rotate(agent.did)
    expect(agent.offer.preview()).toMatchObject({ version: '1.2.0', changed: true })
    expect((await verdict(agent, (await agent.offer.publish()).document)).verdict).toBe('valid')
    expect(agent.offer.versions().map(({ version }) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
  })

  it('is named by the document of its DID, beside which it is', async () => {
    const agent = await start(['shop'])
    agent.offer.set({ ...OFFER, did: agent.did })
    const { url } = await agent.offer.publish()
    const own = agent.ownDids.get(agent.did)
    expect(url).toBe(own.url.replace('did.json', 'ad.json').replace('https:', 'http:'))
    expect(own.document).toMatchObject({
      service: [
        { type: 'AgentDescription', serviceEndpoint: url },
        { type: 'NuwaA2A', serviceEndpoint: `${agent.origin}/a2a` },
        { type: 'A2AAgentCard', serviceEndpoint: `${agent.origin}/.well-known/agent-card.json` },
      ],
    })
    expect((await verdict(agent, agent.offer.published()?.document ?? {})).verdict).toBe('valid')
  })

  it('puts operations the owner wants to be asked about apart, and leaves out what is gone', async () => {
    const agent = await start()
    const operations = [
      { tool: OFFERED.id, humanAuthorization: true },
      { tool: 'acp:gone/away', humanAuthorization: false },
    ]
    agent.offer.set({ ...OFFER, did: agent.did, operations, questions: { enabled: false } })
    expect(agent.offer.preview().problems).toEqual([
      { code: 'tool_missing', detail: 'acp:gone/away', blocks: false },
    ])
    const { document } = await agent.offer.publish()
    expect(document['interfaces']).toMatchObject([{ humanAuthorization: true }])
    expect(JSON.stringify(document)).not.toContain('away')
  })

  it('is not published without a name and an identity', async () => {
    const agent = await start()
    const refusal = async () =>
      agent.offer.publish().then(
        () => 'published',
        (thrown: unknown) => toSatchelError(thrown).details,
      )
    agent.offer.set({ ...OFFER, did: null })
    expect(await refusal()).toEqual({ problem: 'no_did' })
    agent.offer.set({ ...OFFER, did: agent.did, name: '' })
    expect(await refusal()).toEqual({ problem: 'no_name' })
    await agent.ownDids.deactivate(agent.did)
    agent.offer.set({ ...OFFER, did: agent.did })
    expect(await refusal()).toEqual({ problem: 'did_inactive' })
    expect(agent.offer.published()).toBeNull()
  })

  it('changes only the members it is given, so that two who edit it overwrite nothing', async () => {
    const agent = await start()
    agent.offer.set({ ...OFFER, did: agent.did })
    agent.offer.set({ name: 'Tea' })
    agent.offer.set({ questions: { enabled: false }, description: undefined })
    expect(agent.offer.get()).toEqual({
      ...OFFER,
      did: agent.did,
      name: 'Tea',
      questions: { enabled: false },
    })
  })

  it('takes no member of a product that it writes itself', async () => {
    const agent = await start()
    expect(() => agent.offer.set({ ...OFFER, items: [{ ...LATTE, more: { offers: {} } }] })).toThrow()
    expect(() => agent.offer.set({ ...OFFER, items: [LATTE, LATTE] })).toThrow()
  })
})
