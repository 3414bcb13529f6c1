import { createHash } from 'node:crypto'
import { address as addressIn } from '@solana/addresses'
import { compileOffchainMessageV1Envelope } from '@solana/offchain-messages'
import type { SolanaSigningRequest } from '../../contract/aitp-wallets.ts'
import type { Language } from '../../contract/language.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { Draft, DraftDeps } from '../core/family.ts'
import { note, row } from '../core/parts.ts'
import { isOfDomain, signInText } from './sign-in.ts'

/**
 * A text to be signed: as an off-chain message of version 1, or as it is (`raw`, and `sign_in`, whose text follows from its fields), where nothing marks it as a message. A transaction
 * in disguise is refused by `identity/`.
 *
 * @throws SatchelError `wallet_account_differs`, `wallet_message_invalid`
 */
export const draftSolanaMessage = (
  request: SolanaSigningRequest,
  { account, peer, language }: DraftDeps,
): Draft => {
  const { address, signing_type: type, sign_in: signIn } = request
  if (address !== undefined && address !== account)
    throw new SatchelError('wallet_account_differs', { params: { asked: address } })
  const message =
    type === 'sign_in' && signIn !== undefined ? signInText(signIn, account) : (request.message ?? '')
  if (message === '') throw new SatchelError('wallet_message_invalid', { params: { problem: 'message' } })
  const bytes = type === 'offchain' ? offchain(message, account) : Buffer.from(message, 'utf8')
  return {
    payload: { family: 'solana', kind: 'message', bytes },
    content: createHash('sha256').update(bytes).digest('hex'),
    rows: [row(say(language, 'wallet_row_message'), message)],
    notes: [
      ...(type === 'sign_in' && signIn !== undefined ? [signInNote(signIn.domain, peer, language)] : []),
      note('warn', say(language, 'wallet_note_text')),
      ...(type === 'raw' ? [note('warn', say(language, 'wallet_note_raw'))] : []),
    ],
    chain: null,
    payee: null,
    slot: null,
    takes: [],
    unread: null,
    signed: (signature) => ({
      result: Buffer.concat([signature, bytes]).toString('base64'),
      hash: null,
    }),
  }
}

/** Who asks for a sign-in elsewhere gets in there in the owner's name. */
const signInNote = (domain: string, peer: string, language: Language) =>
  isOfDomain(peer, domain)
    ? note('info', say(language, 'wallet_note_sign_in', { domain }))
    : note('bad', say(language, 'wallet_note_sign_in_elsewhere', { domain }))

const offchain = (content: string, account: string): Uint8Array =>
  Uint8Array.from(
    compileOffchainMessageV1Envelope({
      version: 1,
      content,
      requiredSignatories: [{ address: addressIn(account) }],
    }).content,
  )
