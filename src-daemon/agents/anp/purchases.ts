import type { ContactProduct } from '../../contract/agent-contacts.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CallableOperation } from '../contacts/protocol.ts'
import { recordOf, textOf } from './interfaces/values.ts'

type Json = Readonly<Record<string, unknown>>

/** Names the products that can be ordered, and what can be chosen of them, in the schema of each operation that takes one. */
export const withProducts = (
  operations: readonly CallableOperation[],
  products: readonly ContactProduct[],
): CallableOperation[] => {
  const ordered = products.filter(({ identifier }) => identifier !== null)
  const ids = [...new Set(ordered.flatMap(({ identifier }) => identifier ?? []))]
  return operations.map((operation) => {
    const properties = recordOf(operation.input['properties'])
    const { identifier, customizationOptions } = properties
    if (operation.kind !== 'purchase' || ids.length === 0 || recordOf(identifier)['type'] !== 'string')
      return operation
    const named = {
      ...properties,
      identifier: { ...recordOf(identifier), enum: ids },
      ...(isOpenObject(customizationOptions) && {
        customizationOptions: { ...recordOf(customizationOptions), ...optionsOf(ordered) },
      }),
    }
    return { ...operation, input: { ...operation.input, properties: named } }
  })
}

/** Whether the agent leaves it to the products what can be chosen. */
const isOpenObject = (schema: unknown): boolean => {
  const { type, properties } = recordOf(schema)
  return type === 'object' && properties === undefined
}

/** The options of all products, each with the values it has for any; which of them a product has is checked with the order. */
const optionsOf = (products: readonly ContactProduct[]): Json => {
  const values = new Map<string, ReadonlySet<string> | null>()
  for (const option of products.flatMap(({ options }) => options)) {
    const before = values.get(option.name)
    const isOpen = option.values.length === 0 || before === null
    values.set(option.name, isOpen ? null : new Set([...(before ?? []), ...option.values]))
  }
  const required = [...values.keys()].filter((name) =>
    products.every(({ options }) => options.some((one) => one.name === name && one.required)),
  )
  return {
    properties: Object.fromEntries(
      [...values].map(([name, known]) => [
        name,
        { title: name, type: 'string', ...(known !== null && { enum: [...known] }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
}

/** The product that an order names; null if the agent's documents don't describe it. */
export const orderedProduct = (products: readonly ContactProduct[], input: Json): ContactProduct | null =>
  products.find(({ identifier }) => identifier !== null && identifier === input['identifier']) ?? null

/** Errors: `agent_option_missing`, or `agent_option_invalid` where a choice isn't one of the product's. */
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
    if (value === undefined && required)
      throw new SatchelError('agent_option_missing', {
        params: { product: product.name, option: name, values: values.join(', ') || '…' },
        details: { option: name, values },
      })
    if (value !== undefined && values.length > 0 && !values.includes(textOf(value))) refuse(name)
  }
  for (const name of Object.keys(chosen))
    if (!product.options.some((option) => option.name === name)) refuse(name)
}
