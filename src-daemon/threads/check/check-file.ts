import type { FaultAt, RequestState } from '../../contract/threads.ts'
import { isRecord } from '../../platform/is-record.ts'
import { jsonMistake } from '../../platform/json-mistake.ts'
import { fault, hasErrors, note } from '../core/faults.ts'
import { quoteOf } from '../messages/bodies.ts'
import type { Capability } from '../messages/capabilities.ts'
import { idAt } from '../messages/message-types.ts'
import { bodyOf, type ReadContent } from '../messages/read-content.ts'
import { readActors, type Actor } from '../negotiation/actors.ts'
import { commonMajors } from '../negotiation/common.ts'
import type { KeyOf } from '../quotes/keys.ts'
import { splitQuote, type Split } from '../quotes/shares.ts'
import { deriveTranscript, type ItemView, type RequestView } from '../transcript/derive.ts'
import { readThreadMessage, type ThreadMessage } from '../transcript/read-messages.ts'
import type { ItemPlace } from '../transcript/requests.ts'

/** What is in a file, and whether it is as it should be. */
export interface CheckedThread {
  readonly valid: boolean
  readonly items: readonly CheckedItem[]
  readonly requests: readonly CheckedRequest[]
  /** Who is in the conversation, and what they declared (`aitp-02-decisions/1`); null if the file doesn't say. */
  readonly actors: readonly CheckedActor[] | null
  /** What all of them declared, in the version to use. */
  readonly common: readonly string[]
  /** Faults of the file as a whole. */
  readonly faults: readonly FaultAt[]
}

export interface CheckedActor {
  readonly id: string
  readonly capabilities: readonly string[]
}

export interface CheckedItem {
  readonly place: string
  readonly kind: 'text' | 'message' | 'unknown' | 'invalid'
  readonly capability: string | null
  readonly type: string | null
  readonly version: string | null
  readonly id: string | null
  /** Whether it has an effect: a request that stands, or the answer to one that counts. */
  readonly counts: boolean
  /** Who gets what of a quote, for each of its payment options. */
  readonly split: readonly Split[]
  /** With places in the message: `quote.merchant_signature`. */
  readonly faults: readonly FaultAt[]
}

export interface CheckedRequest {
  readonly place: string
  readonly type: string
  readonly id: string
  readonly state: RequestState
  readonly requester: string | null
  readonly origin: string | null
  readonly expiresAt: string | null
  readonly answer: string | null
  readonly followUp: string | null
  readonly code: string | null
}

export interface CheckDeps {
  readonly read: ReadContent
  readonly keyOf: KeyOf
  readonly now: number
  /** Quotes that earlier files show as paid. */
  readonly paid: ReadonlySet<string>
}

/**
 * Checks what is in a file: a structured message, a message of a conversation, or a whole one (`messages` or `data`, a list, or
 * a line each). Nothing is fetched.
 */
export const checkThreadFile = (
  text: string,
  deps: CheckDeps,
): CheckedThread & { paid: ReadonlySet<string> } => {
  const file = messagesIn(text, deps.read)
  const { messages, thread, actors, faults } = file
  const common = actors === null ? null : commonMajors(actors)
  const transcript = deriveTranscript({ ...deps, messages, thread })
  const nameOf = file.whole === null ? placeName : () => file.whole ?? ''
  // Of a message alone, its request is somewhere else.
  const said = file.whole === null ? transcript.items : transcript.items.map(withoutRequest)
  const items = said.map((one) => checkedItem(withDeclared(one, common), nameOf))
  const valid = !hasErrors(faults) && items.every((one) => !hasErrors(one.faults))
  const requests = transcript.requests.map((one) => checkedRequest(one, nameOf))
  return {
    ...{ valid, items, requests, faults, paid: transcript.paid },
    actors: actors?.map(checkedActor) ?? null,
    common: namesOf(common ?? new Map<Capability, number>()),
  }
}

interface MessagesIn {
  readonly messages: readonly ThreadMessage[]
  readonly thread: string | null
  readonly actors: readonly Actor[] | null
  /** The one place of a file that is one item; null for conversations. */
  readonly whole: string | null
  readonly faults: readonly FaultAt[]
}

/** Of a file that is no conversation. */
const NOWHERE = { thread: null, actors: null } as const

