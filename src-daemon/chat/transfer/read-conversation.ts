/** Conversations as other programs export them, each read by itself: what one of them says about itself counts for no other. */
import { z } from 'zod'
import { withoutUnseen } from '../core/data-block.ts'
import { plainTitle } from '../core/plain-title.ts'
import type { Steps } from './slices.ts'

/** Characters of a message, and messages of a conversation, that are taken in. */
const MAX_TEXT = 200_000
const MAX_MESSAGES = 20_000
/** Keepers of a message that are taken over. */
const MAX_KEEPERS = 100

/** A conversation of another program: its words, and nothing that could act. */
export interface ForeignConversation {
  /** Where it comes from, and what it is called there: the same one isn't taken in twice. */
  readonly source: 'satchel' | 'chatgpt' | 'claude'
  readonly id: string
  readonly title: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
  /** Oldest first, none of them empty, without what no one sees. */
  readonly messages: readonly ForeignMessage[]
  /** Whether messages, or the ends of long ones, were left out. */
  readonly isCut: boolean
}

interface ForeignMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly createdAt: string | null
  /** Whose of the owner's it says that it has: that can only add to what is asked about. */
  readonly keepers?: readonly string[]
}

const text = z.string().catch('')
const role = z.enum(['user', 'assistant'])

/** What `satchel chat export` writes. */
const satchel = z.object({
  id: z.string(),
  title: text,
  createdAt: text,
  updatedAt: text,
  messages: z.array(z.unknown()),
})
/** A keeper's name, which a question may show. */
const keeper = z.string().regex(/^(?:acp|mcp|skill|satchel):[^\s\p{C}]{1,200}$/u)
const keptParts = z.array(z.object({ keepers: z.array(keeper).max(100).catch([]) })).max(1000)
const satchelMessage = z.object({
  ...{ role, text: z.string(), createdAt: text },
  parts: keptParts.catch([]),
})

/** ChatGPT: a tree of messages, of which one leaf is shown. */
const chatGpt = z.object({
  conversation_id: z.string().optional(),
  id: z.string().optional(),
  title: text,
  create_time: z.unknown().optional(),
  update_time: z.unknown().optional(),
  mapping: z.record(z.string(), z.unknown()),
  current_node: z.string().nullish(),
})
const chatGptNode = z.object({ parent: z.string().nullish(), message: z.unknown().optional() })
const chatGptMessage = z.object({
  author: z.object({ role }),
  create_time: z.unknown().optional(),
  content: z.object({ content_type: z.enum(['text', 'multimodal_text']), parts: z.array(z.unknown()) }),
  metadata: z.looseObject({ is_visually_hidden_from_conversation: z.unknown().optional() }).nullish(),
})

/** Talked to, a message has what was heard. */
const chatGptHeard = z.object({ content_type: z.literal('audio_transcription'), text: z.string() })
const wordsOf = (part: unknown): string[] => {
  const words = typeof part === 'string' ? part : chatGptHeard.safeParse(part).data?.text
  return words === undefined ? [] : [words]
}
/** Where an answer cites the web: names of ChatGPT's own between characters for private use. */
const CITATION = /\uE200[^\uE200\uE201]{0,2000}\uE201/gu

/** Claude: a list, whose text is in blocks (newer exports) or in one member. */
const claude = z.object({
  uuid: z.string(),
  name: text,
  created_at: text,
  updated_at: text,
  chat_messages: z.array(z.unknown()),
})
const claudeMessage = z.object({
  sender: z.enum(['human', 'assistant']),
  text,
  created_at: text,
  content: z.array(z.unknown()).catch([]),
})
const claudeBlock = z.object({ type: z.literal('text'), text: z.string() })

/** Reads one exported conversation, a message a step; null if it is none that is known, or has no words in it. */
export function* readConversation(exported: unknown): Steps<ForeignConversation | null> {
  const read =
    (yield* readSatchel(exported)) ?? (yield* readChatGpt(exported)) ?? (yield* readClaude(exported))
  return read === null || read.messages.length === 0 ? null : read
}

