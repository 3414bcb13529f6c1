import { z } from 'zod'
import { readStrictJson } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { firstProblem } from '../../platform/first-problem.ts'
import { hasErrors } from '../core/faults.ts'
import { MAX_MESSAGE_BYTES, type ReadContent } from '../messages/read-content.ts'
import { readDeclared, type Declared } from '../negotiation/actors.ts'
import { checkProvenance, provenanceOf } from '../transcript/provenance.ts'
import { MAX_CONTENT_ITEMS } from '../transcript/read-messages.ts'

/** A message of another agent that may be kept. */
export interface PostedMessage {
  readonly content: readonly string[]
  /** How it was passed on; nothing else of what it says about itself. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface PostedThread {
  readonly messages: readonly PostedMessage[]
  /** Null: nothing was said about who is there. */
  readonly actors: readonly Declared[] | null
}

/** Why a body was refused: a code, and words for whoever wrote it. */
export interface Unreadable {
  readonly code: string
  readonly words: string
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Unreadable }

const MAX_FIRST_MESSAGES = 16
const MAX_ADDRESS = 2048

const partSchema = z.union([
  z.string(),
  z
    .object({ type: z.literal('text'), text: z.union([z.string(), z.object({ value: z.string() })]) })
    .transform(({ text }) => (typeof text === 'string' ? text : text.value)),
])
const address = z.string().min(1).max(MAX_ADDRESS)
const messageSchema = z.object({
  role: z.enum(['user', 'assistant']).optional(),
  content: z.union([
    z.string().transform((text) => [text]),
    z.array(partSchema).min(1).max(MAX_CONTENT_ITEMS),
  ]),
  attachments: z.array(z.unknown()).max(0, 'attachments are not taken').optional(),
  metadata: z
    .object({
      aitp_origin_actor: address.optional(),
      aitp_origin_thread: address.optional(),
      aitp_origin_message: address.optional(),
      aitp_hops: z.int().min(0).max(1000).optional(),
    })
    .optional(),
})
const threadSchema = z.object({
  messages: z.array(z.unknown()).max(MAX_FIRST_MESSAGES).default([]),
  metadata: z.object({ actors: z.unknown() }).optional(),
})

const no = (code: string, words: string): { readonly ok: false; readonly why: Unreadable } => ({
  ok: false,
  why: { code, words },
})

const objectIn = (body: string): Read<Readonly<Record<string, unknown>>> => {
  const json = readStrictJson(body)
  if (!json.ok) return no(json.problem, 'the body must be JSON that all readers take alike')
  return isRecord(json.value) ? { ok: true, value: json.value } : no('wrong_kind', 'expected a JSON object')
}

/**
 * Reads a message that another agent posts. Strictly: what isn't a message, or has a structured message with an error, is refused, so that
 * its author learns of it. `thread`: where it is posted; null for a new one.
 */
export const readPostedMessage = (body: string, read: ReadContent, thread: string): Read<PostedMessage> => {
  const object = objectIn(body)
  return object.ok ? readMessage(object.value, read, thread) : object
}

/** Reads what another agent wants to begin, or to change about who is there. */
export const readPostedThread = (body: string, read: ReadContent): Read<PostedThread> => {
  const object = objectIn(body)
  if (!object.ok) return object
  const checked = threadSchema.safeParse(object.value)
  if (!checked.success) return no('invalid', firstProblem(checked.error, 'thread'))
  const messages: PostedMessage[] = []
  for (const one of checked.data.messages) {
    const message = readMessage(one, read, null)
    if (!message.ok) return message
    messages.push(message.value)
  }
  return { ok: true, value: { messages, actors: readDeclared(checked.data.metadata?.actors) } }
}

const readMessage = (value: unknown, read: ReadContent, thread: string | null): Read<PostedMessage> => {
  const checked = messageSchema.safeParse(value)
  if (!checked.success) return no('invalid', firstProblem(checked.error, 'message'))
  const { content, metadata = {} } = checked.data
  if (content.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > MAX_MESSAGE_BYTES)
    return no('too_large', `a message may have ${String(MAX_MESSAGE_BYTES)} bytes`)
  if (content.every((text) => text.trim() === '')) return no('empty', 'a message must say something')
  for (const [n, raw] of content.entries()) {
    const item = read(raw)
    const fault = 'faults' in item ? item.faults.find(({ severity }) => severity === 'error') : undefined
    if (fault !== undefined)
      return no(
        fault.code,
        `content[${String(n)}]: ${[fault.place, fault.detail].filter(Boolean).join(': ')}`,
      )
  }
  const from = provenanceOf(metadata)
  const astray = from === null ? [] : checkProvenance(from, { thread, actor: null, known: new Set() })
  if (hasErrors(astray)) return no(astray[0]?.code ?? 'invalid', 'it was passed on too often, or in a circle')
  return { ok: true, value: { content, metadata } }
}
