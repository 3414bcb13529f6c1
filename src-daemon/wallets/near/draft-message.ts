import { createHash } from 'node:crypto'
import type { NearSigningRequest } from '../../contract/aitp-wallets.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { Draft, DraftDeps } from '../core/family.ts'
import { codeRow, note, row } from '../core/parts.ts'

const NONCE_BYTES = 32

/** A message of NEP-413: a text, and whom it is meant for. Errors: `wallet_message_invalid` for a nonce of another length. */
export const draftNearMessage = (
  { message: { message: text, recipient, nonce: written } }: NearSigningRequest,
  { language }: DraftDeps,
): Draft => {
  const nonce = new Uint8Array(Buffer.from(written, 'base64'))
  if (nonce.length !== NONCE_BYTES)
    throw new SatchelError('wallet_message_invalid', { params: { problem: 'nonce' } })
  return {
    payload: { family: 'near', kind: 'message', text, recipient, nonce },
    content: createHash('sha256')
      .update(JSON.stringify([text, recipient, written]))
      .digest('hex'),
    rows: [
      codeRow(say(language, 'wallet_row_recipient'), recipient),
      row(say(language, 'wallet_row_message'), text),
    ],
    notes: [
      note('warn', say(language, 'wallet_note_text')),
      note('info', say(language, 'wallet_note_recipient', { recipient })),
    ],
    chain: null,
    payee: null,
    slot: null,
    takes: [],
    unread: null,
    signed: (signature) => ({ result: Buffer.from(signature).toString('base64'), hash: null }),
  }
}
