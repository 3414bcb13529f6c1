import type { Capability } from './capabilities.ts'

/** A type of message: what its ids are, and what answers it. */
export interface MessageType {
  readonly capability: Capability
  readonly type: string
  readonly kind: 'request' | 'response' | 'notification'
  /** The path of its own id. */
  readonly id: string | null
  /** The path of the id of what it answers, or is about. */
  readonly repliesTo: string | null
  /** Whether that id may be missing: the only open request is meant then. */
  readonly maySayNothing: boolean
  /** The types that answer it, of the same capability. */
  readonly replies: readonly string[]
  /** Designed by us: no published schema has it. */
  readonly proposed: boolean
  /** Answered by the daemon, and not shown. */
  readonly hidden: boolean
  /** Whether one id serves for many requests, as that of a payment channel does. */
  readonly reusesId: boolean
}

type Rest = Partial<Omit<MessageType, 'capability' | 'type' | 'kind'>>

const row = (
  capability: Capability,
  type: string,
  kind: MessageType['kind'],
  rest: Rest = {},
): MessageType => ({
  capability,
  type,
  kind,
  id: null,
  repliesTo: null,
  maySayNothing: false,
  replies: [],
  proposed: false,
  hidden: false,
  reusesId: false,
  ...rest,
})

const PAY = 'aitp-01-payments'
const OLD = 'legacy-payments'
const DECIDE = 'aitp-02-decisions'
const DATA = 'aitp-03-data-request'
const NEAR = 'aitp-04-near-wallet'
const EVM = 'aitp-05-evm-wallet'
const SOL = 'aitp-06-solana-wallet'
const HEALTH = 'aitp-07-health-checks'
const HUMAN = 'aitp-08-human-in-the-loop'
const FIAT = 'aitp-09-fiat-payments'
const CONTROL = 'x01-control'

const asked = (...replies: string[]): Rest => ({ id: 'request_id', replies })
const answers: Rest = { repliesTo: 'request_id' }
const notified: Rest = { id: 'notification_id' }
const proposed = { proposed: true }

