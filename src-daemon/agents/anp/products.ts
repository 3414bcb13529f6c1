import type { ContactProblem, ContactProduct, ProductOption } from '../../contract/agent-contacts.ts'
import { isRecord } from '../../platform/is-record.ts'
import { memberOf, type JsonObject } from '../descriptions/read-description.ts'
import type { Collected } from './interfaces/collected.ts'
import { listOf, recordOf, recordsOf, textOf, textOrNull } from './interfaces/values.ts'
import type { LinkedFiles } from './files/linked-files.ts'

const MAX_PRODUCTS = 200
const MAX_LIST = 50
const MAX_TEXT = 4000
const MAX_NAME = 256

/** A product, or a link to one, with its place in the description. */
interface Listed {
  readonly place: string
  readonly json: JsonObject
  readonly kind: ContactProduct['kind']
}

/** The products and services of a description, with those in linked files (schema.org, anp.md 3). */
export const readProducts = async (
  description: JsonObject,
  files: LinkedFiles,
  collected: Collected,
): Promise<readonly ContactProduct[]> => {
  const listed = listedIn(description)
  if (listed.length > MAX_PRODUCTS) collected.problem('products', 'too_many', String(MAX_PRODUCTS))
  const opened = listed.slice(0, MAX_PRODUCTS).map((one) => withLinked(one, files))
  const products: ContactProduct[] = []
  // Loaded at once, read one after the other: problems are in the order of the description.
  for (const [index, { place, kind }] of listed.slice(0, MAX_PRODUCTS).entries()) {
    const whole = await opened[index]
    if (whole === undefined) continue
    const { problem } = whole
    if (problem !== undefined) collected.problem(problem.place, problem.code, problem.detail)
    const product = productOf(whole.json, kind, (written) => files.addressOf(written, whole.url))
    if (product === null) collected.problem(place, 'product_unreadable')
    else products.push(product)
  }
  return products
}

const listedIn = (description: JsonObject): readonly Listed[] => {
  const entity = recordOf(memberOf(description, 'domainEntity'))
  const offered = listOf(memberOf(entity, 'makesOffer')).map((one) => recordOf(one)['itemOffered'])
  const lists: readonly (readonly [string, unknown, ContactProduct['kind']])[] = [
    ['products', memberOf(description, 'products'), 'product'],
    ['services', memberOf(description, 'services'), 'service'],
    ['Infomations', description['Infomations'], 'product'],
    ['informations', memberOf(description, 'informations'), 'product'],
    ['domainEntity.products', memberOf(entity, 'products'), 'product'],
    ['domainEntity.makesOffer', offered, 'service'],
  ]
  return lists.flatMap(([name, list, kind]) =>
    listOf(list).flatMap((json, index) =>
      isRecord(json) ? [{ place: `${name}[${String(index)}]`, json, kind: kindOf(json) ?? kind }] : [],
    ),
  )
}

const kindOf = (json: JsonObject): ContactProduct['kind'] | null => {
  const type = textOf([json['@type'], json['type']].flat()[0])
  return type === 'Service' ? 'service' : type === 'Product' ? 'product' : null
}

interface Opened {
  readonly json: JsonObject
  /** Of the linked file. */
  readonly url?: string
  readonly problem?: ContactProblem
}

/**
 * What a link leads to says more than the link; where it can't be loaded, the link alone is read. A product with an identifier says all
 * there is, and its address is a page, unless the link has a digest.
 */
const withLinked = async ({ place, json }: Listed, files: LinkedFiles): Promise<Opened> => {
  const written = textOrNull(memberOf(json, 'url')) ?? textOrNull(json['@id'])
  const url = written === null ? null : files.addressOf(written)
  const digest = textOrNull(memberOf(json, 'digestSRI'))
  const isWhole = memberOf(json, 'identifier') !== undefined && digest === null
  if (url === null || memberOf(json, 'offers') !== undefined || isWhole) return { json }
  const loaded = await files.load(url, digest)
  return loaded.ok
    ? { json: { ...json, ...loaded.value }, url }
    : { json, problem: { place: `${place} ${url}`, ...loaded.problem } }
}

