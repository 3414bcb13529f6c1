import type { CallToolResult } from '@modelcontextprotocol/client'
import { sizeLabel, withoutBytes } from '../../contract/result-bytes.ts'
import type { Language } from '../../contract/language.ts'
import { cutText } from '../../platform/cut-text.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { say } from '../../text/index.ts'
import { boundResult, MAX_RESULT } from './result-bounds.ts'
import { createSaidAlready, isAllIn } from './said-already.ts'
import type { ServerAnswer } from './types.ts'

/** The longest reason of a failure, in UTF-16 units. */
const MAX_REASON = 4000
/** The longest `_meta`, as JSON. */
const MAX_META = 64 * 1024

interface Whose {
  readonly server: string
  readonly tool: string
}
type Fields = Readonly<Record<string, unknown>>

/**
 * A tool's answer as a JSON object: structured content unchanged, else a text that is a JSON object, parsed, else `text`.
 * Beside it are further texts in `text`, `images`, `audio`, `resources`, `others` of unknown kinds, and in `left_out`
 * what didn't fit. If structured content has one of these names, it is put under `value`. Errors: those of `answerOf`.
 */
export const resultOf = (
  result: CallToolResult,
  whose: Whose,
  language: Language = 'en',
): Record<string, unknown> => {
  const { structured, content, notes } = readAnswer(result, whose, language)
  const text = content.flatMap(textOf).join('\n')
  const parts = { ...partsOf(content), ...(notes.length > 0 && { left_out: notes }) }
  if (structured === undefined) return { ...(objectIn(text) ?? (text === '' ? {} : { text })), ...parts }
  const beside = { ...(text !== '' && { text }), ...parts }
  const isPlain = isRecord(structured) && !Object.keys(beside).some((name) => Object.hasOwn(structured, name))
  return isPlain ? { ...structured, ...beside } : { value: structured, ...beside }
}

/**
 * A tool's answer as the server wrote it, within bounds: a separate text says what was cut or left out. Beside
 * structured content is everything else, without texts that only repeat it. Errors: `server_tool_failed` if the
 * server says so (`isError`), `server_result_too_large` if there is nothing to cut.
 */
export const answerOf = (result: CallToolResult, whose: Whose, language: Language = 'en'): ServerAnswer => {
  const { structured, content, notes } = readAnswer(result, whose, language)
  const meta = metaOf(result)
  return {
    structured,
    content: [...content, ...notes.map((text) => ({ type: 'text', text }))],
    ...(meta !== undefined && { meta }),
  }
}

/** What the server says to its interface; the protocol's own members aren't. Undefined if there is nothing, or it is too long. */
const metaOf = ({ _meta: meta }: CallToolResult): ServerAnswer['meta'] => {
  const said = Object.fromEntries(
    Object.entries(meta ?? {}).filter(([name]) => !name.startsWith('io.modelcontextprotocol/')),
  )
  return Object.keys(said).length === 0 || JSON.stringify(said).length > MAX_META ? undefined : said
}

const readAnswer = (
  result: CallToolResult,
  whose: Whose,
  language: Language,
): { structured: unknown; content: readonly unknown[]; notes: readonly string[] } => {
  const given: { content?: unknown; structuredContent?: unknown } = result
  const structured = given.structuredContent ?? undefined
  const all: readonly unknown[] = Array.isArray(given.content) ? given.content : []
  if (result.isError === true) throw failed({ structured, content: all }, whose, language)
  const saidAlready = createSaidAlready(structured)
  const content = all.filter((block) => !textOf(block).some(saidAlready))
  const bounded = boundResult({ structured, content })
  if (bounded === null)
    throw new SatchelError('server_result_too_large', { params: { ...whose, limit: MAX_RESULT } })
  const notes = bounded.leftOut.map(({ mediaType, size }) =>
    say(language, 'server_result_bytes_left_out', { type: mediaType, size: sizeLabel(size) }),
  )
  if (bounded.cutFrom !== null)
    notes.push(say(language, 'server_result_cut', { characters: bounded.cutFrom, limit: MAX_RESULT }))
  return { ...bounded, notes }
}

const textOf = (block: unknown): string[] =>
  isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : []

/** A text that is a JSON object, parsed. */
const objectIn = (text: string): Fields | null => {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null // plain text that begins with a bracket
  }
}

const partsOf = (content: readonly unknown[]): Fields => {
  const images: Fields[] = []
  const audio: Fields[] = []
  const resources: Fields[] = []
  const others: unknown[] = []
  for (const block of content) {
    const { type, mimeType, data, uri, name, description, resource } = isRecord(block) ? block : {}
    const typed = (said: unknown) => (typeof said === 'string' && said !== '' ? { media_type: said } : {})
    if (type === 'image' && typeof data === 'string') images.push({ ...typed(mimeType), data })
    else if (type === 'audio' && typeof data === 'string') audio.push({ ...typed(mimeType), data })
    else if (type === 'resource_link')
      resources.push({ uri, name, ...(Boolean(description) && { description }), ...typed(mimeType) })
    else if (type === 'resource' && isRecord(resource)) {
      const { text, blob } = resource
      const body = typeof text === 'string' ? { text } : { data: blob }
      resources.push({ uri: resource['uri'], ...typed(resource['mimeType']), ...body })
    } else if (textOf(block).length === 0) others.push(block)
  }
  return {
    ...(images.length > 0 && { images }),
    ...(audio.length > 0 && { audio }),
    ...(resources.length > 0 && { resources }),
    ...(others.length > 0 && { others }),
  }
}

/** The failure with its reason, which some servers give in words, some in a resource, some in structured content alone. */
const failed = (
  { structured, content }: { structured: unknown; content: readonly unknown[] },
  whose: Whose,
  language: Language,
): SatchelError => {
  const said = content
    .flatMap(reasonIn)
    .map((words) => words.trim())
    .filter((words) => words !== '')
  if (structured !== undefined && !isAllIn(structured, said.join('\n'))) said.push(wordsOf(structured))
  const reason = said.join('\n')
  const cut = cutText(reason, MAX_REASON)
  const note = { characters: reason.length, limit: MAX_REASON }
  const problem =
    reason === ''
      ? say(language, 'server_tool_no_reason')
      : cut === reason
        ? reason
        : `${cut}… ${say(language, 'server_result_cut', note)}`
  return new SatchelError('server_tool_failed', {
    params: { ...whose, problem },
    details: { ...whose, problem },
  })
}

const reasonIn = (block: unknown): string[] => {
  if (!isRecord(block)) return []
  const { type, resource, title, name, description, uri } = block
  if (type === 'text') return textOf(block)
  if (type === 'resource' && isRecord(resource) && typeof resource['text'] === 'string')
    return [resource['text']]
  if (type === 'resource_link')
    return [[title ?? name, description, uri].filter((word) => typeof word === 'string').join(' ')]
  return [typeof block['text'] === 'string' ? block['text'] : wordsOf(block)]
}

/** `code: E42, reason: the table is locked`; JSON for nested values. */
const wordsOf = (value: unknown): string => {
  const readable = withoutBytes(value)
  if (typeof readable === 'string') return readable
  const isFlat =
    isRecord(readable) &&
    Object.values(readable).every((inner) => typeof inner !== 'object' || inner === null)
  return isFlat
    ? Object.entries(readable)
        .map(([name, inner]) => `${name}: ${String(inner)}`)
        .join(', ')
    : JSON.stringify(readable)
}
