import { z } from 'zod'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { declaredName } from '../../packages/index.ts'
import type { ModelMessage } from '../core/types.ts'
import { isBody, isTitle } from './schema.ts'

const MAX_TITLES = 10
const recordSchema = z.record(z.string(), z.unknown())

/**
 * Describes the results of the tool calls in `messages`, one sentence each, using nothing but the results.
 * `kinds`: the kinds of objects the tools handle, for calls that do not say.
 */
export const answerResults = (
  messages: readonly ModelMessage[],
  language: Language,
  kinds: readonly string[],
): string => {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
  const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(lastAssistant + 1)
    .filter((message) => message.role === 'tool')
    .map(({ callId, name, content }) =>
      sentence(
        declaredName(name),
        calls.find(({ id }) => id === callId)?.arguments ?? {},
        content,
        language,
        kinds[0] ?? 'state',
      ),
    )
    .join('\n')
}

const sentence = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  content: string,
  language: Language,
  usualKind: string,
): string => {
  const result = record(parsed(content))
  const problem = problemOf(result)
  if (problem !== null) return say(language, 'planner_failed', { problem })
  if (result?.['cut'] === true) {
    return say(language, 'planner_result', { tool, result: shortened(result['beginning']) })
  }
  const output = record(result?.['output']) ?? result ?? {}
  const kind = kindOf(args, usualKind)
  switch (tool) {
    case 'state.create':
    case 'state.update': {
      const [titled, untitled] =
        tool === 'state.create'
          ? (['planner_created', 'planner_created_untitled'] as const)
          : (['planner_updated', 'planner_updated_untitled'] as const)
      const title = titleOf(output) ?? titleOf(args)
      return title === null ? say(language, untitled, { kind }) : say(language, titled, { kind, title })
    }
    case 'state.delete':
      return say(language, 'planner_deleted', { kind })
    case 'state.query':
      return listing(output, kind, language)
    default:
      return say(language, 'planner_result', {
        tool,
        result: [contentText(result?.['content']), shortened(result === null ? content : output)]
          .filter((words) => words !== null)
          .join('\n'),
      })
  }
}

/** The objects a `state.query` found, by its result message. */
export const foundItems = (content: string): { id: string; title: string }[] => {
  const result = record(parsed(content))
  const output = record(result?.['output']) ?? result ?? {}
  const items = z.array(recordSchema).safeParse(output['items']).data ?? []
  return items.flatMap((item) => {
    const id = text(item['id'])
    return id === null ? [] : [{ id, title: titleOf(item) ?? id }]
  })
}

const listing = (output: Record<string, unknown>, kind: string, language: Language): string => {
  const items = z.array(recordSchema).safeParse(output['items']).data ?? []
  if (items.length === 0) return say(language, 'planner_found_none', { kind })
  const titles = items.slice(0, MAX_TITLES).map((item) => `\n• ${titleOf(item) ?? idOf(item)}`)
  const more = typeof output['cursor'] === 'string' && output['cursor'] !== ''
  const count = more ? `${String(items.length)}+` : String(items.length)
  const key = items.length === 1 && !more ? 'planner_found_one' : 'planner_found'
  const rest = items.length > MAX_TITLES ? `\n• …` : ''
  return say(language, key, { count, kind, titles: titles.join('') + rest })
}

/** An error in the forms a result can have: `{error: {...}}`, `{ok: false}`, or a bare `{code, message}`. */
const problemOf = (result: Record<string, unknown> | null): string | null => {
  if (result === null) return null
  const error =
    record(result['error']) ?? (typeof result['error'] === 'string' ? { message: result['error'] } : null)
  if (error !== null) return text(error['message']) ?? text(error['code']) ?? '?'
  if (result['ok'] === false) return '?'
  const code = text(result['code'])
  return code !== null && text(result['message']) !== null && /^[A-Z_]+$/.test(code)
    ? text(result['message'])
    : null
}

/**
 * The kind of object a call handled, from the schema URI in its arguments: `did:nuwa:state:note#v1` ->
 * `Note`.
 */
const kindOf = (args: Readonly<Record<string, unknown>>, usual: string): string => {
  const uri = text(args['schema_uri']) ?? text(record(args['query'])?.['from']) ?? ''
  const name = /([A-Za-z][\w-]*)$/.exec(uri.replace(/#.*$/, ''))?.[1] ?? usual
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The headline of an object, or the beginning of its text. */
const titleOf = (value: Readonly<Record<string, unknown>>): string | null => {
  const object = record(value['object']) ?? value
  const names = Object.keys(object)
  for (const matches of [isTitle, isBody]) {
    const name = names.find((one) => matches(one) && text(object[one]) !== null)
    if (name !== undefined) return shortened(text(object[name]) ?? '', 80)
  }
  return null
}

const idOf = (item: Readonly<Record<string, unknown>>): string => text(item['id']) ?? shortened(item, 80)

const shortened = (value: unknown, length = 600): string => {
  const { text: said, content } = record(value) ?? {}
  const whole =
    typeof value === 'string' ? value : (text(said) ?? contentText(content) ?? JSON.stringify(value))
  const characters = [...whole.trim()]
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`
}

/** The text of a result that is a list of content parts, whatever else it has; null if none of them is text. */
const contentText = (content: unknown): string | null => {
  const parts = z.array(recordSchema).safeParse(content).data ?? []
  const texts = parts.flatMap((part) => (part['type'] === 'text' ? (text(part['text']) ?? []) : []))
  return texts.length > 0 ? texts.join('\n') : null
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
const record = (value: unknown): Record<string, unknown> | null => recordSchema.safeParse(value).data ?? null

const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return null // Plain text is shown as it is.
  }
}
