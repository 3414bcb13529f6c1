import { appPartSchema } from './apps.ts'
import { approvalModeSchema } from './approvals.ts'
import { invokeErrorSchema } from './capabilities.ts'
import { capabilityRefSchema } from './capability-ref.ts'
import { errorViewSchema } from './errors.ts'
import { labelShape } from './labels.ts'
import { modelFitSchema } from './models.ts'
import { routeDecisionSchema } from './router.ts'
import { costSchema } from './spending.ts'
import { changeRefSchema } from './state.ts'
import { z } from 'zod'

const textPartSchema = z.object({
  type: z.literal('text'),
  ...labelShape,
  text: z.string(),
  /** The program whose task it is; absent if the owner wrote it. */
  client: z.string().optional(),
  /** The DID of the other agent whose words these are: data to a model, now and later. */
  agent: z.string().optional(),
  /** The server whose interface said it, with the owner's leave: data, too. */
  app: z.string().optional(),
  /** The program whose export it was taken in from. Who wrote the file can't be told, so these count as others' words. */
  imported: z.enum(['satchel', 'chatgpt', 'claude']).optional(),
})

/** Which capability was chosen for the message, and why. */
const routePartSchema = z.object({
  type: z.literal('route'),
  ...labelShape,
  decision: routeDecisionSchema,
  /** Title and version of the chosen capability at that time; null for the plain assistant. */
  capability: z.object({ name: z.string(), title: z.string(), version: z.string() }).nullable(),
})

/** One tool call with its arguments and result. */
const toolPartSchema = z.object({
  type: z.literal('tool'),
  ...labelShape,
  callId: z.string(),
  ref: capabilityRefSchema,
  /** Tool name as the package declares it, e.g. `state.create`. */
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.enum(['running', 'ok', 'failed', 'stopped']),
  output: z.record(z.string(), z.unknown()).nullable(),
  /** Content blocks a server's tool returned beside its structured output. */
  content: z.array(z.unknown()).optional(),
  error: invokeErrorSchema.nullable(),
  /** The interface of its server that shows the result; absent if it has none. */
  app: appPartSchema.optional(),
  /** How many of its result's characters the model was given, if not all. */
  cut: z.object({ given: z.int(), of: z.int() }).optional(),
  startedAt: z.iso.datetime(),
  durationMs: z.int().nonnegative().nullable(),
  changes: z.array(changeRefSchema),
})

/** Values the planner wouldn't make up, requested with a form made from the tool's JSON Schema. */
const formPartSchema = z.object({
  type: z.literal('form'),
  ...labelShape,
  ref: capabilityRefSchema,
  tool: z.string(),
  schema: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
  missing: z.array(z.string()),
  status: z.enum(['open', 'submitted', 'dismissed']),
})

/** A model's reasoning before its answer: shown collapsed, never sent back to a model. */
const thinkingPartSchema = z.object({ type: z.literal('thinking'), ...labelShape, text: z.string() })

/** Stands in for earlier messages when the whole conversation is too long for the model; the originals stay. */
const summaryPartSchema = z.object({
  type: z.literal('summary'),
  ...labelShape,
  text: z.string(),
  /** Id of the model that wrote it, or `extract` if it consists of the messages' first sentences, word for word. */
  by: z.string(),
  /** The messages it replaces: everything of the branch up to `through` (a message id). */
  replaced: z.object({
    through: z.string(),
    messages: z.int().positive(),
    tokens: z.int().nonnegative(),
  }),
  /** Estimated tokens of `text`. */
  tokens: z.int().nonnegative(),
})

/** A fact to remember: saved because the user asked for it, or proposed for the user to decide. */
const memoryPartSchema = z.object({
  type: z.literal('memory'),
  ...labelShape,
  /** Key in the memory store; null while it isn't saved. */
  key: z.string().nullable(),
  value: z.string(),
  status: z.enum(['proposed', 'kept', 'declined']),
})

/** Changes made by turns that are no longer part of the branch: they stay until the user undoes them. */
const leftBehindPartSchema = z.object({
  type: z.literal('left_behind'),
  ...labelShape,
  turns: z.array(z.object({ turnId: z.string(), changes: z.array(changeRefSchema) })),
})

/** An image in a user's message; its bytes are read with `attachment`. */
const imagePartSchema = z.object({
  type: z.literal('image'),
  ...labelShape,
  attachmentId: z.string(),
  mediaType: z.string(),
  name: z.string(),
  bytes: z.int().nonnegative(),
})

