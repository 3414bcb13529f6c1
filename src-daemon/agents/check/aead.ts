import { createDecipheriv } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { malformed } from '../requests/refusals.ts'

const json = z.record(z.string(), z.unknown())

/** An encrypted message between devices, with the key of that one message: ChaCha20-Poly1305 (RFC 8439). */
export const aeadSchema = z.looseObject({
  message_key_hex: z.hex().length(64),
  nonce_hex: z.hex().length(24),
  aad: json,
  aad_jcs: z.string().optional(),
  plaintext: z.unknown(),
  plaintext_jcs: z.string().optional(),
  ciphertext_b64u: z.base64url(),
})
type AeadVector = z.infer<typeof aeadSchema>

const TAG_BYTES = 16

/** @throws SatchelError for a ciphertext that isn't of this plaintext and context, and a vector that contradicts itself */
export const checkAead = (vector: AeadVector): void => {
  const aad = canonicalize(vector.aad) ?? ''
  const sealed = Buffer.from(vector.ciphertext_b64u, 'base64url')
  if (sealed.length < TAG_BYTES) throw malformed('ciphertext_b64u', 'too_short')
  const key = Buffer.from(vector.message_key_hex, 'hex')
  const nonce = Buffer.from(vector.nonce_hex, 'hex')
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad, 'utf8'), { plaintextLength: sealed.length - TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  let plaintext: string
  try {
    plaintext = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch (thrown) {
    throw malformed('ciphertext_b64u', 'not_authentic', thrown)
  }
  if (plaintext !== canonicalize(vector.plaintext)) throw malformed('plaintext', 'other_content')
  const ours = { aad_jcs: aad, plaintext_jcs: plaintext }
  for (const [name, value] of Object.entries(ours))
    if (vector[name] !== undefined && vector[name] !== value) throw malformed(name, 'other_bytes')
}
