import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { openDatabase } from '../../storage/index.ts'
import type { KeptReading } from '../contacts/protocol.ts'
import { createDescriptions } from '../descriptions/service.ts'
import { readAgent } from './read-agent.ts'

/** Documents that the authors of ANP published, as the addresses in them say where they are. */
const folder = new URL('../testing/examples/', import.meta.url)
const SERVICE = 'https://service.agent-network-protocol.com/agents'
const MAIN = 'https://agent-network-protocol.com'
const files: Readonly<Record<string, string>> = {
  [`${MAIN}/agents/smartassistant`]: 'seed/ad-seed-repaired.json',
  [`${MAIN}/agents/raw`]: 'seed/ad-seed-raw-INVALID.json.txt',
  [`${MAIN}/products/ai-assistant-pro`]: 'seed/product-seed.json',
  [`${SERVICE}/lkcoffe/ad.json`]: 'legacy/lkcoffe/ad.json',
  [`${SERVICE}/lkcoffe/api/nl-interface.yaml`]: 'legacy/lkcoffe/api/nl-interface.yaml',
  [`${SERVICE}/lkcoffe/api/purchase-interface.yaml`]: 'legacy/lkcoffe/api/purchase-interface.yaml',
  ...Object.fromEntries(
    ['silk-latte', 'orange-americano', 'roasted-coconut-latte'].map((name) => [
      `${SERVICE}/lkcoffe/${name}/${name}.json`,
      `legacy/lkcoffe/${name}/${name}.json`,
    ]),
  ),
  [`${SERVICE}/sheraton-chuzhou-hotel/ad.json`]: 'legacy/hotel/examples/ad.json',
  [`${SERVICE}/plain/ad.json`]: 'plain/hotel-ad.json',
  ...Object.fromEntries(
    ['search', 'booking', 'nl'].map((name) => [
      `${SERVICE}/sheraton-chuzhou-hotel/api/${name}-interface.yaml`,
      `legacy/hotel/examples/api/${name}-interface.yaml`,
    ]),
  ),
  [`${SERVICE}/hotel/examples/hotel_room.json`]: 'legacy/hotel/examples/hotel_room.json',
}

const guard: Pick<NetworkGuard, 'fetch'> = {
  fetch: (url) => {
    const name = files[String(url)]
    return Promise.resolve(
      name === undefined
        ? new Response('', { status: 404 })
        : new Response(readFileSync(new URL(name, folder))),
    )
  },
}

const read = (url: string): Promise<KeptReading> => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  onTestFinished(() => {
    db.close()
  })
  const now = () => new Date('2026-03-02T10:00:00Z')
  const dids = {
    key: () => Promise.reject(new SatchelError('did_unresolvable', { params: { did: '', part: '' } })),
  }
  const descriptions = createDescriptions({ db, guard, dids, now })
  return readAgent({ guard, now, descriptions }, url, { signer: null })
}
const brief = ({ operations }: KeptReading): unknown =>
  operations.map(({ id, kind, asksAlways, interface: { kind: spoken, url } }) => [
    id,
    kind,
    asksAlways,
    spoken,
    url,
  ])

it('a café: products from linked files, a question, and a purchase by their identifiers', async () => {
  const reading = await read(`${SERVICE}/lkcoffe/ad.json`)
  expect(reading).toMatchObject({ name: 'Luckin Coffee Agent', verdict: 'unsigned', problems: [] })
  expect(brief(reading)).toEqual([
    ['askQuestion', 'question', false, 'endpoints', `${SERVICE}/lkcoffe/api/ask`],
    ['purchase', 'purchase', true, 'endpoints', `${SERVICE}/lkcoffe/api/purchase`],
  ])
  expect(
    reading.products.map(({ name, identifier, offers, options }) => [
      name,
      identifier,
      offers[0]?.price,
      options.length,
    ]),
  ).toEqual([
    ['丝绸拿铁', 'sl-29ab8cf9', '20', 4],
    ['橙C美式', 'oa-29ab8cf9', '20', 4],
    ['烤椰拿铁', 'rl-29ab8cf9', '13', 2],
  ])
  expect(reading.operations[1]?.input).toMatchObject({
    properties: {
      identifier: { enum: ['sl-29ab8cf9', 'oa-29ab8cf9', 'rl-29ab8cf9'] },
      customizationOptions: { type: 'object' },
    },
  })
})

it.each([
  ['JSON-LD of 2025', 'sheraton-chuzhou-hotel', true],
  ['ANP-07 1.1', 'plain', true],
])(
  'a hotel, as %s: search by OpenAPI, booking and questions by ANP’s own YAML',
  async (_form, path, asks) => {
    const reading = await read(`${SERVICE}/${path}/ad.json`)
    expect(brief(reading)).toEqual([
      ['post_agents_hotel_api_search', 'call', false, 'openapi', `${SERVICE}/hotel/api/search`],
      ['Booking', 'purchase', asks, 'endpoints', `${SERVICE}/hotel/api/booking`],
      ['askQuestion', 'question', false, 'endpoints', `${SERVICE}/lkcoffe/api/ask`],
    ])
    expect(reading.operations[0]?.input).toMatchObject({ required: ['checkInDate', 'checkOutDate'] })
    expect(reading.images).toHaveLength(3)
    expect(reading.problems).toEqual([])
    if (path === 'plain')
      expect(reading.products).toMatchObject([
        { identifier: 'room-deluxe-001', offers: [{ price: '1280', currency: 'CNY' }, { price: '1180' }] },
        {},
        {},
        {},
        {},
      ])
  },
)

it('the example of the specification is read where its comma is mended, and refused where it is not', async () => {
  const reading = await read(`${MAIN}/agents/smartassistant`)
  expect(reading).toMatchObject({ name: 'SmartAssistant', verdict: 'invalid' })
  expect(reading.problems.map(({ code }) => code)).toEqual([
    'not_loaded',
    'not_loaded',
    'not_loaded',
    'not_loaded',
  ])
  expect(reading.products).toMatchObject([{ identifier: 'rl-29ab8cf9' }, { name: 'Agent Connector' }])
  await expect(read(`${MAIN}/agents/raw`)).rejects.toMatchObject({ code: 'agent_document_unusable' })
})
