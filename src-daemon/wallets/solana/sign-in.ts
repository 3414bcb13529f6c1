import type { SolanaSigningRequest } from '../../contract/aitp-wallets.ts'
import { SatchelError } from '../../platform/errors.ts'

type SignIn = NonNullable<SolanaSigningRequest['sign_in']>

/**
 * The text by which an account signs in somewhere (Sign In With Solana), letter by letter as `createSignInMessageText` of
 * `@solana/wallet-standard-util` writes it. Each field is on one line: a statement with lines of its own could pretend to be other fields.
 *
 * @throws SatchelError `wallet_message_invalid`, with the field
 */
export const signInText = (asked: SignIn, account: string): string => {
  const { domain, statement } = asked
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['URI', asked.uri],
    ['Version', asked.version],
    ['Chain ID', asked.chain_id],
    ['Nonce', asked.nonce],
    ['Issued At', asked.issued_at],
    ['Expiration Time', asked.expiration_time],
    ['Not Before', asked.not_before],
    ['Request ID', asked.request_id],
  ]
  const resources = asked.resources ?? []
  const all = [['domain', domain] as const, ['statement', statement] as const, ...fields]
  const broken = all.find(([, value]) => value !== undefined && !isLine(value))?.[0]
  if (broken !== undefined || domain === '' || !resources.every(isLine))
    throw new SatchelError('wallet_message_invalid', { params: { problem: broken ?? 'sign_in' } })
  const lines = fields.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [`${label}: ${value}`],
  )
  const listed = resources.length === 0 ? [] : ['Resources:', ...resources.map((one) => `- ${one}`)]
  return [
    `${domain} wants you to sign in with your Solana account:\n${account}`,
    ...(statement === undefined || statement === '' ? [] : [statement]),
    [...lines, ...listed].join('\n'),
  ].join('\n\n')
}

const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

/** Whether an agent answers for a domain: its DID is one of that domain. */
export const isOfDomain = (peer: string, domain: string): boolean => {
  const [, method, host = ''] = peer.split(':')
  return (
    (method === 'web' || method === 'wba') && host.replace(/%3a/i, ':').toLowerCase() === domain.toLowerCase()
  )
}