function* readSatchel(exported: unknown): Steps<ForeignConversation | null> {
  const found = satchel.safeParse(exported).data
  if (found === undefined) return null
  const messages: ForeignMessage[] = []
  for (const one of found.messages) {
    const message = satchelMessage.safeParse(one).data
    if (message !== undefined) {
      const { parts, ...said } = message
      const keepers = [...new Set(parts.flatMap((part) => part.keepers))].slice(0, MAX_KEEPERS)
      messages.push({ ...said, createdAt: instant(said.createdAt), keepers })
    }
    yield message?.text.length ?? 0
  }
  return yield* bounded({ source: 'satchel', ...found, messages })
}

function* readChatGpt(exported: unknown): Steps<ForeignConversation | null> {
  const found = chatGpt.safeParse(exported).data
  if (found === undefined) return null
  const messages: ForeignMessage[] = []
  // From the leaf that was shown up to the root; a circle ends where it began.
  const passed = new Set<string>()
  let at = found.current_node ?? Object.keys(found.mapping).at(-1)
  while (typeof at === 'string' && !passed.has(at) && passed.size <= MAX_MESSAGES * 2) {
    passed.add(at)
    const node = Object.hasOwn(found.mapping, at) ? chatGptNode.safeParse(found.mapping[at]).data : undefined
    const message = chatGptMessage.safeParse(node?.message).data
    if (message !== undefined && message.metadata?.is_visually_hidden_from_conversation !== true)
      messages.push({
        role: message.author.role,
        text: message.content.parts.flatMap(wordsOf).join('\n').replaceAll(CITATION, ''),
        createdAt: instant(message.create_time),
      })
    at = node?.parent ?? undefined
    yield messages.at(-1)?.text.length ?? 0
  }
  const { title, create_time: createdAt, update_time: updatedAt } = found
  const id = found.conversation_id ?? found.id ?? [...passed].join(' ')
  return yield* bounded({ source: 'chatgpt', id, title, createdAt, updatedAt, messages: messages.reverse() })
}

function* readClaude(exported: unknown): Steps<ForeignConversation | null> {
  const found = claude.safeParse(exported).data
  if (found === undefined) return null
  const messages: ForeignMessage[] = []
  for (const one of found.chat_messages) {
    const message = claudeMessage.safeParse(one).data
    const blocks = message?.content.flatMap((block) => claudeBlock.safeParse(block).data?.text ?? []) ?? []
    if (message !== undefined)
      messages.push({
        role: message.sender === 'human' ? 'user' : 'assistant',
        text: blocks.length > 0 ? blocks.join('\n\n') : message.text,
        createdAt: instant(message.created_at),
      })
    yield messages.at(-1)?.text.length ?? 0
  }
  const { uuid: id, name: title, created_at: createdAt, updated_at: updatedAt } = found
  return yield* bounded({ source: 'claude', id, title, createdAt, updatedAt, messages })
}

/** The same within our limits. */
function* bounded(
  read: Omit<ForeignConversation, 'createdAt' | 'updatedAt' | 'isCut'> & {
    readonly createdAt: unknown
    readonly updatedAt: unknown
  },
): Steps<ForeignConversation> {
  const { source, id, title } = read
  const messages: ForeignMessage[] = []
  let isCut = false
  for (const message of read.messages) {
    const text = withoutUnseen(message.text)
    yield text.length
    if (text.trim() === '') continue
    isCut ||= messages.length === MAX_MESSAGES || text.length > MAX_TEXT
    if (messages.length === MAX_MESSAGES) break
    messages.push({ ...message, text: text.slice(0, MAX_TEXT).toWellFormed() })
  }
  return {
    source,
    id,
    title: plainTitle(title.slice(0, 1000)).slice(0, 200).toWellFormed(),
    createdAt: instant(read.createdAt),
    updatedAt: instant(read.updatedAt),
    messages,
    isCut,
  }
}

/** Seconds since 1970, or a date as text; null for anything else. */
const instant = (value: unknown): string | null => {
  const at = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : NaN
  // What a JavaScript date can be, and a person can have said.
  return at > 0 && at < 4_102_444_800_000 ? new Date(at).toISOString() : null
}
