import { randomBytes } from 'node:crypto'
import type { Signer } from '../types.ts'
import { didAuthBytes, writeDidAuthHeader } from './header.ts'

export interface CreateDidAuthInput {
  readonly signer: Signer
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** Who it is for, as that party calls itself, e.g. `https://svc.example`. */
  readonly audience: string
  readonly now: () => Date
  /** 16 random bytes unless given. */
  readonly nonce?: string | undefined
}

/**
 * The value of an `Authorization` header that says who asks for what, from whom, and when (identity.md 4). It is good once, for
 * five minutes.
 *
 * @throws SatchelError `did_auth_malformed` when `params` is not JSON or the header would be too long; those of the signer
 */
export const createDidAuth = async (input: CreateDidAuthInput): Promise<string> => {
  const { signer, operation, params, audience, now } = input
  const nonce = input.nonce ?? randomBytes(16).toString('base64url')
  const timestamp = Math.floor(now().getTime() / 1000)
  const data = { operation, params: { ...params }, audience, nonce, timestamp }
  const signature = await signer.sign(didAuthBytes(data))
  const value = Buffer.from(signature).toString('base64url')
  return writeDidAuthHeader({
    signed_data: data,
    signature: { signer_did: signer.did, key_id: signer.keyId, value },
  })
}
