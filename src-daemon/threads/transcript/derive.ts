import type { ControlTarget } from '../../contract/aitp-control.ts'
import type { FaultAt, RequestState, ThreadFault } from '../../contract/threads.ts'
import { checkAnswer, refusalOf } from '../answers/check-answer.ts'
import { below, fault, hasErrors, note } from '../core/faults.ts'
import { quoteOf } from '../messages/bodies.ts'
import { idAt } from '../messages/message-types.ts'
import { bodyOf, type ContentItem, type MessageItem, type ReadContent } from '../messages/read-content.ts'
import { checkQuotes } from '../quotes/chain.ts'
import { keyInId, type KeyOf } from '../quotes/keys.ts'
import { checkProvenance, provenanceOf, type Provenance } from './provenance.ts'
import { MAX_CONTENT_ITEMS, type ThreadMessage } from './read-messages.ts'
import { arrange } from './order.ts'
import {
  asksTheSame,
  createRequests,
  expiryOf,
  firstError,
  isFollowUp,
  type ItemPlace,
  type OpenRequest,
  type Said,
} from './requests.ts'

/** A request as it stands. */
export interface RequestView {
  readonly place: ItemPlace
  readonly item: MessageItem
  readonly id: string
  readonly state: RequestState
  readonly requester: string | null
  readonly provenance: Provenance | null
  /** RFC 3339. */
  readonly expiresAt: string | null
  readonly answer: ItemPlace | null
  readonly followUp: ItemPlace | null
  readonly code: string | null
  readonly forwardedTo: string | null
}

/** An item of the transcript, with its faults; `counts` says whether it has an effect: a request, or the answer to one. */
export interface ItemView {
  readonly place: ItemPlace
  readonly item: ContentItem
  readonly counts: boolean
  readonly faults: readonly FaultAt[]
}

export interface Transcript {
  readonly items: readonly ItemView[]
  readonly requests: readonly RequestView[]
  /** Quotes that were paid, to be handed on: none is paid twice, in whatever conversation. */
  readonly paid: ReadonlySet<string>
}

export interface TranscriptInput {
  readonly messages: readonly ThreadMessage[]
  readonly read: ReadContent
  readonly now: number
  /** The id of this conversation, by which a message that came back is known. */
  readonly thread?: string | null
  /** The keys by which signatures of quotes are verified; those that are in ids are known. */
  readonly keyOf?: KeyOf
  /** Quotes that were paid in other conversations. */
  readonly paid?: ReadonlySet<string>
}

/**
 * What a conversation has come to, from its messages alone, so that nothing depends on who was running when: which requests are
 * open, which answer counts, and what is wrong with any message. A request is answered once; what comes later never counts
 * (aitp.md 5). Takes time in proportion to the messages.
 */
