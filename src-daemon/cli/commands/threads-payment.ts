import type { PaymentWay } from '../../contract/payments.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../console/declined.ts'
import { oneLine, writeText } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'
import { isInteractive } from '../console/terminal.ts'
import { onlyAccount, planLines } from './threads-wallet.ts'

/**
 * Pays a quote with an account: shows what is sent to whom, and does it once the person agreed at the terminal; `--yes` doesn't count. Errors:
 * `invalid_request` where it isn't plain which way or account is meant, `wallet_needs_terminal`, those of `threads.preparePayment` and
 * `answerPayment`.
 */
export const answerWithPayment = async (
  at: { readonly id: string; readonly item: string },
  ways: readonly PaymentWay[],
  given: { readonly account?: string; readonly way?: string },
  api: Api,
  { io, language, insist }: Session,
): Promise<void> => {
  const way = given.way ?? onlyWay(ways)
  const account = given.account ?? (await onlyAccount(api, 'evm'))
  const plan = await api.threads.preparePayment.mutate({ ...at, way, account })
  writeText(io.stderr, `${planLines(plan).join('\n')}\n`)
  if (!isInteractive(io))
    throw new SatchelError('wallet_needs_terminal', { details: { plan: planLines(plan), language } })
  if (!(await insist('cli_q_payments_pay', { account: plan.account.label }))) throw new Declined()
  await api.threads.answerPayment.mutate({ ...at, way, plan: plan.id })
}

/** Errors: `invalid_request` with the ways, if there are several. */
const onlyWay = (ways: readonly PaymentWay[]): string => {
  const [only, ...others] = ways.filter(({ problem }) => problem === null)
  if (only === undefined || others.length > 0) {
    const listed = ways.map(({ key, amount, currency, type, recipient }) =>
      oneLine(`${key}: ${amount ?? '?'} ${currency} ${type} ${recipient}`),
    )
    throw new SatchelError('invalid_request', { params: { problem: `--way (${listed.join('; ')})` } })
  }
  return only.key
}
