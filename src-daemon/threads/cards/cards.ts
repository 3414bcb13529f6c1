import type { Language } from '../../contract/language.ts'
import type { ThreadCard, ThreadMessageView } from '../../contract/thread-cards.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { say } from '../../text/index.ts'
import { US } from '../exchange/secrets.ts'
import { asText } from '../messages/as-text.ts'
import {
  openContentReader,
  type ContentItem,
  type MessageItem,
  type ReadContent,
} from '../messages/read-content.ts'
import { deriveTranscript, type ItemView, type RequestView, type Transcript } from '../transcript/derive.ts'
import { readThreadMessage } from '../transcript/read-messages.ts'
import type { ItemPlace } from '../transcript/requests.ts'
import { rowsOf } from './rows.ts'

export interface CardDeps {
  readonly read: ReadContent
  readonly now: number
  readonly language: Language
}

/**
 * The structured messages of a conversation as cards: a request with its answer is one, and what is unknown is shown as what it
 * is. Text is left out, and what the daemon answers itself.
 */
export const cardsOf = (messages: readonly ThreadMessageView[], deps: CardDeps): readonly ThreadCard[] => {
  const known = messages.map(readThreadMessage).filter((one) => one !== null)
  const transcript = deriveTranscript({ messages: known, read: deps.read, now: deps.now })
  const note = { tone: 'info', text: say(deps.language, 'thread_note_wallet_in_call') } as const
  // The messages of a call: no account answers in the midst of what a model does.
  return cardsIn(transcript, deps, ({ message }) => known[message]?.actor === US).map((card) =>
    ['wallet', 'payment'].includes(card.looks) && card.state === 'pending'
      ? { ...card, notes: [...card.notes, note] }
      : card,
  )
}

/** The same, of a conversation whose messages are known. `isOurs` says of an item whether we wrote it. */
export const cardsIn = (
  transcript: Transcript,
  deps: Omit<CardDeps, 'read'>,
  isOurs: (place: ItemPlace) => boolean,
): readonly ThreadCard[] => {
  const requests = new Map(transcript.requests.map((one) => [keyOf(one.place), one]))
  const folded = new Set(
    transcript.requests
      .flatMap(({ answer, followUp }) => [answer, followUp])
      .flatMap((at) => (at === null ? [] : keyOf(at))),
  )
  return transcript.items.flatMap((one) => {
    const { item, place } = one
    const key = keyOf(place)
    if (item.kind === 'text' || folded.has(key)) return []
    if (item.kind === 'message' && item.type.hidden) return []
    return [{ ...cardOf(one, requests.get(key) ?? null, transcript, deps), key, mine: isOurs(place) }]
  })
}

/** Reads messages and shows them as cards, in the owner's language and as of now. */
export const createThreadCards = ({
  now,
  language,
}: {
  readonly now: () => Date
  readonly language: () => Language
}): ((messages: readonly ThreadMessageView[]) => Promise<readonly ThreadCard[]>) => {
  let reader: Promise<ReadContent> | null = null
  return async (messages) => {
    reader ??= openContentReader()
    return cardsOf(messages, { read: await reader, now: now().getTime(), language: language() })
  }
}

const keyOf = ({ message, item }: ItemPlace): string => `${String(message)}.${String(item)}`

const cardOf = (
  { item, faults }: ItemView,
  request: RequestView | null,
  transcript: Transcript,
  { language }: Omit<CardDeps, 'read'>,
): Omit<ThreadCard, 'key' | 'mine'> => {
  const { rows, notes } = item.kind === 'message' ? rowsOf(item, language) : { rows: [], notes: [] }
  const answer = answerOf(request, transcript)
  const followUp = itemAt(transcript, request?.followUp ?? null)
  const after = followUp === null ? { rows: [], notes: [] } : rowsOf(followUp, language)
  return {
    ...wordsOf(item),
    looks: looksOf(item),
    title: titleOf(item, language),
    state: request?.state ?? null,
    answer: answer === null ? null : oneLine(asText(answer, language)),
    forwarded: forwardedFrom(request),
    expiresAt: request?.expiresAt ?? null,
    rows: [...rows, ...after.rows],
    notes: [
      ...signatureNote(item, faults, language),
      ...faults.map((fault) => faultNote(fault, language)),
      ...(request?.state === 'pending' ? notes : []),
      ...after.notes,
    ],
    raw: item.raw,
  }
}

