import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { parseForeignJson, readLenient, type LeftOut } from '../../platform/lenient.ts'
import { readToolUi, type ToolUi } from './tool-ui.ts'

/** A problem in an entry of a list. */
export interface LeftOutOfEntry {
  /** The entry's own name; null if it has none. */
  readonly name: string | null
  /** The field that was left out; empty if the entry isn't an object. */
  readonly field: string
  readonly reason: LeftOut['reason']
  /** Whether the whole entry was left out because of it. */
  readonly whole: boolean
}

/** One page of a list, each entry read separately. */
export interface ListReading<T> {
  readonly items: readonly T[]
  readonly leftOut: readonly LeftOutOfEntry[]
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
}

const words = z.string().optional()

/** Some write a schema as JSON in a text. */
const jsonSchema = z.preprocess(
  (given: unknown) => {
    if (typeof given !== 'string') return given
    try {
      return parseForeignJson(given)
    } catch {
      return given
    }
  },
  z.record(z.string(), z.unknown()),
)

/** It is called by it. */
const nameSchema = z.string().regex(/\S/)

const toolSchema = z.object({
  name: nameSchema,
  title: words,
  description: words,
  /** Its meaning is decided where it is compiled. */
  inputSchema: jsonSchema.optional(),
  outputSchema: jsonSchema.optional(),
  annotations: z
    .object({
      title: words,
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  execution: z.object({ taskSupport: z.enum(['required', 'optional', 'forbidden']).optional() }).optional(),
  /** Only what it says of an interface is read. */
  _meta: z.unknown().optional(),
})

const named = { title: words, description: words, mimeType: words }
const resourceSchema = z
  .object({ uri: z.string(), name: words, ...named, size: z.number().optional() })
  .transform((one) => ({ ...one, name: one.name ?? one.title ?? one.uri }))
const templateSchema = z
  .object({ uriTemplate: z.string(), name: words, ...named })
  .transform((one) => ({ ...one, name: one.name ?? one.title ?? one.uriTemplate }))
const promptSchema = z.object({
  name: nameSchema,
  title: words,
  description: words,
  arguments: z
    .array(z.object({ name: z.string(), title: words, description: words, required: z.boolean().optional() }))
    .optional(),
})

export type ListedResource = z.infer<typeof resourceSchema>
export type ListedTemplate = z.infer<typeof templateSchema>
export type ListedPrompt = z.infer<typeof promptSchema>
export type ListedTool = Omit<z.infer<typeof toolSchema>, 'inputSchema' | '_meta'> & {
  readonly inputSchema: Record<string, unknown>
  /** Absent if it has none. */
  readonly ui?: ToolUi
}

/** For a tool without an input schema. */
const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false }

type Given = Readonly<Record<string, unknown>>

/** Null if it isn't a list. */
export const readTools = (given: Given): ListReading<ListedTool> | null => {
  const page = readList(given, 'tools', 'name', toolSchema)
  if (page === null) return null
  const without = page.items.filter(({ inputSchema }) => inputSchema === undefined)
  const isSaid = (name: string) =>
    page.leftOut.some((one) => one.name === name && one.field === 'inputSchema')
  return {
    ...page,
    items: page.items.map(({ inputSchema = NO_ARGUMENTS, _meta: meta, ...tool }) => {
      const ui = readToolUi(meta)
      return { ...tool, inputSchema, ...(ui !== undefined && { ui }) }
    }),
    leftOut: [
      ...page.leftOut,
      ...without
        .filter(({ name }) => !isSaid(name))
        .map(({ name }) => ({ name, field: 'inputSchema', reason: 'missing' as const, whole: false })),
    ],
  }
}

export const readResources = (given: Given) => readList(given, 'resources', 'uri', resourceSchema)
export const readTemplates = (given: Given) =>
  readList(given, 'resourceTemplates', 'uriTemplate', templateSchema)
export const readPrompts = (given: Given) => readList(given, 'prompts', 'name', promptSchema)

/** `key`: the member that an entry of a map has as its key. */
const readList = <T>(
  given: Given,
  list: string,
  key: string,
  schema: z.ZodType<T>,
): ListReading<T> | null => {
  const listed = given[list] ?? []
  const entries = isRecord(listed) ? entriesOf(listed, key) : listed
  if (!Array.isArray(entries)) return null
  const items: T[] = []
  const leftOut: LeftOutOfEntry[] = []
  for (const entry of entries as readonly unknown[]) {
    const reading = readLenient(schema, entry)
    const name = nameOf(entry)
    const odd = reading.leftOut.map(({ at, reason }) => ({ name, field: at, reason, whole: !reading.ok }))
    if (reading.ok) {
      items.push(reading.value)
      leftOut.push(...odd)
    } else {
      // The missing part was there but left out before, or was never there.
      const lacks = odd.at(-1)
      leftOut.push(...odd.filter(({ field }) => field === lacks?.field).slice(0, 1))
    }
  }
  return { items, leftOut, next: cursorOf(given['nextCursor']) }
}

/** Some servers send a map instead of a list. */
const entriesOf = (map: Given, key: string): unknown[] =>
  Object.entries(map).map(([name, entry]) => (isRecord(entry) ? { [key]: name, ...entry } : entry))

/** Null, zero and an empty text mean that there is no further page. */
const cursorOf = (cursor: unknown): string | null => {
  if (typeof cursor === 'number') return cursor === 0 ? null : String(cursor)
  return typeof cursor === 'string' && cursor !== '' ? cursor : null
}

const MAX_NAME = 100

const nameOf = (entry: unknown): string | null => {
  if (!isRecord(entry)) return null
  const names = ['name', 'uri', 'uriTemplate', 'title'].map((member) => entry[member])
  const name = names.find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name.slice(0, MAX_NAME).toWellFormed() : null
}
