import type { ContactProduct } from '../../contract/agent-contacts.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CallableOperation } from '../contacts/protocol.ts'
import { recordOf, textOf } from './interfaces/values.ts'

type Json = Readonly<Record<string, unknown>>

/** Names the products that can be ordered, in the schema of each operation that takes one. */
export const withProductIds = (
  operations: readonly CallableOperation[],
  products: readonly ContactProduct[],
): CallableOperation[] => {
  const ids = [...new Set(products.flatMap(({ identifier }) => identifier ?? []))]
  return operations.map((operation) => {
    const properties = recordOf(operation.input['properties'])
    const identifier = recordOf(properties['identifier'])
    if (operation.kind !== 'purchase' || ids.length === 0 || identifier['type'] !== 'string') return operation
    const named = { ...properties, identifier: { ...identifier, enum: ids } }
    return { ...operation, input: { ...operation.input, properties: named } }
  })
}

/** The product that an order names; null if the agent's documents don't describe it. */
export const orderedProduct = (products: readonly ContactProduct[], input: Json): ContactProduct | null =>
  products.find(({ identifier }) => identifier !== null && identifier === input['identifier']) ?? null

/** Errors: `agent_option_invalid` where a choice is missing, or isn't one of the product's. */
export const checkOptions = (product: ContactProduct, input: Json): void => {
  const chosen = recordOf(input['customizationOptions'])
  const refuse = (option: string): never => {
    throw new SatchelError('agent_option_invalid', {
      params: { product: product.name, option },
      details: { option },
    })
  }
  for (const { name, required, values } of product.options) {
    const value = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    if (value === undefined ? required : values.length > 0 && !values.includes(textOf(value))) refuse(name)
  }
  for (const name of Object.keys(chosen))
    if (!product.options.some((option) => option.name === name)) refuse(name)
}
