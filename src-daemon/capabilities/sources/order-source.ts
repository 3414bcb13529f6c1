import type { ProductOrder } from '../../agents/index.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import type { CapabilitySource } from '../core/types.ts'
import type { Orders } from './orders.ts'

/** The tool that other agents may be allowed to use: ordering what the owner's description offers (anp.md 4). */
export const ORDER_TOOL = 'satchel:order'
export const ORDER_VERSION = '1.0.0'

const text = { type: 'string', minLength: 1, maxLength: 5000 }
const MANIFEST: CapabilityManifest = {
  capability_id: ORDER_TOOL,
  version: ORDER_VERSION,
  kind: 'tool',
  name: 'order',
  description: 'Takes the order of another agent, once the owner agrees.',
  input_schema: {
    type: 'object',
    properties: {
      ...{ identifier: text, product: text, price: text, currency: text, idempotencyKey: text },
      options: { type: 'object', additionalProperties: text },
    },
    required: ['identifier', 'product', 'options', 'idempotencyKey'],
    additionalProperties: false,
  },
  output_schema: { type: 'object', properties: { order: text }, required: ['order'] },
  prompt_template: null,
  resources: null,
  required_permissions: [],
  x_effect: 'none',
}

/** Orders of other agents as calls like all others. Their receiver has the owner asked about each. */
export const createOrderSource = (deps: {
  readonly orders: Pick<Orders, 'keep'>
  readonly language: () => Language
}): CapabilitySource => {
  const { orders, language } = deps
  const hash = jsonSha256(MANIFEST)
  return {
    list: () => [],
    describe: (id, version) => (id === ORDER_TOOL && version === ORDER_VERSION ? MANIFEST : null),
    permission: (_ref, { principal, asksOwner }) =>
      principal.kind === 'agent' && asksOwner === true ? null : say(language(), 'order_for_agents'),
    definition: ({ capability_id: id }) =>
      id === ORDER_TOOL
        ? {
            title: 'Satchel',
            origin: { kind: 'built_in', name: 'Satchel' },
            tool: MANIFEST.name,
            owner: hash,
            hash,
          }
        : null,
    effect: (_ref, input) => ({
      effect: 'none',
      always: false,
      target: null,
      sentence: sentenceOf(input, language()),
    }),
    run: (_ref, input, { principal }) => {
      const did = principal.kind === 'agent' ? principal.did : ''
      const { answer, changes } = orders.keep(did, orderIn(input))
      return Promise.resolve({ output: { ...answer }, changes: [...changes] })
    },
  }
}

/** Its schema says so. */
const orderIn = (input: Readonly<Record<string, unknown>>): ProductOrder => input as unknown as ProductOrder

const sentenceOf = (input: Readonly<Record<string, unknown>>, language: Language): string => {
  const { product, price, currency = '', options } = orderIn(input)
  const chosen = Object.entries(options).map(([name, value]) => `${name}: ${value}`)
  return say(language, 'effect_order', {
    product: [product, ...chosen].join(', '),
    amount: price === undefined ? say(language, 'effect_agent_no_amount') : `${price} ${currency}`.trim(),
  })
}
