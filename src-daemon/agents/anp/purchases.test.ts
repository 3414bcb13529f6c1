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
const open = async (): Promise<{
  agent: OtherAgent
  home: ContactsHome
  verify: ReturnType<typeof requestVerifier>
}> => {
  const agent = await openOtherAgent()
  return { agent, home: contactsBeside([agent]), verify: requestVerifier(agent) }
}

const PURCHASE = `interface:
  type: Purchase
  endpoints:
    - name: purchase
      method: POST
      path: /buy
      parameters:
        - { name: identifier, type: string, required: true }
        - { name: customizationOptions, type: object, required: true, additionalProperties: { type: string } }
`
const LATTE = {
  ...{ type: 'Product', name: 'Latte', identifier: 'rl-1' },
  offers: { price: '13', priceCurrency: 'CNY', availability: 'https://schema.org/InStock' },
  image: { url: '/latte.png', caption: 'Latte' },
  customizationOptions: {
    options: [{ name: 'Temperature', isRequired: true, value: ['Iced', 'Hot'] }, { name: 'Note' }],
  },
}

it('a purchase: options of the product, a signature over the body, a key of its own', async () => {
  const { agent, home, verify } = await open()
  agent.serve('/buy.yaml', PURCHASE)
  const forms: string[] = []
  agent.serve('/buy', async (request) => {
    forms.push((await verify(request)).form)
    return {
      headers: { 'authentication-info': 'access_token="t"' },
      body: { order: request.header('idempotency-key') },
    }
  })
  await agent.describe({
    products: [LATTE],
    interfaces: [{ type: 'PurchaseInterface', protocol: 'YAML', url: '/buy.yaml' }],
  })
  const { approved } = await known(agent, home)
  expect(approved?.products).toMatchObject([
    {
      ...{ identifier: 'rl-1', offers: [{ price: '13', currency: 'CNY', availability: 'InStock' }] },
      images: [{ url: `${agent.origin}/latte.png`, caption: 'Latte' }],
      options: [
        { name: 'Temperature', required: true, values: ['Iced', 'Hot'] },
        { name: 'Note', required: false, values: [] },
      ],
    },
  ])
  expect(approved?.operations).toMatchObject([
    {
      kind: 'purchase',
      asksAlways: true,
      input: {
        properties: {
          identifier: { enum: ['rl-1'] },
          customizationOptions: {
            properties: { Temperature: { type: 'string', enum: ['Iced', 'Hot'] }, Note: { type: 'string' } },
            required: ['Temperature'],
          },
        },
      },
    },
  ])
  const order = (customizationOptions: Record<string, string>): Promise<Record<string, unknown>> =>
    call(home, 'purchase', { identifier: 'rl-1', customizationOptions })
  await expect(order({})).rejects.toMatchObject({
    code: 'agent_option_missing',
    params: { option: 'Temperature', values: 'Iced, Hot' },
  })
  for (const options of [{ Temperature: 'Warm' }, { Temperature: 'Hot', Sugar: 'No' }])
    await expect(order(options)).rejects.toMatchObject({ code: 'agent_option_invalid' })
  expect(forms).toEqual([])
  const first = await order({ Temperature: 'Hot' })
  const second = await order({ Temperature: 'Hot', Note: 'no lid' })
  // A token never takes the place of the signature, and no two orders share a key.
  expect(forms).toEqual(['http-signature', 'http-signature'])
  expect(first['order']).not.toBe(second['order'])
})

it('what binds the owner is not sent in a form that leaves the body open, nor unsigned', async () => {
  const { agent, home } = await open()
  agent.serve('/buy.yaml', PURCHASE)
  agent.serve('/buy', () => ({
    status: 401,
    headers: { 'www-authenticate': 'DIDWba realm="x", nonce="n"' },
    body: {},
  }))
  await agent.describe({ products: [LATTE], interfaces: [{ type: 'PurchaseInterface', url: '/buy.yaml' }] })
  const { id } = await known(agent, home)
  const order = { identifier: 'rl-1', customizationOptions: { Temperature: 'Hot' } }
  await expect(call(home, 'purchase', order)).rejects.toMatchObject({
    code: 'agent_refused',
    params: { code: 401 },
  })
  const sent = agent.requests.filter(({ path }) => path === '/buy')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.header('authorization')).toBeUndefined()
  home.contacts.set(id, { as: null })
  await expect(call(home, 'purchase', order)).rejects.toMatchObject({ code: 'agent_identity_needed' })
})