export const deriveTranscript = (input: TranscriptInput): Transcript => {
  const { messages, read, now, keyOf = keyInId } = input
  const requests = createRequests()
  const paid = new Set(input.paid)
  const forwarded = new Map<ItemPlace, Provenance>()
  const items: ItemView[] = []

  const ask = (said: Said): Verdict => {
    const { item, actor } = said
    const id = idAt(item.body, item.type.id) ?? ''
    const before = requests.at(item.type, id)
    const refused = before === null ? null : idRefused(before, said)
    if (refused === 'repeated') return { counts: false, faults: [note('', 'repeated', id)] }
    const quote = quoteOf(item)
    const isPaid = quote !== null && paid.has(payableOf(item, id)) && before?.state !== 'answered'
    const code: ThreadFault | null = refused ?? (isPaid ? 'already_paid' : null)
    const signatures = quote === null ? [] : checkQuotes(item, keyOf)
    const error = code ?? firstError([...item.faults, ...signatures])
    if (before?.state === 'pending' && error === null) requests.close(before, 'superseded', null)
    requests.add({
      said,
      id,
      expiresAt: expiryOf(item),
      state: error === null ? 'pending' : 'invalid',
      answer: null,
      followUp: null,
      code: error,
      forwardedTo: null,
      former: before?.state === 'superseded' ? before.said.item : null,
    })
    return {
      counts: error === null,
      faults: [...signatures, ...(code === null ? [] : [fault('', code, actor ?? id)])],
    }
  }

  const answer = (said: Said): Verdict => {
    const { item } = said
    const found = requests.forAnswer(item)
    const id = idAt(item.body, item.type.repliesTo)
    if (found === null) return { counts: false, faults: [note('', 'no_request', id)] }
    if (found === 'ambiguous') return { counts: false, faults: [fault('', 'ambiguous')] }
    if (isFollowUp(item.type)) return follow(found, said)
    const late = cannotBeAnswered(found, said)
    if (late !== null) return late
    const refusal = refusalOf(item)
    const faults = checkAnswer(found.said.item, item, { former: found.former, refusal })
    if (hasErrors(faults) || hasErrors(item.faults)) return { counts: false, faults }
    found.answer = said
    if (refusal === null) {
      requests.close(found, 'answered', null)
      const { capability, type } = found.said.item.type
      if (PAYABLE.has(`${capability}/${type}`)) paid.add(payableOf(found.said.item, found.id))
    } else requests.close(found, 'declined', refusal)
    return { counts: true, faults }
  }

  /** What follows an answer: by the requester, and as often as it was only pending. */
  const follow = (request: OpenRequest, said: Said): Verdict => {
    const id = request.id
    if (request.state !== 'answered') return { counts: false, faults: [fault('', 'not_paid', id)] }
    const { actor } = request.said
    if (actor !== null && said.actor !== null && actor !== said.actor)
      return { counts: false, faults: [fault('', 'not_the_requester', said.actor)] }
    const before = request.followUp?.item
    if (before !== undefined && before.raw === said.item.raw)
      return { counts: false, faults: [note('', 'repeated', id)] }
    if (before !== undefined && before.body['result'] !== 'pending')
      return { counts: false, faults: [fault('', 'second_answer', id)] }
    const faults = checkAnswer(request.said.item, said.item, { former: null, refusal: null })
    if (hasErrors(faults)) return { counts: false, faults }
    request.followUp = said
    request.code = typeof said.item.body['result'] === 'string' ? said.item.body['result'] : null
    return { counts: true, faults }
  }

  const control = (said: Said): Verdict => {
    const { body, type } = said.item
    const target = (body['in_reply_to'] ?? body['target']) as ControlTarget
    const request = requests.named(target.message_type, target.id)
    if (request === null) return { counts: false, faults: [note('', 'no_request', target.id)] }
    if (type.type === 'cancellation') {
      const { actor } = request.said
      if (actor !== null && said.actor !== null && actor !== said.actor)
        return { counts: false, faults: [fault('', 'not_the_requester', said.actor)] }
      if (request.state !== 'pending') return { counts: false, faults: [fault('', 'too_late', target.id)] }
      requests.close(request, 'cancelled', typeof body['reason'] === 'string' ? body['reason'] : null)
      return { counts: true, faults: [] }
    }
    const late = cannotBeAnswered(request, said)
    if (late !== null) return late
    if (type.type === 'rejection') {
      request.answer = said
      requests.close(request, 'declined', String(body['code']))
    } else {
      const to = body['forwarded_to_name'] ?? body['forwarded_to']
      request.forwardedTo = typeof to === 'string' ? to : ''
    }
    return { counts: true, faults: [] }
  }

  const take = (said: Said): Verdict => {
    if (said.item.type.capability === 'x01-control') return control(said)
    if (said.item.type.kind === 'request') return ask(said)
    return said.item.type.kind === 'response' ? answer(said) : { counts: true, faults: [] }
  }

  const known = new Set<string>()
  for (const [n, { message, changed }] of arrange(messages).entries()) {
    const from = provenanceOf(message.metadata)
    const here = { thread: input.thread ?? null, actor: message.actor, known }
    const astray = [
      ...(from === null ? [] : checkProvenance(from, here)),
      ...(changed ? [fault('', 'message_changed', message.id)] : []),
    ]
    for (const [at, raw] of message.content.slice(0, MAX_CONTENT_ITEMS).entries()) {
      const place = { message: n, item: at }
      if (from !== null) forwarded.set(place, from)
      const item = read(raw)
      const own = 'faults' in item ? item.faults : []
      if (item.kind !== 'message' || hasErrors(astray)) {
        items.push({
          place,
          item,
          counts: item.kind === 'text' && astray.length === 0,
          faults: [...own, ...astray],
        })
        continue
      }
      const { counts, faults } = take({ item, place, actor: message.actor, at: message.at })
      items.push({ place, item, counts, faults: [...own, ...below(item.type.type, faults)] })
    }
    const over = message.content.length - MAX_CONTENT_ITEMS
    if (over > 0) items.push(tooMany(n, message.content.length))
    if (message.id !== null) known.add(message.id)
  }

  return {
    items,
    paid,
    requests: requests.all.map((one) => viewOf(one, now, forwarded.get(one.said.place) ?? null)),
  }
}