/** A resource of a connected server, or a file of text, attached to a user's message. Its content is always data. */
const resourcePartSchema = z.object({
  type: z.literal('resource'),
  ...labelShape,
  /** The server, and the resource's URI there; null for a file of the user, which is called like its name. */
  server: z.string().nullable(),
  resource: z.string(),
  name: z.string(),
  mediaType: z.string().nullable(),
  text: z.string(),
  /** Length of the whole, even if only part of it was stored. */
  characters: z.int().nonnegative(),
})

/** A capability's model requirements that the answering model doesn't meet; reported once for each such pair. */
const unmetPartSchema = z.object({
  type: z.literal('unmet'),
  ...labelShape,
  capability: z.string(),
  /** The capability's title as it was shown. */
  title: z.string(),
  model: z.string(),
  modelName: z.string(),
  unmet: modelFitSchema.shape.unmet.min(1),
})

/** What Satchel says in an answer. `limit`: the turn ended here, at one of its limits, and not because it was done. */
const noticePartSchema = z.object({
  type: z.literal('notice'),
  ...labelShape,
  text: z.string(),
  limit: z.enum(['steps', 'calls', 'repeats', 'repairs', 'tokens', 'time', 'length']).optional(),
})

const errorPartSchema = z.object({ type: z.literal('error'), ...labelShape, error: errorViewSchema })

/** A message is a list of these, never one string. Each carries its label: of a tool, that of its result. */
export const messagePartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  routePartSchema,
  toolPartSchema,
  formPartSchema,
  thinkingPartSchema,
  summaryPartSchema,
  memoryPartSchema,
  leftBehindPartSchema,
  imagePartSchema,
  resourcePartSchema,
  unmetPartSchema,
  noticePartSchema,
  errorPartSchema,
])
export type MessagePart = z.infer<typeof messagePartSchema>
export type ToolPart = z.infer<typeof toolPartSchema>
export type FormPart = z.infer<typeof formPartSchema>
export type SummaryPart = z.infer<typeof summaryPartSchema>
export type MemoryPart = z.infer<typeof memoryPartSchema>
export type LeftBehindPart = z.infer<typeof leftBehindPartSchema>
export type UnmetPart = z.infer<typeof unmetPartSchema>
export type ResourcePart = z.infer<typeof resourcePartSchema>
export type NoticePart = z.infer<typeof noticePartSchema>
export type ImagePart = z.infer<typeof imagePartSchema>

/** How far a turn has gone, and how far it may: in tokens read and written, and in the time its model talked. */
export const turnBudgetSchema = z.object({
  /** Answers of the model. */
  steps: z.int().nonnegative(),
  tokens: z.object({ used: z.int().nonnegative(), limit: z.int().positive() }),
  ms: z.object({ used: z.int().nonnegative(), limit: z.int().positive() }),
})
export type TurnBudget = z.infer<typeof turnBudgetSchema>

/** What a turn sent to its model, in tokens. */
export const turnContextSchema = z.object({
  /** The context window of the model's requests. */
  window: z.int().positive(),
  /** What decided on it; `assumed`: the model's server doesn't say how much it reads. Absent in older messages. */
  windowFrom: z.enum(['model', 'setting', 'assumed']).optional(),
  /** Our estimate of the first request, part by part. */
  estimated: z.object({
    prompt: z.int().nonnegative(),
    tools: z.int().nonnegative(),
    history: z.int().nonnegative(),
    summary: z.int().nonnegative(),
    memory: z.int().nonnegative(),
    state: z.int().nonnegative(),
  }),
  /**
   * The model server's count; null if it reported none. `first`: the prompt of the first request; the others are sums.
   */
  reported: z
    .object({
      requests: z.int().positive(),
      first: z.int().nonnegative(),
      prompt: z.int().nonnegative(),
      output: z.int().nonnegative(),
    })
    .nullable(),
  /** The model didn't read everything. */
  truncated: z.boolean(),
  /** Remembered facts sent to the model. */
  facts: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Number of saved objects sent to the model. */
  objects: z.int().nonnegative(),
  /** Of what was sent beside the messages, that in which others' words are: titles of capabilities, and the memory's. Absent if there is none. */
  outside: z.array(z.string()).optional(),
  /** The label of all that was read before, so that the answer has it whoever still sees where it was; absent in older messages. */
  ...labelShape,
  /** What it cost; absent before the first answer of a model, where the planner answered, and in older messages. */
  cost: costSchema.optional(),
  /** Absent before the first answer of the model, and in older messages. */
  budget: turnBudgetSchema.optional(),
})
export type TurnContext = z.infer<typeof turnContextSchema>

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
  /** The message it follows; null for the first one. */
  parentId: z.string().nullable(),
  /** Ids of all messages with the same parent, oldest first, including its own: "2 of 3". */
  siblings: z.array(z.string()),
  /** What its turn sent to the model; null if no model was used. */
  context: turnContextSchema.nullable(),
})
export type Message = z.infer<typeof messageSchema>

const queuedMessageSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** How many images and resources it has. */
  attachments: z.int().nonnegative(),
})
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Capability on top of the stack, or null. */
  activeCapability: z.string().nullable(),
  /** Model of its turns, or null for the one in the settings. */
  model: z.string().nullable(),
  /** Whether its turns read from and add to the memory. */
  memory: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
  /** It is only in memory: nothing of it is stored, and it is gone when Satchel ends. */
  temporary: z.boolean(),
  approvals: approvalModeSchema,
  /** Id of its persona; null if it has none. */
  persona: z.string().nullable(),
  /** Messages that are sent once the answer that is being written has ended, in order. */
  queued: z.array(queuedMessageSchema),
})
export type Conversation = z.infer<typeof conversationSchema>

/** An image to send with a message. */
export const imageInputSchema = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  name: z.string().max(200),
  base64: z.base64(),
})
export type ImageInput = z.infer<typeof imageInputSchema>

/** A resource of a connected server, or (`server`: null) a file, to send with a message; read beforehand, so that the user can look at it. */
export const resourceInputSchema = z.object({
  server: z.string().min(1).max(2000).nullable(),
  resource: z.string().min(1).max(4000),
  name: z.string().max(600),
  mediaType: z.string().max(600).nullable(),
  text: z.string().max(1_100_000),
})
export type ResourceInput = z.infer<typeof resourceInputSchema>

/** Characters of a text attached to a message that are kept: more than a model gets, and enough for a person to read again. */
export const KEPT_CHARACTERS = 100_000
/** How many texts a message can have, and how many characters are kept of them in all. */
const MAX_RESOURCES = 100
const ALL_KEPT_CHARACTERS = 1_000_000

const keptOf = (resources: readonly ResourceInput[]): number =>
  resources.reduce((sum, { text }) => sum + Math.min(text.length, KEPT_CHARACTERS), 0)

export const messageResourcesSchema = z
  .array(resourceInputSchema)
  .max(MAX_RESOURCES)
  .refine((resources) => keptOf(resources) <= ALL_KEPT_CHARACTERS)

/** What the user writes: a message, or the draft of one. */
export const messageInputSchema = z.object({
  text: z.string(),
  capability: z.string().optional(),
  model: z.string().optional(),
  images: z.array(imageInputSchema).max(4).optional(),
  resources: messageResourcesSchema.optional(),
})
export type MessageInput = z.infer<typeof messageInputSchema>

/** What was written and not sent. Attachments aren't kept. */
export const chatDraftSchema = z.object({
  text: z.string().max(200_000),
  capability: z.string().max(2000).nullable(),
})
export type ChatDraft = z.infer<typeof chatDraftSchema>

/** A message with all words of a search. */
export const messageHitSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  messageId: z.string(),
  turnId: z.string(),
  role: z.enum(['user', 'assistant']),
  createdAt: z.iso.datetime(),
  /** The text around the first words found, in pieces; the found words are `hit`. */
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})
export type MessageHit = z.infer<typeof messageHitSchema>

/** What a conversation's subscriber receives. A full `message` replaces the known one. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversation: conversationSchema }),
  z.object({ type: z.literal('conversation_deleted'), conversationId: z.string() }),
  /** Another branch is shown now, so its messages have to be loaded again. */
  z.object({ type: z.literal('branch'), conversationId: z.string() }),
  /** What is half written there has changed; null for a new conversation. */
  z.object({ type: z.literal('draft'), conversationId: z.string().nullable() }),
  /** A new message follows its parent; what followed the parent before belongs to another branch. */
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
    /** Length of the part's text before `delta`, in UTF-16 units: `text.slice(0, offset) + delta` is idempotent. */
    offset: z.int().nonnegative(),
    delta: z.string(),
  }),
])
export type ChatEvent = z.infer<typeof chatEventSchema>

/** How a message was routed, or would be. */
export const routeWhySchema = z.object({
  text: z.string(),
  decision: routeDecisionSchema,
  /** The decision in sentences, in the owner's language. */
  lines: z.array(z.string()),
})
export type RouteWhy = z.infer<typeof routeWhySchema>

/** Something a message can be addressed to by name. */
export const routeChoiceSchema = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['package', 'skill', 'server']),
  /** What it is for, on one line of at most 200 characters; empty if undescribed. */
  description: z.string(),
})
export type RouteChoice = z.infer<typeof routeChoiceSchema>