const messagesIn = (text: string, read: ReadContent): MessagesIn => {
  const bare = text.replace(/^\uFEFF/, '').trim()
  const item = read(bare)
  if (item.kind !== 'text')
    return { messages: [contentAlone(bare)], ...NOWHERE, whole: 'message', faults: [] }
  const value = parsed(bare) ?? linesOf(bare)
  if (value === null) {
    const at = jsonMistake(bare)
    const where = at === null ? null : `${String(at.line)}:${String(at.column)}`
    return { messages: [], ...NOWHERE, whole: null, faults: [fault('', 'not_json', where)] }
  }
  const list = listIn(value)
  const messages = list.map(messageIn)
  const faults = messages.flatMap((one, n) =>
    one === null ? [fault(`messages[${String(n)}]`, 'no_message')] : [],
  )
  const found = messages.filter((one) => one !== null)
  const thread = isRecord(value) && typeof value['id'] === 'string' ? value['id'] : null
  return {
    messages: found,
    thread,
    actors: isRecord(value) && isRecord(value['metadata']) ? readActors(value['metadata']['actors']) : null,
    whole: null,
    faults: found.length === 0 && faults.length === 0 ? [fault('', 'no_message')] : faults,
  }
}

const listIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return []
  const list = value['messages'] ?? value['data']
  return Array.isArray(list) ? list : [value]
}

/** A message of a conversation, a structured one as it is or as text, or text. */
const messageIn = (one: unknown): ThreadMessage | null => {
  if (typeof one === 'string') return contentAlone(one)
  if (isRecord(one) && typeof one['$schema'] === 'string') return contentAlone(JSON.stringify(one))
  return readThreadMessage(one)
}

const contentAlone = (content: string): ThreadMessage => ({
  id: null,
  at: null,
  actor: null,
  content: [content],
  metadata: {},
})

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null // Perhaps a line each; else `jsonMistake` says where.
  }
}

/** JSON, one value a line. */
const linesOf = (text: string): readonly unknown[] | null => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parsed)
  return lines.length > 1 && values.every((one) => one !== null) ? values : null
}

const withoutRequest = (one: ItemView): ItemView => ({
  ...one,
  faults: one.faults.filter(({ code }) => code !== 'no_request'),
})

/** Somebody who didn't declare a capability, or this version of it, may read its messages as text. */
const withDeclared = (one: ItemView, common: ReadonlyMap<Capability, number> | null): ItemView => {
  const { item } = one
  if (common === null || item.kind !== 'message') return one
  const { capability } = item.type
  const major = Math.max(1, Number.parseInt(item.version, 10))
  if (common.get(capability) === major) return one
  return {
    ...one,
    faults: [...one.faults, note('$schema', 'not_declared', `${capability}/${String(major)}`)],
  }
}

const checkedActor = ({ id, majors }: Actor): CheckedActor => ({
  id,
  capabilities: [...majors].flatMap(([name, all]) => [...all].map((major) => `${name}/${String(major)}`)),
})

const namesOf = (common: ReadonlyMap<Capability, number>): readonly string[] =>
  [...common].map(([name, major]) => `${name}/${String(major)}`)

const placeName = ({ message, item }: ItemPlace): string =>
  `messages[${String(message)}].content[${String(item)}]`

const checkedItem = (
  { place, item, counts, faults }: ItemView,
  nameOf: (at: ItemPlace) => string,
): CheckedItem => {
  const known = item.kind === 'message' ? item : null
  const quote = known === null ? null : quoteOf(known)
  const wrapped = bodyOf(item, 'aitp-01-payments', 'wrapped_quote')
  return {
    place: nameOf(place),
    kind: item.kind,
    capability: known?.type.capability ?? null,
    type: known?.type.type ?? (item.kind === 'unknown' || item.kind === 'invalid' ? item.typeName : null),
    version: known?.version ?? null,
    id: known === null ? null : (idAt(known.body, known.type.id) ?? idAt(known.body, known.type.repliesTo)),
    counts,
    split: quote === null ? [] : splitQuote(quote, wrapped?.wrappers),
    faults: item.kind === 'unknown' ? [...faults, note('$schema', item.reason, item.schema)] : faults,
  }
}

const checkedRequest = (one: RequestView, nameOf: (at: ItemPlace) => string): CheckedRequest => ({
  place: nameOf(one.place),
  type: one.item.type.type,
  id: one.id,
  state: one.state,
  requester: one.requester,
  origin: one.provenance?.actor ?? null,
  expiresAt: one.expiresAt,
  answer: one.answer === null ? null : nameOf(one.answer),
  followUp: one.followUp === null ? null : nameOf(one.followUp),
  code: one.code,
})
