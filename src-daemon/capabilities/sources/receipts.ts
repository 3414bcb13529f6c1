import { orderedProduct, type ApprovedAgent, type CallableOperation } from '../../agents/index.ts'
import type { CallProof } from '../../contract/call-proofs.ts'
import type { changeRefSchema } from '../../contract/state.ts'
import type { StateService } from '../../state/types.ts'
import type { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** An order that an agent accepted. */
interface Order {
  readonly agent: ApprovedAgent
  readonly operation: CallableOperation
  readonly input: Json
  readonly output: Json
  readonly idempotencyKey: string
  /** Null where the protocol has none. */
  readonly proof: CallProof | null
}

/** Receipts of purchases, kept among the owner's own data, with the proofs that all state has. */
export interface Receipts {
  /** The change that keeps it. Errors: those of `StateService.create`. */
  keep(order: Order): z.infer<typeof changeRefSchema>
}

const text = (title: string) => ({ title, type: 'string' })
const RECEIPT = {
  title: 'Receipts',
  type: 'object',
  'x-asm': { container: 'object', 'x-visibility': 'private' },
  'x-title': 'agent',
  'x-summary': 'product',
  properties: {
    agent: text('Agent'),
    product: text('Product'),
    identifier: text('Product number'),
    price: text('Price'),
    currency: text('Currency'),
    /** What was ordered, and what the agent answered with all its own proofs, as JSON. */
    order: text('What you ordered'),
    receipt: text('What the agent answered'),
    verdict: text('Verified as'),
    did: text('DID of the agent'),
    key: text('Key of the agent'),
    url: text('Address'),
    operation: text('Operation'),
    idempotencyKey: text('Idempotency key'),
    /** What shows others that it was ordered: `contract/call-proofs.ts`, as JSON. */
    proof: text('Proof of the order'),
  },
  required: ['agent', 'order', 'receipt', 'verdict', 'operation', 'url', 'idempotencyKey'],
}
const NAME = 'AgentReceipt#v3'
const SCOPE = 'sc:agents'
const MAX_TEXT = 64 * 1024

export const createReceipts = (
  state: Pick<StateService, 'registerOwn' | 'ownerAccess' | 'create'>,
): Receipts => ({
  keep: ({ agent, operation, input, output, idempotencyKey, proof }) => {
    const { uri: schemaUri } = state.registerOwn({
      schema: RECEIPT,
      scope: SCOPE,
      name: NAME,
    })
    const { reading, label } = agent
    const product = orderedProduct(reading.products, input)
    const [offer] = product?.offers ?? []
    const known = {
      ...{
        did: reading.did,
        key: reading.keyId,
        identifier: product?.identifier,
        product: product?.name,
      },
      ...{ price: offer?.price, currency: offer?.currency },
    }
    const given = Object.fromEntries(
      Object.entries(known).filter((one): one is [string, string] => typeof one[1] === 'string'),
    )
    const object = {
      ...{
        agent: label || reading.name,
        verdict: reading.verdict,
        url: operation.interface.url,
      },
      ...{ operation: operation.id, idempotencyKey, ...given },
      order: shortened(input),
      receipt: shortened(output),
      ...(proof === null ? {} : { proof: JSON.stringify(proof) }),
    }
    // What it says is the agent's words.
    const origin = { kind: 'agent', did: reading.did ?? agent.url } as const
    return state.create({ ...state.ownerAccess(schemaUri, 'internal'), origin }, { schemaUri, object }).change
  },
})

const shortened = (value: Json): string => JSON.stringify(value).slice(0, MAX_TEXT).toWellFormed()
