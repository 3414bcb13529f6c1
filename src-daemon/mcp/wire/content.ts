import type { ContentBlock } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { readLenient } from '../../platform/lenient.ts'
import { inOurWords, wordsIn } from './foreign-blocks.ts'

/** A block of content that can't be shown: of an unknown kind, or without a required member. */
export interface UnknownBlock {
  readonly type: string
  /** What it says, where that is to be found. */
  readonly text?: string
}

const MAX_TYPE = 100

const annotationsSchema = z.object({
  audience: z.array(z.enum(['user', 'assistant'])).optional(),
  priority: z.number().min(0).max(1).optional(),
  lastModified: z.iso.datetime({ offset: true }).optional(),
})
const shared = {
  annotations: annotationsSchema.optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
}

/** Bytes as base64 has them: without the address of a data URL, line breaks, and the letters of URLs. */
const base64Schema = z
  .string()
  .transform((text) =>
    text
      .replace(/^data:[^,]{0,200},/, '')
      .replaceAll(/\s+/g, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  )
  .refine((text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text))

/** Non-text is shown as written. */
const textSchema = z
  .unknown()
  .refine((value) => value !== undefined && value !== null)
  .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

const UNKNOWN_KIND = 'application/octet-stream'

export const resourceSchema = z.union([
  z.object({
    uri: z.string().default(''),
    mimeType: z.string().optional(),
    text: textSchema,
    _meta: shared._meta,
  }),
  z.object({
    uri: z.string().default(''),
    mimeType: z.string().optional(),
    blob: base64Schema,
    _meta: shared._meta,
  }),
])

const bytesOf = (type: 'image' | 'audio') =>
  z.object({
    type: z.literal(type),
    data: base64Schema,
    mimeType: z.string().default(UNKNOWN_KIND),
    ...shared,
  })

/** Some servers write only the text, or put the resource's members beside it. */
function withResource(block: unknown): unknown {
  if (!isRecord(block)) return block
  const { resource, uri, mimeType, text, blob, ...rest } = block
  if (isRecord(resource)) return block
  return { ...rest, resource: { uri, mimeType, blob, text: typeof resource === 'string' ? resource : text } }
}

const schemas: Readonly<Record<string, z.ZodType<ContentBlock>>> = {
  text: z.object({ type: z.literal('text'), text: textSchema, ...shared }),
  image: bytesOf('image'),
  audio: bytesOf('audio'),
  resource_link: z
    .object({
      type: z.literal('resource_link'),
      uri: z.string(),
      name: z.string().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      mimeType: z.string().optional(),
      size: z.number().optional(),
      ...shared,
    })
    .transform(({ name, ...link }) => ({ ...link, name: name ?? link.title ?? link.uri })),
  resource: z.preprocess(
    withResource,
    z.object({ type: z.literal('resource'), resource: resourceSchema, ...shared }),
  ),
}

/** Content as a list of blocks, also in another list, a block alone, or plain words. */
export const readContent = (content: unknown): readonly (ContentBlock | UnknownBlock)[] => {
  if (content === undefined || content === null) return []
  const given: readonly unknown[] = Array.isArray(content) ? content : [content]
  return given.flatMap((one) => (isListOfBlocks(one) ? one : [one])).map(readBlock)
}

/** Other lists are values. */
const isListOfBlocks = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((one) => isRecord(one) && typeof one['type'] === 'string')

/** Whether it had its kind and the members that kind requires. */
export const isKnown = (block: ContentBlock | UnknownBlock): block is ContentBlock =>
  Object.hasOwn(schemas, block.type)

const readBlock = (given: unknown): ContentBlock | UnknownBlock => {
  if (!isRecord(given))
    return { type: 'text', text: typeof given === 'string' ? given : JSON.stringify(given) }
  const block = inOurWords(given)
  const { type } = block
  const kind = typeof type === 'string' ? type : 'text' in given ? 'text' : '?'
  const schema = Object.hasOwn(schemas, kind) ? schemas[kind] : undefined
  if (schema === undefined) {
    const text = wordsIn(given)
    return { type: kind.slice(0, MAX_TYPE).toWellFormed(), ...(text !== null && { text }) }
  }
  const reading = readLenient(schema, { ...block, type: kind })
  return reading.ok ? reading.value : { type: `${kind} (?)` }
}
