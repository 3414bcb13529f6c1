import type { Language } from '../../contract/language.ts'
import type { PaymentReceipt } from '../../contract/payments.ts'
import type {
  ThreadEntry,
  ThreadItem,
  ThreadPerson,
  ThreadSummary,
  ThreadView,
} from '../../contract/thread-conversations.ts'
import { cardsIn } from '../cards/cards.ts'
import { formAddressOf } from '../forms/elsewhere.ts'
import { formOf } from '../forms/form-of.ts'
import type { ThreadRecord } from '../kept/record.ts'
import type { KeptThread } from '../kept/store.ts'
import { waysOf } from '../payments/bill-of.ts'
import { walletAskedOf } from '../wallets/request-of.ts'
import type { Capability } from '../messages/capabilities.ts'
import type { ReadContent } from '../messages/read-content.ts'
import { majorsOf } from '../negotiation/actors.ts'
import { commonMajors } from '../negotiation/common.ts'
import { deriveTranscript, type RequestView, type Transcript } from '../transcript/derive.ts'
import { arrange } from '../transcript/order.ts'
import type { ThreadMessage } from '../transcript/read-messages.ts'

export interface ViewDeps {
  readonly record: Pick<ThreadRecord, 'store' | 'transcript' | 'forms'>
  /** The owner's name for somebody; null if there is none. */
  readonly nameOf: (did: string) => string | null
  readonly connectionOf: (thread: KeptThread) => ThreadSummary['connection']
  /** What became of a payment; null if there was none. */
  readonly paid: (request: RequestView) => PaymentReceipt | null
  /** The conversations that requests were passed on into, by message and item. */
  readonly passedOn: (thread: string) => ReadonlyMap<string, string>
  readonly read: ReadContent
  readonly now: () => Date
  readonly language: () => Language
}

/** More than a person reads; what is before them is still counted in what became of requests. */
const SHOWN = 300

/** What all who are in a conversation declared. */
export const commonOf = ({ actors }: Pick<KeptThread, 'actors'>): ReadonlyMap<Capability, number> =>
  commonMajors(
    actors
      .filter(({ state }) => state === 'in')
      .map(({ did, capabilities }) => ({ id: did, majors: majorsOf(capabilities) })),
  )

export const summaryOf = (
  thread: KeptThread,
  { record, nameOf, connectionOf }: Pick<ViewDeps, 'record' | 'nameOf' | 'connectionOf'>,
): ThreadSummary => ({
  id: thread.id,
  title: thread.title,
  people: thread.actors.map((actor): ThreadPerson => ({
    did: actor.did,
    name: nameOf(actor.did) ?? (actor.named || actor.did),
    isUs: actor.did === thread.us,
    state: actor.state,
    capabilities: [...majorsOf(actor.capabilities).keys()],
  })),
  common: [...commonOf(thread).keys()],
  keptBy: thread.contact,
  connection: thread.closedAt === null ? connectionOf(thread) : 'closed',
  unseen: record.store.unseen(thread),
  updatedAt: new Date(thread.updatedAt).toISOString(),
})

/** A conversation in the order in which it was said, and what it has come to. */
export interface Derived {
  readonly messages: readonly ThreadMessage[]
  readonly transcript: Transcript
}

export const deriveThread = (
  { id }: KeptThread,
  {
    record,
    read,
    now,
  }: Pick<ViewDeps, 'read' | 'now'> & {
    readonly record: Pick<ThreadRecord, 'transcript'>
  },
): Derived => {
  const messages = arrange(record.transcript(id)).map(({ message }) => message)
  return { messages, transcript: deriveTranscript({ messages, read, now: now().getTime(), thread: id }) }
}

/** A request that a person may answer, by the key of its card; null if there is none. */
export const requestAt = ({ transcript }: Derived, key: string, us: string): RequestView | null =>
  transcript.requests.find(({ place, requester }) => keyOf(place) === key && requester !== us) ?? null

export const viewOf = (thread: KeptThread, deps: ViewDeps): ThreadView => {
  const { nameOf, language, now } = deps
  const derived = deriveThread(thread, deps)
  const { messages, transcript } = derived
  const cards = cardsIn(
    transcript,
    { now: now().getTime(), language: language() },
    ({ message }) => messages[message]?.actor === thread.us,
  )
  const isOpen = thread.closedAt === null
  const passed = deps.passedOn(thread.id)
  const items = new Map<number, ThreadItem[]>()
  for (const card of cards) {
    const request = requestAt(derived, card.key, thread.us)
    const isPending = isOpen && request?.state === 'pending'
    const asked = isPending ? deps.record.forms.filled(request.item) : null
    const form = asked === null ? null : formOf(asked)
    const address = asked === null ? null : formAddressOf(asked)
    const formAt = address === null ? null : new URL(address).host
    const at = Number(card.key.split('.')[0])
    const passedTo = passed.get(`${messages[at]?.id ?? ''}.${card.key.split('.')[1] ?? ''}`) ?? null
    const wallet = isPending ? walletAskedOf(request.item) : null
    const paid = request === null ? null : deps.paid(request)
    const ways = isPending ? waysOf(request.item) : []
    const payment = ways.some(({ problem }) => problem === null) ? [...ways] : null
    items.set(at, [
      ...(items.get(at) ?? []),
      {
        ...{ ...card, form, formAt, wallet, payment, paid, passedTo },
        // What is on its way can't be refused any more.
        canDecline: isPending && paid === null,
      },
    ])
  }
  const entries = messages.map((message, n): ThreadEntry => {
    const did = message.actor ?? ''
    const named = thread.actors.find((actor) => actor.did === did)?.named ?? ''
    return {
      id: message.id ?? '',
      did,
      name: nameOf(did) ?? (named || did),
      mine: did === thread.us,
      at: new Date(message.at ?? 0).toISOString(),
      texts: transcript.items
        .filter(({ place, item }) => place.message === n && item.kind === 'text')
        .map(({ item }) => item.raw),
      items: items.get(n) ?? [],
    }
  })
  // An answer that its request shows isn't shown twice.
  const shown = entries.filter(({ texts, items: own }) => texts.length + own.length > 0)
  return {
    ...summaryOf(thread, deps),
    entries: shown.slice(-SHOWN),
    hasEarlier: shown.length > SHOWN,
  }
}

const keyOf = ({ message, item }: RequestView['place']): string => `${String(message)}.${String(item)}`