interface Verdict {
  readonly counts: boolean
  readonly faults: readonly FaultAt[]
}

/** Requests whose answer is a payment. */
const PAYABLE: ReadonlySet<string> = new Set([
  'aitp-01-payments/quote',
  'aitp-01-payments/wrapped_quote',
  'legacy-payments/quote',
  'aitp-09-fiat-payments/fiat_quote',
])

/** What is paid, in whatever conversation and form it was quoted. */
export const payableOf = (item: MessageItem, id: string): string => {
  const merchant =
    quoteOf(item)?.merchant_id ??
    bodyOf(item, 'legacy-payments', 'quote')?.payee_id ??
    bodyOf(item, 'aitp-09-fiat-payments', 'fiat_quote')?.merchant.id
  return JSON.stringify([item.type.capability, merchant ?? '', id])
}

/** Why a request may not use an id that another one has; null if it takes that one's place. */
const idRefused = (before: OpenRequest, { item, actor }: Said): ThreadFault | 'repeated' | null => {
  const same = asksTheSame(before.said.item, item)
  const isWrapped = before.said.item.type.type !== item.type.type
  if (same && !isWrapped) return 'repeated'
  if (before.state === 'answered' || before.state === 'declined')
    return before.said.item.type.reusesId ? null : 'id_reused'
  const isAnother = before.said.actor !== null && actor !== null && before.said.actor !== actor
  const [former, quote] = [quoteOf(before.said.item), quoteOf(item)]
  const isAnothers = former !== null && quote !== null && former.merchant_id !== quote.merchant_id
  return isAnothers || (isAnother && !same) ? 'id_taken' : null
}

/** Why an answer doesn't count, whatever it says; null if it may. */
const cannotBeAnswered = (request: OpenRequest, said: Said): Verdict | null => {
  const { state, id, expiresAt, answer } = request
  const no = (code: ThreadFault): Verdict => ({ counts: false, faults: [fault('', code, id)] })
  if (answer !== null && answer.item.raw === said.item.raw)
    return { counts: false, faults: [note('', 'repeated', id)] }
  if (state === 'answered' && isProgress(request, said)) {
    request.answer = said
    return { counts: true, faults: [] }
  }
  if (state !== 'pending') return no(NOT_OPEN[state])
  if (request.said.actor !== null && request.said.actor === said.actor) return no('own_request')
  // An answer of unknown time is judged by the time it says itself; without one it was in time.
  const own = said.item.body['timestamp']
  const at = said.at ?? (typeof own === 'string' ? Date.parse(own) : null)
  return expiresAt !== null && at !== null && at > expiresAt ? no('too_late') : null
}

const NOT_OPEN = {
  answered: 'second_answer',
  declined: 'after_refusal',
  cancelled: 'after_cancellation',
  superseded: 'superseded',
  invalid: 'request_invalid',
} as const satisfies Record<Exclude<RequestState, 'pending' | 'expired'>, ThreadFault>

const STEPS = ['initiated', 'authorized', 'submitted']

/** A payment by bank or card says how far it is: a later step of the same payment is no second one. */
const isProgress = ({ answer }: OpenRequest, { item }: Said): boolean => {
  const before = answer === null ? null : bodyOf(answer.item, 'aitp-09-fiat-payments', 'fiat_payment')
  const after = bodyOf(item, 'aitp-09-fiat-payments', 'fiat_payment')
  return (
    before !== null &&
    after !== null &&
    STEPS.indexOf(after.status) > STEPS.indexOf(before.status) &&
    (after.method_type ?? before.method_type) === before.method_type
  )
}

const viewOf = (request: OpenRequest, now: number, provenance: Provenance | null): RequestView => {
  const { said, id, state, expiresAt, answer, followUp, code, forwardedTo } = request
  const isExpired = state === 'pending' && expiresAt !== null && expiresAt <= now
  return {
    place: said.place,
    item: said.item,
    id,
    state: isExpired ? 'expired' : state,
    requester: said.actor,
    provenance,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    answer: answer?.place ?? null,
    followUp: followUp?.place ?? null,
    code,
    forwardedTo,
  }
}

const tooMany = (message: number, count: number): ItemView => ({
  place: { message, item: MAX_CONTENT_ITEMS },
  item: { kind: 'invalid', raw: '', schema: null, typeName: null, faults: [] },
  counts: false,
  faults: [fault('', 'too_many_items', String(count))],
})
