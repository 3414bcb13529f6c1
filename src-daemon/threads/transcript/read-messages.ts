import { z } from 'zod'
import { readLenient } from '../../platform/lenient.ts'
import type { JsonObject } from '../core/json.ts'

/** A message of a conversation, as the Thread API has it (aitp.md 6). */
export interface ThreadMessage {
  readonly id: string | null
  /** Milliseconds since 1970; null if it isn't said. */
  readonly at: number | null
  /** Who wrote it; null if only a role is said. */
  readonly actor: string | null
  readonly content: readonly string[]
  /** How it was forwarded. */
  readonly metadata: JsonObject
}

/** Of one message (aitp.md 6). */
export const MAX_CONTENT_ITEMS = 64

const partSchema = z.union([
  z.string(),
  z.looseObject({ text: z.union([z.string(), z.looseObject({ value: z.string() })]) }),
])

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  created_at: z.union([z.number(), z.string()]).optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(z.unknown())]),
  metadata: z
    .looseObject({ actor: z.union([z.string(), z.looseObject({ id: z.string() })]).optional() })
    .optional(),
})

/** Reads a message of another party; parts of its content that aren't text are left out. Null if it is no message. */
export const readThreadMessage = (foreign: unknown): ThreadMessage | null => {
  const reading = readLenient(messageSchema, foreign)
  if (!reading.ok) return null
  const { id, created_at: created, content, metadata = {} } = reading.value
  const { actor } = metadata
  return {
    id: id === undefined ? null : String(id),
    at: created === undefined ? null : instantOf(created),
    actor: typeof actor === 'object' ? actor.id : (actor ?? null),
    content: typeof content === 'string' ? [content] : content.flatMap(textsIn),
    metadata,
  }
}

const textsIn = (foreign: unknown): readonly string[] => {
  const part = partSchema.safeParse(foreign).data
  if (part === undefined) return [] // Another kind of part: images are attachments.
  if (typeof part === 'string') return [part]
  return [typeof part.text === 'string' ? part.text : part.text.value]
}

/** Seconds, as the API's model has them; milliseconds, which no date of ours is in seconds; or RFC 3339. */
const instantOf = (created: number | string): number | null => {
  const at = typeof created === 'string' ? Date.parse(created) : created < 1e11 ? created * 1000 : created
  return Number.isFinite(at) ? at : null
}
