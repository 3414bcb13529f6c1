import { z } from 'zod'
import { capabilityRefSchema, invokeErrorSchema } from '../capabilities/types.ts'
import { errorViewSchema } from '../platform/errors.ts'
import { routeDecisionSchema } from '../router/types.ts'
import { changeRefSchema } from '../state/types.ts'

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() })

/** Which capability took the message, and why. */
const routePartSchema = z.object({
  type: z.literal('route'),
  decision: routeDecisionSchema,
  /** Title and version of the chosen capability at that time; null for the plain assistant. */
  capability: z.object({ name: z.string(), title: z.string(), version: z.string() }).nullable(),
})

/** One tool call with its arguments and result. */
const toolPartSchema = z.object({
  type: z.literal('tool'),
  callId: z.string(),
  ref: capabilityRefSchema,
  /** Tool name as the package declares it, e.g. `state.create`. */
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.enum(['running', 'ok', 'failed', 'stopped']),
  output: z.record(z.string(), z.unknown()).nullable(),
  error: invokeErrorSchema.nullable(),
  startedAt: z.iso.datetime(),
  durationMs: z.int().nonnegative().nullable(),
  changes: z.array(changeRefSchema),
})

/** Values the planner would not invent, asked for with a form made from the tool's JSON Schema. */
const formPartSchema = z.object({
  type: z.literal('form'),
  ref: capabilityRefSchema,
  tool: z.string(),
  schema: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
  missing: z.array(z.string()),
  status: z.enum(['open', 'submitted', 'dismissed']),
})

const noticePartSchema = z.object({ type: z.literal('notice'), text: z.string() })
const errorPartSchema = z.object({ type: z.literal('error'), error: errorViewSchema })

/** A message is a list of these, never one string. */
export const messagePartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  routePartSchema,
  toolPartSchema,
  formPartSchema,
  noticePartSchema,
  errorPartSchema,
])
export type MessagePart = z.infer<typeof messagePartSchema>
export type ToolPart = z.infer<typeof toolPartSchema>
export type FormPart = z.infer<typeof formPartSchema>

export const messageSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  turnId: z.string(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(messagePartSchema),
  status: z.enum(['streaming', 'complete', 'failed', 'stopped']),
  /** Model that wrote it, e.g. `planner` or `ollama:qwen3:8b`; null for the user's messages. */
  model: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof messageSchema>

export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Capability on top of the stack, or null. */
  activeCapability: z.string().nullable(),
})
export type Conversation = z.infer<typeof conversationSchema>

/** What a subscriber of a conversation receives. A full `message` replaces what was known of it. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversation: conversationSchema }),
  z.object({ type: z.literal('conversation_deleted'), conversationId: z.string() }),
  z.object({ type: z.literal('message'), message: messageSchema }),
  z.object({
    type: z.literal('part'),
    conversationId: z.string(),
    messageId: z.string(),
    index: z.int().nonnegative(),
    part: messagePartSchema,
  }),
  z.object({
    type: z.literal('text'),
    conversationId: z.string(),
    messageId: z.string(),
    index: z.int().nonnegative(),
    /** Length of the part's text before `delta`, in UTF-16 units: `text.slice(0, offset) + delta` is right however often it is applied. */
    offset: z.int().nonnegative(),
    delta: z.string(),
  }),
])
export type ChatEvent = z.infer<typeof chatEventSchema>

export interface ChatService {
  conversations(input: { limit: number; cursor?: string | undefined }): {
    items: Conversation[]
    cursor: string | null
  }
  conversation(id: string): Conversation
  /** Oldest first; `before` is a message id. */
  messages(input: { conversationId: string; limit: number; before?: string | undefined }): Message[]
  /** Stores the user's message and starts the turn. Returns before the answer; the answer arrives as events. */
  send(input: {
    conversationId?: string | undefined
    text: string
    capability?: string | undefined
    model?: string | undefined
  }): { conversationId: string; turnId: string }
  /** Ends a running turn; what was said so far is kept. */
  stop(turnId: string): void
  /** Fills an open form and continues its turn's tool call. Errors: `form_not_open`, `validation_failed`. */
  submitForm(input: { messageId: string; index: number; values: Record<string, unknown> }): { turnId: string }
  rename(input: { id: string; title: string }): Conversation
  remove(id: string): void
  /** Sentences to try, made from the installed capabilities; at most `limit`. */
  suggestions(limit: number): string[]
  /** Events of one conversation, or of all. Ends when `signal` fires. */
  events(input: { conversationId?: string | undefined; signal: AbortSignal }): AsyncIterable<ChatEvent>
  /** Resolves when the turn has ended. */
  finished(turnId: string): Promise<void>
  /** Cancels every running turn and waits until each is stored. */
  close(): Promise<void>
}
