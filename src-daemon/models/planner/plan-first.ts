/** Shows a plan where the person wants to see one before anything changes: neither the planner nor a weak model that it guides would. */
import { newId } from '../../platform/ids.ts'
import { isRecord } from '../../platform/is-record.ts'
import { readLenientJson } from '../../platform/lenient-json.ts'
import type { ChatRequest, ModelChunk, ModelToolCall } from '../core/types.ts'

/** Satchel's own tool for it, which only open turns have. */
const PLAN = 'plan'
/** Characters of what a step says. */
const SAID = 300

/** A request without what has to do with plans, and how the plan of its turn went. */
interface Planned {
  readonly request: ChatRequest
  /** The person said no to the plan, or it could not be shown. */
  readonly isRefused: boolean
  /** A plan of these chunks' calls, if they may change something and none was agreed to; else the chunks. */
  shown(chunks: readonly ModelChunk[]): readonly ModelChunk[]
}

/** Takes the plan out of a request of the planner, or of a model that it guides. */
export const planFirst = (request: ChatRequest): Planned => {
  const { tools, messages } = request
  if (request.open !== true || !tools.some(({ name }) => name === PLAN))
    return { request, isRefused: false, shown: (chunks) => chunks }
  const task = messages.findLastIndex(({ role }) => role === 'user')
  const result = messages.findLast(
    (message, at) => at > task && message.role === 'tool' && message.name === PLAN,
  )
  const said = result === undefined ? null : readLenientJson(result.content)
  const isRefused =
    result !== undefined && !(isRecord(said) && said['ok'] !== false && (said['error'] ?? null) === null)
  const reads = new Set(tools.flatMap(({ name, reads: isReading }) => (isReading === true ? [name] : [])))
  const rest = messages.filter(
    (message) =>
      !(message.role === 'tool' && message.name === PLAN) &&
      !(message.role === 'assistant' && message.toolCalls.some(({ name }) => name === PLAN)),
  )
  return {
    request: { ...request, messages: rest, tools: tools.filter(({ name }) => name !== PLAN) },
    isRefused,
    shown: (chunks) => {
      const steps = chunks
        .flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []))
        .filter(({ name, unreadable }) => unreadable === undefined && !reads.has(name))
        .map((call) => ({ tool: call.name, what: whatOf(call, tools) }))
      if (result !== undefined || steps.length === 0) return chunks
      return [{ type: 'tool_call', call: { id: newId(), name: PLAN, arguments: { steps } } }]
    },
  }
}

/** A step in words: what the tool does, and with what. */
const whatOf = ({ name, arguments: args }: ModelToolCall, tools: ChatRequest['tools']): string => {
  const about = tools.find((tool) => tool.name === name)?.description ?? name
  const object = isRecord(args['object']) ? args['object'] : args
  const values = Object.entries(object).filter(([member]) => member !== 'schema_uri' && member !== 'id')
  return `${about} ${values.length === 0 ? '' : JSON.stringify(Object.fromEntries(values))}`
    .trim()
    .slice(0, SAID)
    .toWellFormed()
}
