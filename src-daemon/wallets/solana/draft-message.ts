import { createHash } from 'node:crypto'
import { address as addressIn } from '@solana/addresses'
import { compileOffchainMessageV1Envelope } from '@solana/offchain-messages'
import type { SolanaSigningRequest } from '../../contract/aitp-wallets.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { Draft, DraftDeps } from '../core/family.ts'
import { note, row } from '../core/parts.ts'

/**
 * A text to be signed: as an off-chain message of version 1, or as it is (`raw`), where nothing marks it as a message. A transaction
 * in disguise is refused by `identity/`.
 *
 * @throws SatchelError `wallet_account_differs`, `wallet_message_invalid`
 */
export const draftSolanaMessage = (
  { address, signing_type: type, message }: SolanaSigningRequest,
  { account, language }: DraftDeps,
): Draft => {
  if (address !== undefined && address !== account)
    throw new SatchelError('wallet_account_differs', { params: { asked: address } })
  if (message === undefined || message === '' || type === 'sign_in')
    throw new SatchelError('wallet_message_invalid', { params: { problem: 'message' } })
  const bytes = type === 'raw' ? Buffer.from(message, 'utf8') : offchain(message, account)
  return {
    payload: { family: 'solana', kind: 'message', bytes },
    content: createHash('sha256').update(bytes).digest('hex'),
    rows: [row(say(language, 'wallet_row_message'), message)],
    notes: [
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

const offchain = (content: string, account: string): Uint8Array =>
  Uint8Array.from(
    compileOffchainMessageV1Envelope({
      version: 1,
      content,
      requiredSignatories: [{ address: addressIn(account) }],
    }).content,
  )
