import {
  readBytes,
  replaceBytes,
  sizeLabel,
  withoutBytes,
  type ResultBytes,
} from '../../../src-daemon/contract/result-bytes.ts'

/** A part of a tool's result that is shown in its own form. */
export type ResultPart =
  | { readonly kind: 'words'; readonly text: string }
  /** Words of somebody who was asked. */
  | { readonly kind: 'answer'; readonly text: string }
  /** What another agent waits for, or that it goes on. */
  | { readonly kind: 'task'; readonly state: OpenState }
  | (Bytes & { readonly kind: 'image' | 'audio' })
  | (Bytes & { readonly kind: 'bytes'; readonly name: string })
  | { readonly kind: 'text'; readonly uri: string; readonly text: string }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string }
  | { readonly kind: 'unknown'; readonly type: string }
  /** So many parts are not shown. */
  | { readonly kind: 'more'; readonly count: number }

/** A task of another agent that isn't over (A2A). */
type OpenState = (typeof OPEN_STATES)[number]
const OPEN_STATES = ['working', 'input-required', 'auth-required'] as const

interface Bytes {
  readonly mediaType: string
  readonly size: string
  readonly base64: string
}
type Fields = Readonly<Record<string, unknown>>
type Output = Fields | null

const MOST = 40

/**
 * The parts of a result that are shown in their own form: a server's content blocks, those beside its structured content, pictures
 * and sounds inside that, and their equivalents from a package's tool.
 */
export const resultParts = (output: Output, beside: readonly unknown[] = []): readonly ResultPart[] => {
  const { content, resources, others, ...own } = output ?? {}
  const blocks = [...beside, ...listOf(content)].flatMap(ofBlock)
  const parts = [
    ...(wordsOf(output)?.parts ?? []),
    ...blocks,
    ...mediaIn(own).filter((part) => !hasBytesOf(blocks, part)),
    ...listOf(resources)
      .filter(isFields)
      .flatMap((one) => ofResource(one, one['media_type'], one['data'])),
    ...listOf(others).flatMap(ofBlock),
  ]
  const left = parts.length - MOST
  return left > 0 ? [...parts.slice(0, MOST), { kind: 'more', count: left }] : parts
}

/** The rest of a result, as JSON with a line in place of bytes; null if its parts show all of it. */
export const restOf = (output: Output): unknown => {
  if (output === null) return null
  const words = wordsOf(output)
  if (words !== null) return words.rest
  const isContent = Object.keys(output).join() === 'content' && resultParts(output).length > 0
  return isContent ? null : withoutBytes(output)
}

/** Members of an answer of another agent over A2A. */
const ANSWER_MEMBERS = new Set(['state', 'text', 'data', 'files', 'task', 'messages'])

/** An answer in words, of an agent or of a service that has nothing else to say; null for any other result. */
const wordsOf = (
  output: Output,
): { readonly parts: readonly ResultPart[]; readonly rest: unknown } | null => {
  if (output === null) return null
  const names = Object.keys(output)
  const { state, text, data, files, value, answer } = output
  const said = names.length === 1 ? (value ?? answer) : undefined
  if (typeof said === 'string') return { parts: inWords(said, 'answer'), rest: null }
  const open = OPEN_STATES.find((one) => one === state)
  const isAnswer = names.every((name) => ANSWER_MEMBERS.has(name)) && typeof text === 'string'
  if (!isAnswer || (open === undefined && state !== 'completed')) return null
  const rest = Object.fromEntries(
    Object.entries({ data, files, task: output['task'] }).filter(([, one]) => one !== undefined),
  )
  return {
    parts: [
      ...inWords(text, 'answer'),
      ...(open === undefined ? [] : [{ kind: 'task', state: open } as const]),
    ],
    rest: Object.keys(rest).length === 0 ? null : withoutBytes(rest),
  }
}

const inWords = (text: string, kind: 'words' | 'answer'): readonly ResultPart[] =>
  text.trim() === '' ? [] : [{ kind, text: String(withoutBytes(text)) }]

const ofBlock = (block: unknown): ResultPart[] => {
  if (!isFields(block)) return []
  const { type, text, resource } = block
  if (type === 'text' && typeof text === 'string') return [...inWords(text, 'words')]
  if (type === 'image' || type === 'audio') return media(block['mimeType'], block['data'])
  if (type === 'resource_link') return ofResource(block, block['mimeType'], undefined)
  if (type === 'resource' && isFields(resource))
    return ofResource(resource, resource['mimeType'], resource['blob'])
  return [{ kind: 'unknown', type: typeof type === 'string' ? type.slice(0, 100) : '?' }]
}

const ofResource = (one: Fields, mediaType: unknown, base64: unknown): ResultPart[] => {
  const { name, text } = one
  const uri = typeof one['uri'] === 'string' ? one['uri'] : ''
  if (typeof text === 'string') {
    const words = String(withoutBytes(text))
    return [uri === '' ? { kind: 'words', text: words } : { kind: 'text', uri, text: words }]
  }
  if (typeof base64 === 'string') return media(mediaType, base64, uri)
  return uri === '' ? [] : [{ kind: 'link', uri, name: typeof name === 'string' ? name : '' }]
}

const media = (said: unknown, given: unknown, name = ''): ResultPart[] => {
  const bytes = readBytes(given, typeof said === 'string' ? said : '')
  if (bytes === null) return [{ kind: 'unknown', type: typeof said === 'string' ? said.slice(0, 100) : '?' }]
  return [partOf(bytes, name)]
}

/** Whether a picture inside structured content is shown already: servers often send it as a block too. */
const hasBytesOf = (shown: readonly ResultPart[], part: ResultPart): boolean =>
  'base64' in part && shown.some((one) => 'base64' in one && one.base64 === part.base64)

const mediaIn = (value: unknown): ResultPart[] => {
  const found: ResultPart[] = []
  replaceBytes(value, (bytes) => {
    found.push(partOf(bytes, ''))
    return ''
  })
  return found
}

const partOf = ({ kind, mediaType, size, base64 }: ResultBytes, name: string): ResultPart => {
  const shown = { mediaType, size: sizeLabel(size), base64 }
  return kind === 'bytes' ? { kind, name, ...shown } : { kind, ...shown }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
