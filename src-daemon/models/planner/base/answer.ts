import { z } from 'zod'
import { say } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import { declaredName } from '../../../packages/index.ts'
import type { ModelMessage } from '../../core/types.ts'
import { listed } from './phrases.ts'
import { itemsIn, parsed, problemOf, record, text, titleOf } from './results.ts'

const recordSchema = z.record(z.string(), z.unknown())

/** Describes the results of the last tool calls in `messages`, one sentence each, using nothing but the results. */
export const answerResults = (messages: readonly ModelMessage[], language: Language): string => {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
  const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(lastAssistant + 1)
    .filter((message) => message.role === 'tool')
    .map(({ callId, name, content }) => {
      const args = calls.find(({ id }) => id === callId)?.arguments ?? {}
      return describeResult(declaredName(name), args, content, language)
    })
    .join('\n')
}

/** Says what one call did or returned. */
export const describeResult = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  content: string,
  language: Language,
): string => {
  const result = record(parsed(content))
  const problem = problemOf(result)
  if (problem !== null) return say(language, 'planner_failed', { problem })
  if (result?.['cut'] === true) {
    return say(language, 'planner_result', { tool, result: shortened(result['beginning']) })
  }
  const output = record(result?.['output']) ?? result ?? {}
  if (/(?:^|\.)state\.(?:create|update)$/.test(tool)) {
    const isNew = tool.endsWith('create')
    const kind = kindOf(args)
    const title = titleOf(output) ?? titleOf(args)
    if (title !== null) return say(language, isNew ? 'planner_created' : 'planner_updated', { kind, title })
    return say(language, isNew ? 'planner_created_untitled' : 'planner_updated_untitled', { kind })
  }
  if (/(?:^|\.)state\.delete$/.test(tool))
    return say(language, 'planner_deleted_untitled', { kind: kindOf(args) })
  if (/(?:^|\.)state\.query$/.test(tool)) {
    const isCut = typeof output['cursor'] === 'string' && output['cursor'] !== ''
    return listing(
      (itemsIn(content) ?? []).map(({ title }) => title),
      kindOf(args),
      isCut,
      language,
    )
  }
  return say(language, 'planner_result', {
    tool,
    result: [contentText(result?.['content']), shortened(result === null ? content : output)]
      .filter((words) => words !== null)
      .join('\n'),
  })
}

const listing = (titles: readonly string[], kind: string, isCut: boolean, language: Language): string => {
  if (titles.length === 0) return say(language, 'planner_found_none', { kind })
  const count = `${String(titles.length)}${isCut ? '+' : ''}`
  const key = titles.length === 1 && !isCut ? 'planner_found_one' : 'planner_found'
  return say(language, key, { count, kind, titles: listed(titles) })
}

/**
 * The kind of object a call handled, from the schema URI in its arguments: `did:nuwa:state:note#v1` ->
 * `Note`.
 */
const kindOf = (args: Readonly<Record<string, unknown>>): string => {
  const uri = text(args['schema_uri']) ?? text(record(args['query'])?.['from']) ?? ''
  const name = /([A-Za-z][\w-]*)$/.exec(uri.replace(/#.*$/, ''))?.[1] ?? 'state'
  return name.charAt(0).toUpperCase() + name.slice(1)
}

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
