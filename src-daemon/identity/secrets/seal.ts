import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The sealing key, derived from a secret of 32 bytes: it signs nothing, and reveals nothing about the secret.
 */
const sealingKey = (secret: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'Satchel named secrets v1', 32))

/** Encrypts a text so that it decrypts only with the same secret and the same name. */
export const seal = (input: { secret: Uint8Array; name: string; value: string }): Buffer => {
  const key = sealingKey(input.secret)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(input.name))
  const body = Buffer.concat([cipher.update(input.value, 'utf8'), cipher.final()])
  key.fill(0)
  return Buffer.concat([nonce, body, cipher.getAuthTag()])
}

/** Decrypts the output of `seal`; null if it was changed, or sealed with another secret or name. */
export const unseal = (input: { secret: Uint8Array; name: string; sealed: Uint8Array }): string | null => {
  const sealed = Buffer.from(input.sealed)
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const key = sealingKey(input.secret)
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(input.name))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null // Authentication failed, which is all the library says.
  } finally {
    key.fill(0)
  }
}
