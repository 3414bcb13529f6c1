import type { ProductOrder } from '../../agents/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { StateService } from '../../state/types.ts'

type Json = Readonly<Record<string, unknown>>

/** Orders the owner took, kept among their own data. */
export interface Orders {
  /** The order that an agent placed with this key, and its answer; null if there was none. */
  find(did: string, idempotencyKey: string): { readonly order: ProductOrder; readonly answer: Json } | null
  /** Keeps an order, and says how it is answered. Errors: those of `StateService.create`. */
  keep(did: string, order: ProductOrder): { readonly answer: Json; readonly changes: readonly Change[] }
}
type Change = ReturnType<StateService['create']>['change']

const text = { type: 'string' }
const ORDER = {
  title: 'Orders',
  type: 'object',
  'x-asm': { container: 'object', 'x-visibility': 'private' },
  properties: {
    ...{ id: text, by: text, identifier: text, product: text, price: text, currency: text, at: text },
    /** What was ordered and what was answered, as JSON. */
    ...{ order: text, answer: text },
  },
  required: ['id', 'by', 'identifier', 'product', 'at', 'order', 'answer'],
}
const NAME = 'AgentOrder#v1'
const SCOPE = 'sc:agents'

export const createOrders = ({
  state,
  now,
}: {
  readonly state: Pick<StateService, 'registerOwn' | 'ownerAccess' | 'create' | 'get'>
  readonly now: () => Date
}): Orders => {
  const schema = (): string => state.registerOwn({ schema: ORDER, scope: SCOPE, name: NAME }).uri

  const find: Orders['find'] = (did, idempotencyKey) => {
    try {
      const { object } = state.get({ schemaUri: schema(), id: idOf(did, idempotencyKey) })
      return {
        order: JSON.parse(String(object['order'])) as ProductOrder,
        answer: JSON.parse(String(object['answer'])) as Json,
      }
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code === 'not_found') return null
      throw thrown
    }
  }

  return {
    find,
    keep: (did, order) => {
      // The owner may have agreed to it twice.
      const before = find(did, order.idempotencyKey)
      if (before !== null) return { answer: before.answer, changes: [] }
      const { identifier, product, price, currency, options } = order
      const schemaUri = schema()
      const id = idOf(did, order.idempotencyKey)
      const at = now().toISOString()
      const total = price === undefined ? {} : { total: { price, currency } }
      const answer = { order: id, identifier, product, options, ...total, orderedBy: did, at }
      const priced = price === undefined ? {} : { price, ...(currency === undefined ? {} : { currency }) }
      // Its words are the other agent's, though the owner agreed to keep them.
      const access = { ...state.ownerAccess(schemaUri, 'internal'), origin: { kind: 'agent', did } as const }
      const { change } = state.create(access, {
        schemaUri,
        object: {
          ...{ id, by: did, identifier, product, ...priced, at },
          ...{ order: JSON.stringify(order), answer: JSON.stringify(answer) },
        },
      })
      return { answer, changes: [change] }
    },
  }
}

/** The same for all attempts of one order. */
const idOf = (did: string, idempotencyKey: string): string =>
  sha256Hex(JSON.stringify([did, idempotencyKey])).slice(0, 32)
