/** What accounts on NEAR sign: messages of NEP-413. */
import { createHash } from 'node:crypto'
import { serialize, type Schema } from 'borsh'
import { SatchelError } from '../../platform/errors.ts'
import type { Signable, WalletPayloadOf } from '../core/wallet-keys.ts'
import { signWith } from './curves.ts'

/** 2^31 + 413: no transaction begins with it, since its first four bytes are the length of an account's name. */
const TAG = 2_147_484_061
const NONCE_BYTES = 32
const SCHEMA: Schema = {
  struct: {
    tag: 'u32',
    message: 'string',
    nonce: { array: { type: 'u8', len: NONCE_BYTES } },
    recipient: 'string',
    callbackUrl: { option: 'string' },
  },
}

/** A message of NEP-413 without a callback. Errors: `wallet_message_invalid` for a nonce of another length than 32 bytes. */
export const nearSignable = ({ text, nonce, recipient }: WalletPayloadOf<'near'>): Signable => {
  if (nonce.length !== NONCE_BYTES)
    throw new SatchelError('wallet_message_invalid', { params: { problem: 'nonce' } })
  const bytes = serialize(SCHEMA, { tag: TAG, message: text, nonce, recipient, callbackUrl: null })
  return {
    bytes,
    sign: (secret) => signWith('Ed25519', secret, createHash('sha256').update(bytes).digest()),
  }
}
