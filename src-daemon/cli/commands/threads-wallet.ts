import type { WalletAsked, WalletPlan } from '../../contract/wallets.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../console/declined.ts'
import { oneLine, writeText } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'
import { isInteractive } from '../console/terminal.ts'

/**
 * Answers a request to a wallet with an account: shows what is signed, sent or told, and does it once the person agreed. What signs is agreed
 * to at the terminal alone, and not by `--yes`. Errors: `needs_consent`, those of `threads.prepareWallet` and `answerWallet`.
 */
export const answerWithAccount = async (
  at: { readonly id: string; readonly item: string },
  { kind, family, account: asked }: WalletAsked,
  given: string | undefined,
  api: Api,
  { io, language, consent, insist }: Session,
): Promise<void> => {
  const account = given ?? asked ?? (await onlyAccount(api, family))
  const plan = await api.threads.prepareWallet.mutate({ ...at, account })
  writeText(io.stderr, `${planLines(plan).join('\n')}\n`)
  const params = { account: plan.account.label }
  const isAgreed =
    kind === 'address'
      ? await consent('cli_q_wallets_tell', params)
      : isInteractive(io)
        ? await insist(kind === 'message' ? 'cli_q_wallets_sign' : 'cli_q_wallets_send', params)
        : null
  if (isAgreed === null)
    throw new SatchelError('wallet_needs_terminal', { details: { plan: planLines(plan), language } })
  if (!isAgreed) throw new Declined()
  await api.threads.answerWallet.mutate({ ...at, plan: plan.id })
}

/** The only account of a family; which of several is meant has to be said. Errors: `invalid_request`. */
export const onlyAccount = async (api: Api, family: WalletAsked['family']): Promise<string> => {
  const all = await api.wallets.accounts.query()
  const [only, ...others] = all.filter((one) => one.family === family)
  if (only === undefined || others.length > 0)
    throw new SatchelError('invalid_request', { params: { problem: '--account' } })
  return only.address
}

export const planLines = ({ rows, notes }: WalletPlan): readonly string[] =>
  [
    ...rows.map(({ label, value }) => `  ${label}: ${value}`),
    ...notes.map(({ tone, text }) => `  ${tone === 'info' ? '·' : '!'} ${text}`),
  ].map(oneLine)
