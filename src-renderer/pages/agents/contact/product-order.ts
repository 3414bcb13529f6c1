import type { ContactProduct } from '../../../../src-daemon/contract/agent-contacts.ts'
import { isRecord } from '../../../components/is-record.ts'

type Schema = Readonly<Record<string, unknown>>

/** The input of a purchase, narrowed to one product: its identifier is fixed, and only its options can be chosen. */
export const orderSchema = (
  input: Schema,
  product: Pick<ContactProduct, 'identifier' | 'options'>,
): Schema => {
  const properties = recordOf(input['properties'])
  const required = Array.isArray(input['required']) ? input['required'].map(String) : []
  const { customizationOptions: _, ...others } = properties
  const needsOptions = product.options.some((option) => option.required)
  return {
    ...input,
    properties: {
      ...others,
      identifier: { ...recordOf(properties['identifier']), const: product.identifier },
      ...(product.options.length > 0 && { customizationOptions: optionsSchema(product) }),
    },
    required: [
      ...new Set([
        ...required.filter((name) => name !== 'customizationOptions'),
        'identifier',
        ...(needsOptions ? ['customizationOptions'] : []),
      ]),
    ],
  }
}

/**
 * The input of a purchase whose product is chosen as well: its options are asked for once it is, and are its own. Unchanged where the agent
 * names no product by its identifier.
 */
export const purchaseSchema = (
  input: Schema,
  products: readonly Pick<ContactProduct, 'identifier' | 'name' | 'options'>[],
  { chosen, titles }: { readonly chosen: unknown; readonly titles: { product: string; options: string } },
): Schema => {
  const ordered = products.filter(({ identifier }) => identifier !== null)
  if (ordered.length === 0) return input
  const [only] = ordered
  const product = ordered.length === 1 ? only : ordered.find(({ identifier }) => identifier === chosen)
  const narrowed = orderSchema(input, product ?? { identifier: null, options: [] })
  const { customizationOptions: options, ...properties } = recordOf(narrowed['properties'])
  const names = ordered.map(({ identifier, name }) => ({ const: identifier, title: name }))
  return {
    ...narrowed,
    properties: {
      ...properties,
      identifier: { type: 'string', title: titles.product, oneOf: names },
      ...(options !== undefined && {
        customizationOptions: { ...recordOf(options), title: titles.options },
      }),
    },
  }
}

const optionsSchema = ({ options }: Pick<ContactProduct, 'options'>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    options.map(({ name, values }) => [
      name,
      { type: 'string', title: name, ...(values.length > 0 && { enum: values }) },
    ]),
  ),
  required: options.filter(({ required }) => required).map(({ name }) => name),
})

/** A price as its agent writes it: amount and currency in words of the reader where both can be read. */
export const priceText = (
  { price, currency }: Pick<ContactProduct['offers'][number], 'price' | 'currency'>,
  language: string,
): string | null => {
  if (price === null) return null
  const amount = /^\d+(?:\.\d+)?$/.test(price) ? Number(price) : null
  if (amount === null || currency === null || !/^[A-Z]{3}$/.test(currency))
    return currency === null ? price : `${price} ${currency}`
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)
}

const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {})

const AVAILABILITIES = [
  ...(['InStock', 'OutOfStock', 'SoldOut', 'PreOrder', 'BackOrder'] as const),
  ...(['LimitedAvailability', 'Discontinued', 'OnlineOnly', 'InStoreOnly'] as const),
]

/** Whether it is one of schema.org's words for whether a product can be had, which we translate. */
export const isAvailability = (name: string): name is (typeof AVAILABILITIES)[number] =>
  AVAILABILITIES.some((one) => one === name)