const TOLD_ELSEWHERE = new Set([
  ...['name', 'description', 'url', 'identifier', 'brand', 'category', 'sku', 'offers', 'image', 'type'],
  ...['additionalProperty', 'customizationOptions', 'digestSRI', 'humanAuthorization'],
])

const productOf = (
  json: JsonObject,
  kind: ContactProduct['kind'],
  addressOf: (written: string) => string | null,
): ContactProduct | null => {
  const name = short(memberOf(json, 'name'), MAX_NAME) ?? short(memberOf(json, 'description'), MAX_NAME)
  if (name === null) return null
  const url = textOrNull(memberOf(json, 'url')) ?? textOrNull(json['@id'])
  return {
    identifier: short(memberOf(json, 'identifier'), MAX_NAME),
    kind,
    name,
    description: short(memberOf(json, 'description')) ?? '',
    url: url === null ? null : addressOf(url),
    brand: nameOf(memberOf(json, 'brand')),
    category: nameOf(memberOf(json, 'category')),
    sku: short(memberOf(json, 'sku'), MAX_NAME),
    offers: some(memberOf(json, 'offers')).map(offerOf),
    images: imagesOf(memberOf(json, 'image'), addressOf),
    options: optionsOf(json),
    properties: propertiesOf(json),
  }
}

/** One value or a list of them: schema.org takes either. */
const some = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).slice(0, MAX_LIST)

const short = (value: unknown, limit = MAX_TEXT): string | null =>
  textOrNull(value)?.slice(0, limit).toWellFormed() ?? null

const nameOf = (value: unknown): string | null =>
  short(isRecord(value) ? memberOf(value, 'name') : value, MAX_NAME)

const offerOf = (value: unknown): ContactProduct['offers'][number] => {
  const offer = recordOf(value)
  const specified = recordOf(memberOf(offer, 'priceSpecification'))
  return {
    name: nameOf(offer),
    price: short(memberOf(offer, 'price') ?? memberOf(specified, 'price'), MAX_NAME),
    currency: short(memberOf(offer, 'priceCurrency') ?? memberOf(specified, 'priceCurrency'), MAX_NAME),
    availability:
      short(memberOf(offer, 'availability'), MAX_NAME)?.replace(/^https?:\/\/schema\.org\//, '') ?? null,
  }
}

/** Pictures by their addresses; nothing is loaded. */
export const imagesOf = (
  value: unknown,
  addressOf: (written: string) => string | null,
): ContactProduct['images'] =>
  some(value).flatMap((one) => {
    const image = typeof one === 'string' ? { url: one } : recordOf(one)
    const written = textOrNull(memberOf(image, 'url')) ?? textOrNull(memberOf(image, 'contentUrl'))
    const url = written === null ? null : addressOf(written)
    return url === null ? [] : [{ url, caption: short(memberOf(image, 'caption')) ?? nameOf(image) }]
  })

const optionsOf = (json: JsonObject): ProductOption[] => {
  const written = memberOf(json, 'customizationOptions')
  const options = isRecord(written) ? memberOf(written, 'options') : written
  return recordsOf(options)
    .slice(0, MAX_LIST)
    .flatMap((option) => {
      const name = short(memberOf(option, 'name'), MAX_NAME)
      const values = some(memberOf(option, 'value')).flatMap((one) => short(one, MAX_NAME) ?? [])
      return name === null ? [] : [{ name, required: memberOf(option, 'isRequired') === true, values }]
    })
}

const propertiesOf = (json: JsonObject): ContactProduct['properties'] => {
  const additional = recordsOf(memberOf(json, 'additionalProperty')).map(
    (one) => [textOf(memberOf(one, 'name')), memberOf(one, 'value')] as const,
  )
  const others = Object.entries(json).filter(
    ([name]) => !name.startsWith('@') && !TOLD_ELSEWHERE.has(name.replace(/^ad:/, '')),
  )
  return [...additional, ...others]
    .flatMap(([name, value]) => {
      const said = short(typeof value === 'boolean' ? String(value) : value)
      return said === null || name === '' ? [] : [{ name: name.slice(0, MAX_NAME), value: said }]
    })
    .slice(0, MAX_LIST)
}
