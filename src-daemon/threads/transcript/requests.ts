import canonicalize from 'canonicalize'
import type { FaultAt, RequestState } from '../../contract/threads.ts'
import { bodyAsSent, quoteOf } from '../messages/bodies.ts'
import type { Capability } from '../messages/capabilities.ts'
import { idAt, MESSAGE_TYPES, type MessageType } from '../messages/message-types.ts'
import type { MessageItem } from '../messages/read-content.ts'

/** The place of an item: the message, counted in the transcript's order, and the item in its content. */
export interface ItemPlace {
  readonly message: number
  readonly item: number
}

/** An item with what its message says about it. */
export interface Said {
  readonly item: MessageItem
  readonly place: ItemPlace
  readonly actor: string | null
  /** Milliseconds since 1970. */
  readonly at: number | null
}

/** A request and what has become of it. */
export interface OpenRequest {
  readonly said: Said
  readonly id: string
  /** Milliseconds since 1970; null if it doesn't expire. */
  readonly expiresAt: number | null
  state: Exclude<RequestState, 'expired'>
  /** The one answer that counts. */
  answer: Said | null
  /** What followed the answer: a confirmation. */
  followUp: Said | null
  /** Why it was declined or taken back, or is invalid. */
  code: string | null
  /** Who was said to have been asked instead. */
  forwardedTo: string | null
  /** The request of the same id that this one replaced. */
  readonly former: MessageItem | null
}

/** Requests that ask to pay the same: a quote and its wrapped form. */
const sameSlot = (type: MessageType): string => (type.type === 'wrapped_quote' ? 'quote' : type.type)

const slotOf = (type: MessageType, id: string): string => `${type.capability}/${sameSlot(type)}/${id}`

/** The requests of a transcript by their ids; everything is found without looking through them. */
export const createRequests = () => {
  const all: OpenRequest[] = []
  const slots = new Map<string, OpenRequest>()
  /** The open requests of each type, for answers that don't say which they mean. */
  const open = new Map<string, Set<OpenRequest>>()

  const openOf = ({ capability, type }: MessageType): Set<OpenRequest> => {
    const name = `${capability}/${type}`
    const known = open.get(name) ?? new Set()
    open.set(name, known)
    return known
  }

  return {
    all,
    /** The latest request with the id, in the place of which a new one would come. */
    at: (type: MessageType, id: string): OpenRequest | null => slots.get(slotOf(type, id)) ?? null,
    add: (request: OpenRequest): void => {
      all.push(request)
      // An invalid one doesn't take the place of the one whose id it uses.
      if (request.state !== 'invalid' || !slots.has(slotOf(request.said.item.type, request.id)))
        slots.set(slotOf(request.said.item.type, request.id), request)
      if (request.state === 'pending') openOf(request.said.item.type).add(request)
    },
    close: (request: OpenRequest, state: OpenRequest['state'], code: string | null): void => {
      request.state = state
      request.code = code
      openOf(request.said.item.type).delete(request)
    },
    /** The request that an answer, or what follows one, is for. */
    forAnswer: (answer: MessageItem): OpenRequest | 'ambiguous' | null => {
      const { type, body } = answer
      const id = idAt(body, type.repliesTo)
      const types = requestTypes(type)
      if (id !== null) {
        const found = types.flatMap((one) => slots.get(slotOf(one, id)) ?? [])
        return found.find(({ state }) => state === 'pending') ?? found.at(-1) ?? null
      }
      const candidates = types.flatMap((one) => [...openOf(one)])
      return candidates.length > 1 ? 'ambiguous' : (candidates[0] ?? null)
    },
    /** The request that a control message names: by its type and id, of whatever capability. */
    named: (typeName: string, id: string): OpenRequest | null => {
      const types = MESSAGE_TYPES.filter(({ type, kind }) => type === typeName && kind === 'request')
      const found = types.flatMap((one) => slots.get(slotOf(one, id)) ?? [])
      return found.find(({ state }) => state === 'pending') ?? found.at(-1) ?? null
    },
  }
}
export type Requests = ReturnType<typeof createRequests>

/** The types of request whose answer, or whose answer's answer, a type is. */
const requestTypes = (answer: MessageType): readonly MessageType[] => {
  const known = typesByAnswer.get(`${answer.capability}/${answer.type}`)
  return known ?? []
}
const typesByAnswer = new Map(
  MESSAGE_TYPES.filter(({ kind }) => kind === 'response').map((answer) => {
    const asks = (capability: Capability, reply: string): MessageType[] =>
      MESSAGE_TYPES.filter((one) => one.capability === capability && one.replies.includes(reply))
    const types = asks(answer.capability, answer.type).flatMap((one) =>
      one.kind === 'request' ? [one] : asks(one.capability, one.type),
    )
    return [`${answer.capability}/${answer.type}`, types]
  }),
)

/** Whether an answer follows another answer, as a confirmation does. */
export const isFollowUp = ({ capability, type }: MessageType): boolean =>
  MESSAGE_TYPES.some(
    (one) => one.capability === capability && one.kind === 'response' && one.replies.includes(type),
  )

/** When a request stops being one; null if it doesn't say. */
export const expiryOf = (item: MessageItem): number | null => {
  const { body } = item
  const said = quoteOf(item)?.expiration ?? body['valid_until'] ?? body['expires_at'] ?? body['deadline']
  const at = typeof said === 'string' ? Date.parse(said) : Number.NaN
  return Number.isFinite(at) ? at : null
}

/** Whether two requests ask the same: what they say is equal, or one wraps the quote that the other is. */
export const asksTheSame = (one: MessageItem, other: MessageItem): boolean => {
  if (one.raw === other.raw) return true
  const [left, right] = [one, other].map((item) => {
    const sent = bodyAsSent(item)
    return canonicalize(item.type.type === 'wrapped_quote' ? sent['original_quote'] : sent)
  })
  return left === right
}

/** The faults of an item that make it invalid. */
export const firstError = (faults: readonly FaultAt[]): string | null =>
  faults.find(({ severity }) => severity === 'error')?.code ?? null
