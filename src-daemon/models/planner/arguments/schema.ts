import { z } from 'zod'

/** The part of JSON Schema the planner understands; anything else is left to the form. */
const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
export type SchemaNode = z.infer<typeof nodeSchema>

/** A schema as the planner reads it; an empty one if it is not a schema. */
export const readNode = (schema: unknown): SchemaNode => nodeSchema.safeParse(schema).data ?? {}

export interface Property {
  readonly name: string
  readonly node: SchemaNode
  readonly required: boolean
}

export const propertiesOf = (node: SchemaNode): Property[] =>
  Object.entries(node.properties ?? {}).map(([name, schema]) => ({
    name,
    node: readNode(schema),
    required: node.required?.includes(name) ?? false,
  }))

/** The first type that is not `null`. */
export const typeOf = (node: SchemaNode): string | null => {
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? [])
  return types.find((type) => type !== 'null') ?? (node.properties === undefined ? null : 'object')
}

/** The only value a schema allows, from `const` or an `enum` of one. */
export const onlyValue = (node: SchemaNode): { value: unknown } | null => {
  if (Object.hasOwn(node, 'const')) return { value: node['const'] }
  return node.enum?.length === 1 ? { value: node.enum[0] } : null
}

/** The value a schema declares as its default. */
export const defaultOf = (node: SchemaNode): { value: unknown } | null =>
  Object.hasOwn(node, 'default') ? { value: node['default'] } : null

const named = (pattern: RegExp) => (name: string) => pattern.test(name)

/** Names that hold a headline. */
export const isTitle = named(
  /^(?:.*_)?(?:title|name|subject|summary|heading|headline|label|task|todo|item|what|标题|名称|件名|título|nombre)$|(?:Title|Name|Subject)$/u,
)
/** Names that hold a text. */
export const isBody = named(
  /^(?:.*_)?(?:body|content|contents|text|description|note|notes|message|details|memo|comment|query|question|prompt|q|内容|正文|本文|texto|contenido)$|(?:Body|Content|Text|Message)$/u,
)
export const isTags = named(/^(?:tags?|labels?|keywords?|categories|topics|标签|タグ|etiquetas)$/u)
/** Names that hold a place. */
export const isPlace = named(
  /^(?:location|place|city|town|address|where|region|country|ciudad|lugar|地点|城市|場所)$/u,
)
/** Names that hold a DID. */
export const isDid = named(/(?:^|_)did$|Did$/)
/** Names of identifiers, which cannot be taken from a sentence. */
export const isIdentifier = named(/^(?:id|uuid|key)$|_id$|Id$/)
/** Dates that the runtime sets (asm.md 3). */
export const isBookkeeping = (name: string, node: SchemaNode): boolean =>
  (/^(?:created|updated)_?at$/i.test(name) && node.format === 'date-time') ||
  (name === 'id' && node.format === 'uuid')
