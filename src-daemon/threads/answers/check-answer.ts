import type { FaultAt } from '../../contract/threads.ts'
import { bodyAsSent, quoteOf } from '../messages/bodies.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'
import { checkAttestation } from './attestations.ts'
import { checkData, checkDecision } from './forms.ts'
import { checkAuthorization, checkFiatPayment, checkMoney, checkPayment, checkTopUp } from './payments.ts'
import { checkEvmSigning, checkSolanaChain, checkSolanaSigning, checkSolanaTransaction } from './wallets.ts'

/** The option by which a decision is refused (aitp.md 5). */
export const DECLINED = '__declined__'

interface Around {
  /** The request of the same id that this one replaced. */
  readonly former: MessageItem | null
  /** Why the answer says no, if it does: nothing was chosen or filled in then. */
  readonly refusal: string | null
}

/** Checks an answer against its request; places are below the answer's body. */
export const checkAnswer = (
  request: MessageItem,
  answer: MessageItem,
  { former, refusal }: Around,
): readonly FaultAt[] => {
  const name = `${answer.type.capability}/${answer.type.type}`
  return refusal !== null && FORMS.has(name) ? [] : (CHECKS[name]?.(request, answer, former) ?? [])
}

const FORMS: ReadonlySet<string> = new Set(['aitp-02-decisions/decision', 'aitp-03-data-request/data'])

/** Why an answer says no; null if it doesn't. */
export const refusalOf = (answer: MessageItem): string | null => {
  const { body } = answer
  const decision = bodyOf(answer, 'aitp-02-decisions', 'decision')
  if (decision !== null)
    return decision.status === 'declined' || decision.options.some(({ id }) => id === DECLINED)
      ? 'declined'
      : null
  if (answer.type.type === 'data') return body['status'] === 'declined' ? 'declined' : null
  if (answer.type.type === 'error_response') return String(body['code'])
  const said = body['result'] ?? body['status']
  return typeof said === 'string' && REFUSALS.has(said) ? said : null
}

const REFUSALS: ReadonlySet<string> = new Set([
  'rejected',
  'expired',
  'unavailable',
  'declined',
  'cancelled',
  'failure',
])

type Check = (request: MessageItem, answer: MessageItem, former: MessageItem | null) => readonly FaultAt[]

/** Request and answer fit each other by the table of types, so their bodies are what each check takes. */
const of =
  (check: (asked: never, answered: never) => readonly FaultAt[]): Check =>
  (request, answer) =>
    check(request.body as never, answer.body as never)

const CHECKS: Readonly<Record<string, Check | undefined>> = {
  'aitp-01-payments/payment': (request, answer, former) => {
    const [quote, payment] = [quoteOf(request), bodyOf(answer, 'aitp-01-payments', 'payment')]
    return quote === null || payment === null ? [] : checkPayment(quote, payment, quoteOf(former))
  },
  'aitp-01-payments/top_up_response': of(checkTopUp),
  'legacy-payments/payment_authorization': of(checkAuthorization),
  'aitp-02-decisions/decision': of(checkDecision),
  'aitp-03-data-request/data': of(checkData),
  'aitp-05-evm-wallet/message_signing_response': of(checkEvmSigning),
  'aitp-06-solana-wallet/address_response': of(checkSolanaChain),
  'aitp-06-solana-wallet/transaction_response': of(checkSolanaTransaction),
  'aitp-06-solana-wallet/message_signing_response': of(checkSolanaSigning),
  'aitp-08-human-in-the-loop/attestation_response': (request, answer) => {
    const asked = bodyOf(request, 'aitp-08-human-in-the-loop', 'request_attestation')
    const answered = bodyOf(answer, 'aitp-08-human-in-the-loop', 'attestation_response')
    return asked === null || answered === null
      ? []
      : checkAttestation(asked, bodyAsSent(request), answered, bodyAsSent(answer))
  },
  'aitp-09-fiat-payments/fiat_payment': of(checkFiatPayment),
  'aitp-09-fiat-payments/fiat_payment_confirmation': (request, answer) => {
    const quote = bodyOf(request, 'aitp-09-fiat-payments', 'fiat_quote')
    const confirmed = bodyOf(answer, 'aitp-09-fiat-payments', 'fiat_payment_confirmation')
    return quote === null || confirmed === null ? [] : checkMoney(quote.total, confirmed.amount)
  },
}