/** One row per type (aitp.md 2). Everything that depends on the type of a message is asked of this table. */
export const MESSAGE_TYPES: readonly MessageType[] = [
  row(PAY, 'quote', 'request', { id: 'quote_id', replies: ['payment'] }),
  row(PAY, 'wrapped_quote', 'request', { id: 'original_quote.quote_id', replies: ['payment'] }),
  row(PAY, 'payment', 'response', { repliesTo: 'quote_id', replies: ['payment_confirmation'] }),
  row(PAY, 'payment_confirmation', 'response', { id: 'payment_id', repliesTo: 'quote_id' }),
  row(PAY, 'top_up_request', 'request', { id: 'channel_id', replies: ['top_up_response'], reusesId: true }),
  row(PAY, 'top_up_response', 'response', { repliesTo: 'channel_id' }),
  row(OLD, 'quote', 'request', { id: 'quote_id', replies: ['payment_authorization'] }),
  row(OLD, 'payment_authorization', 'response', { repliesTo: 'quote_id', replies: ['payment_result'] }),
  row(OLD, 'payment_result', 'response', { repliesTo: 'quote_id' }),
  row(DECIDE, 'request_decision', 'request', { id: 'id', replies: ['decision'] }),
  row(DECIDE, 'decision', 'response', { repliesTo: 'request_decision_id', maySayNothing: true }),
  row(DATA, 'request_data', 'request', { id: 'id', replies: ['data'] }),
  row(DATA, 'data', 'response', { repliesTo: 'request_data_id', maySayNothing: true }),
  row(NEAR, 'request_account', 'request', asked('account_response')),
  row(NEAR, 'account_response', 'response', answers),
  row(NEAR, 'request_transaction', 'request', asked('transaction_response')),
  row(NEAR, 'transaction_response', 'response', answers),
  row(NEAR, 'request_message_signing', 'request', asked('message_signing_response')),
  row(NEAR, 'message_signing_response', 'response', answers),
  row(NEAR, 'token_notification', 'notification', notified),
  row(EVM, 'request_address', 'request', asked('address_response')),
  row(EVM, 'address_response', 'response', answers),
  row(EVM, 'request_transaction', 'request', asked('transaction_response')),
  row(EVM, 'transaction_response', 'response', answers),
  row(EVM, 'request_message_signing', 'request', asked('message_signing_response')),
  row(EVM, 'message_signing_response', 'response', answers),
  row(EVM, 'chain_notification', 'notification', notified),
  row(EVM, 'token_notification', 'notification', notified),
  row(SOL, 'request_address', 'request', { ...asked('address_response', 'error_response'), ...proposed }),
  row(SOL, 'address_response', 'response', { ...answers, ...proposed }),
  row(SOL, 'request_transaction', 'request', {
    ...asked('transaction_response', 'error_response'),
    ...proposed,
  }),
  row(SOL, 'transaction_response', 'response', { ...answers, ...proposed }),
  row(SOL, 'request_message_signing', 'request', {
    ...asked('message_signing_response', 'error_response'),
    ...proposed,
  }),
  row(SOL, 'message_signing_response', 'response', { ...answers, ...proposed }),
  row(SOL, 'token_notification', 'notification', { ...notified, ...proposed }),
  row(SOL, 'error_response', 'response', { ...answers, ...proposed }),
  row(HEALTH, 'request_health', 'request', {
    ...asked('health_response', 'error_response'),
    ...proposed,
    hidden: true,
  }),
  row(HEALTH, 'health_response', 'response', { ...answers, ...proposed, hidden: true }),
  row(HEALTH, 'status_notification', 'notification', { ...notified, ...proposed }),
  row(HEALTH, 'error_response', 'response', { ...answers, ...proposed, hidden: true }),
  row(HUMAN, 'request_attestation', 'request', {
    ...asked('attestation_response', 'error_response'),
    ...proposed,
  }),
  row(HUMAN, 'attestation_response', 'response', { ...answers, ...proposed }),
  row(HUMAN, 'attestation_revocation', 'notification', { ...notified, ...proposed }),
  row(HUMAN, 'error_response', 'response', { ...answers, ...proposed }),
  row(FIAT, 'fiat_quote', 'request', {
    id: 'quote_id',
    replies: ['fiat_payment', 'error_response'],
    ...proposed,
  }),
  row(FIAT, 'fiat_payment', 'response', {
    repliesTo: 'quote_id',
    replies: ['fiat_payment_confirmation'],
    ...proposed,
  }),
  row(FIAT, 'fiat_payment_confirmation', 'response', {
    id: 'payment_id',
    repliesTo: 'quote_id',
    ...proposed,
  }),
  row(FIAT, 'fiat_refund', 'notification', { id: 'refund_id', ...proposed }),
  row(FIAT, 'error_response', 'response', { ...answers, ...proposed }),
  row(CONTROL, 'rejection', 'response', { repliesTo: 'in_reply_to.id', ...proposed }),
  row(CONTROL, 'cancellation', 'notification', { repliesTo: 'target.id', ...proposed }),
  row(CONTROL, 'forward_receipt', 'notification', { repliesTo: 'in_reply_to.id', ...proposed }),
]

const rows = new Map(MESSAGE_TYPES.map((one) => [`${one.capability}/${one.type}`, one]))

/** The row of a type; null for a type that its capability doesn't have. Three capabilities share names of types. */
export const messageType = (capability: Capability, type: string): MessageType | null =>
  rows.get(`${capability}/${type}`) ?? null

/**
 * The capabilities whose parts can be left out one by one. Of what moves money, signs or attests, nothing may be missing: an
 * amount, a chain or an expiry that was left out would have a meaning.
 */
export const READ_ITEM_BY_ITEM: ReadonlySet<Capability> = new Set([DECIDE, DATA, HEALTH, CONTROL])

/** The id at a path of a body, as text; null if there is none. */
export const idAt = (body: Readonly<Record<string, unknown>>, path: string | null): string | null => {
  if (path === null) return null
  let at: unknown = body
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  return typeof at === 'string' ? at : null
}