const forwardedFrom = (request: RequestView | null): ThreadCard['forwarded'] => {
  const from = request?.provenance ?? null
  return from === null ? null : { requester: from.actor, hops: from.hops }
}

const itemAt = ({ items }: Transcript, at: ItemPlace | null): MessageItem | null => {
  const found = at === null ? null : (items.find(({ place }) => keyOf(place) === keyOf(at))?.item ?? null)
  return found?.kind === 'message' ? found : null
}

const answerOf = (request: RequestView | null, transcript: Transcript): ContentItem | null =>
  request?.state === 'answered' ? itemAt(transcript, request.answer) : null

/** The words of who wrote it. */
const wordsOf = (item: ContentItem): Pick<ThreadCard, 'heading' | 'description'> => {
  const body: unknown =
    item.kind === 'message' ? item.body : item.kind === 'unknown' ? item.body[item.typeName ?? ''] : null
  const text = (...names: readonly string[]): string | null => {
    if (typeof body !== 'object' || body === null) return null
    const members = body as Record<string, unknown>
    return (
      names
        .map((name) => members[name])
        .find((one): one is string => typeof one === 'string' && one !== '') ?? null
    )
  }
  return { heading: text('title'), description: text('description', 'reason', 'message') }
}

const LOOKS: Readonly<Record<string, ThreadCard['looks']>> = {
  'aitp-01-payments': 'payment',
  'legacy-payments': 'payment',
  'aitp-02-decisions': 'decision',
  'aitp-03-data-request': 'form',
  'aitp-04-near-wallet': 'wallet',
  'aitp-05-evm-wallet': 'wallet',
  'aitp-06-solana-wallet': 'wallet',
  'aitp-08-human-in-the-loop': 'attestation',
  'aitp-09-fiat-payments': 'payment',
}

const looksOf = (item: ContentItem): ThreadCard['looks'] => {
  if (item.kind === 'unknown' || item.kind === 'invalid') return item.kind
  return item.kind === 'message' ? (LOOKS[item.type.capability] ?? 'notice') : 'notice'
}

const TITLES = {
  request_decision: 'thread_card_decision',
  request_data: 'thread_card_form',
  quote: 'thread_card_quote',
  wrapped_quote: 'thread_card_quote',
  fiat_quote: 'thread_card_quote',
  top_up_request: 'thread_card_top_up',
  request_account: 'thread_card_address',
  request_address: 'thread_card_address',
  request_transaction: 'thread_card_transaction',
  request_message_signing: 'thread_card_signing',
  request_attestation: 'thread_card_attestation',
} as const
const isTitled = (type: string): type is keyof typeof TITLES => Object.hasOwn(TITLES, type)

const titleOf = (item: ContentItem, language: Language): string => {
  if (item.kind === 'unknown') return say(language, 'thread_card_unknown')
  if (item.kind !== 'message') return say(language, 'thread_card_invalid')
  const { type } = item.type
  return isTitled(type) ? say(language, TITLES[type]) : say(language, 'thread_card_other', { type })
}

/** What is signed is said to be, if it was checked. */
const signatureNote = (
  item: ContentItem,
  faults: readonly FaultAt[],
  language: Language,
): ThreadCard['notes'] => {
  const isQuote =
    item.kind === 'message' &&
    item.type.capability === 'aitp-01-payments' &&
    /^(?:wrapped_)?quote$/.test(item.type.type)
  const isDoubtful = faults.some(({ code }) => code.startsWith('signature_'))
  return isQuote && !isDoubtful ? [{ tone: 'good', text: say(language, 'thread_note_signed') }] : []
}

const faultNote = ({ code, severity, detail }: FaultAt, language: Language): ThreadCard['notes'][number] => {
  const said = say(language, `thread_fault_${code}`)
  return {
    tone: severity === 'error' ? 'bad' : 'warn',
    text: detail === null || detail === '' ? said : said.replace(/[.。]?$/u, (stop) => ` (${detail})${stop}`),
  }
}

const oneLine = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .join(' · ')
