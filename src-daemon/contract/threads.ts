/** What the structured messages of a conversation (AITP) come to: their faults, and the states of their requests. */

/** The capabilities of AITP that Satchel knows, by the names in their addresses. `x01-control` is our own. */
export const CAPABILITIES = [
  'aitp-01-payments',
  'aitp-02-decisions',
  'aitp-03-data-request',
  'aitp-04-near-wallet',
  'aitp-05-evm-wallet',
  'aitp-06-solana-wallet',
  'aitp-07-health-checks',
  'aitp-08-human-in-the-loop',
  'aitp-09-fiat-payments',
  'x01-control',
  'legacy-payments',
] as const
/** Why a part of a message, or an answer, isn't as it should be. Each has a sentence, `thread_fault_<code>`. */
export const THREAD_FAULTS = [
  // A message by itself.
  'no_message',
  'unknown_capability',
  'unknown_version',
  'unknown_type',
  'not_json',
  'duplicate_key',
  'lone_surrogate',
  'not_finite',
  'too_deep',
  'unsafe_key',
  'too_large',
  'too_many_items',
  'envelope',
  'missing',
  'wrong_kind',
  'invalid',
  'left_out',
  'url_invalid',
  'url_not_https',
  'url_private',
  'url_credentials',
  'empty_form',
  'asks_for_card',
  'asks_too_much',
  'duplicate_id',
  'totals_differ',
  'wrong_chain',
  // A chain of wrapped quotes.
  'not_the_recipient',
  'affiliate_twice',
  'out_of_order',
  'signature_invalid',
  'signature_unreadable',
  'signature_unchecked',
  // A message among the others.
  'message_changed',
  'id_taken',
  'id_reused',
  'already_paid',
  'too_many_hops',
  'forwarded_in_a_circle',
  'not_the_requester',
  'not_declared',
  // An answer and its request.
  'no_request',
  'ambiguous',
  'own_request',
  'repeated',
  'second_answer',
  'after_refusal',
  'after_cancellation',
  'superseded',
  'too_late',
  'request_invalid',
  'not_offered',
  'too_many_chosen',
  'renamed',
  'quantity',
  'required',
  'not_asked',
  'field_value',
  'amount_differs',
  'amount_changed',
  'currency_differs',
  'method_differs',
  'address_differs',
  'digest_differs',
  'not_paid',
  'result_differs',
] as const
export type ThreadFault = (typeof THREAD_FAULTS)[number]

/** A fault and its place: `quote.payment_options[0].amount`. A `note` doesn't make its message invalid. */
export interface FaultAt {
  readonly place: string
  readonly code: ThreadFault
  readonly severity: 'error' | 'note'
  /** What was found, or the validator's words; never the value of a form's field. */
  readonly detail: string | null
}

/** The states of a request, as they follow from the transcript (aitp.md 5). */
export const REQUEST_STATES = [
  'pending',
  'answered',
  'declined',
  'expired',
  'cancelled',
  'superseded',
  'invalid',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]
