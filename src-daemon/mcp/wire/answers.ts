import type { ContentBlock } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { parseForeignJson, readLenient } from '../../platform/lenient.ts'
import { withoutBare } from './bare.ts'
import { isKnown, readContent, resourceSchema, type UnknownBlock } from './content.ts'
import { readQuestions } from './from-server.ts'
import { isOn, readDiscovery, readGreeting } from './greeting.ts'
import {
  readPrompts,
  readResources,
  readTemplates,
  readTools,
  type ListedPrompt,
  type ListedResource,
  type ListedTemplate,
  type ListedTool,
  type ListReading,
} from './listed.ts'

/** A tool's answer. */
export interface CallReading {
  readonly content: readonly (ContentBlock | UnknownBlock)[]
  /** Undefined if it sent none. */
  readonly structuredContent: unknown
  readonly isError: boolean
  /** What it says beside the result, to an interface; undefined if nothing. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** If it continues as a task. */
  readonly task: TaskReading | null
}

export interface TaskReading {
  readonly taskId: string
  readonly status: string
  readonly statusMessage?: string | undefined
  readonly pollInterval?: number | undefined
}

export type ReadResource = z.infer<typeof resourceSchema>

/** What Satchel reads of the answers to its requests. */
export interface Readings {
  readonly 'tools/list': ListReading<ListedTool>
  readonly 'prompts/list': ListReading<ListedPrompt>
  readonly 'resources/list': ListReading<ListedResource>
  readonly 'resources/templates/list': ListReading<ListedTemplate>
  readonly 'tools/call': CallReading
  readonly 'tasks/result': CallReading
  readonly 'tasks/get': TaskReading
  /** `unread`: how many parts could not be read. */
  readonly 'resources/read': { readonly contents: readonly ReadResource[]; readonly unread: number }
  readonly 'prompts/get': {
    readonly description: string
    readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: ContentBlock }[]
    readonly unread: number
  }
  readonly 'completion/complete': { readonly values: readonly string[]; readonly more: boolean }
}

type Given = Readonly<Record<string, unknown>>

/** The client library validates each answer strictly, so it gets this form, which allows anything in `_meta`. */
const READING = 'satchel/reading'

/**
 * An answer that the client library accepts, with Satchel's own reading inside. Null if an essential part is missing.
 */
export const readAnswer = (method: string, given: Given): Given | null => {
  const result = withoutBare(method, given)
  if (method === 'initialize') return readGreeting(result)
  if (method === 'server/discover') return readDiscovery(result)
  if (WITHOUT_CONTENT.has(method)) return {}
  if (isQuestion(result)) return readQuestions(result)
  if (!isRead(method)) return { resultType: 'complete', ...result }
  if (method === 'tools/list') {
    const tools = readTools(result)
    return tools && bare({ tools: tools.items.map(plainTool) }, tools)
  }
  const reading = readers[method](result)
  return reading && bare(EMPTY[method], reading)
}

/** A minimal answer for the library, with our reading inside. */
const bare = (required: Given, reading: unknown): Given => ({
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  ...required,
  _meta: { [READING]: reading },
})

/** A tool for the library, which looks for the headers that its schema names. */
const plainTool = ({ name, inputSchema }: ListedTool): Given => {
  const { $schema: _dialect, properties, required: _required, ...rest } = inputSchema
  return { name, inputSchema: { ...rest, ...(isRecord(properties) && { properties }), type: 'object' } }
}

/** What `readAnswer` put into an answer. */
export const readingIn = <M extends keyof Readings>(
  _method: M,
  result: { readonly _meta?: unknown },
): Readings[M] => (result._meta as Record<typeof READING, Readings[M]>)[READING]

const WITHOUT_CONTENT = new Set(['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])

/** It asks for something before it answers (2026-07-28). */
const isQuestion = (result: Given): boolean => result['resultType'] === 'input_required'

const isRead = (method: string): method is keyof Readings => Object.hasOwn(readers, method)

/** The library's requirements for each method. */
const EMPTY: { readonly [M in Exclude<keyof Readings, 'tools/list'>]: Given } = {
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'tools/call': { content: [] },
  'tasks/result': { content: [] },
  'tasks/get': {},
  'resources/read': { contents: [] },
  'prompts/get': { messages: [] },
  'completion/complete': { completion: { values: [] } },
}

/** Members that every answer has besides its content. */
const OF_THE_PROTOCOL: ReadonlySet<string> = new Set(['_meta', 'resultType'])

const readCall = (given: Given): CallReading => {
  const { content, structuredContent, isError, is_error: isErrorToo, task, toolResult, ...rest } = given
  const said = unwrapped(structuredContent ?? toolResult ?? undefined)
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => !OF_THE_PROTOCOL.has(name)))
  const meta = isRecord(given['_meta']) ? { meta: given['_meta'] } : {}
  const isBare = said === undefined && content === undefined && Object.keys(others).length > 0
  return {
    content: readContent(content),
    // Some answer with the value itself.
    structuredContent: isBare ? others : said,
    isError: isOn(isError ?? isErrorToo),
    ...meta,
    task: task === undefined || task === null ? null : readTask(task),
  }
}

/** An object that was written as a text of JSON. */
const unwrapped = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value
  try {
    return parseForeignJson(value)
  } catch {
    return value
  }
}

const taskSchema = z.object({
  taskId: z.string(),
  status: z.string(),
  statusMessage: z.string().optional(),
  pollInterval: z.number().optional(),
})

const readTask = (given: unknown): TaskReading | null => {
  const reading = readLenient(taskSchema, given)
  return reading.ok ? reading.value : null
}

const readContents = (given: Given): Readings['resources/read'] | null => {
  const listed = listOf(given['contents'])
  const contents = listed.flatMap((one) => {
    const reading = readLenient(resourceSchema, one)
    return reading.ok ? [reading.value] : []
  })
  return { contents, unread: listed.length - contents.length }
}

const readPrompt = (given: Given): Readings['prompts/get'] => {
  const { description, messages } = given
  const parts = listOf(messages).flatMap((message) => {
    const { role, content } = isRecord(message) ? message : { role: 'user', content: message }
    const speaker: 'user' | 'assistant' = role === 'assistant' ? 'assistant' : 'user'
    return readContent(content).map((block) => ({ role: speaker, content: block }))
  })
  const known = parts.flatMap(({ role, content }) => (isKnown(content) ? [{ role, content }] : []))
  return {
    description: typeof description === 'string' ? description : '',
    messages: known,
    unread: parts.length - known.length,
  }
}

const readCompletion = (given: Given): Readings['completion/complete'] => {
  const { values, hasMore } = isRecord(given['completion']) ? given['completion'] : {}
  return {
    values: listOf(values).flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
    ),
    more: isOn(hasMore),
  }
}

const readers: { readonly [M in keyof Readings]: (given: Given) => Readings[M] | null } = {
  'tools/list': readTools,
  'prompts/list': readPrompts,
  'resources/list': readResources,
  'resources/templates/list': readTemplates,
  'tools/call': readCall,
  'tasks/result': readCall,
  'tasks/get': readTask,
  'resources/read': readContents,
  'prompts/get': readPrompt,
  'completion/complete': readCompletion,
}

/** A list, one thing alone, or nothing. */
const listOf = (given: unknown): readonly unknown[] => {
  if (given === undefined || given === null) return []
  return Array.isArray(given) ? given : [given]
}
