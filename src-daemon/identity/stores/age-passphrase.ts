import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { Decrypter, Encrypter, Stanza } from 'age-encryption'
import { SatchelError } from '../../platform/errors.ts'
import { spellingsOf } from './passphrase.ts'

/** 128 MiB and about a third of a second per guess; the `age` tool itself accepts up to 22. */
const WORK_FACTOR = 17
/** A file that asks for more than 1 GiB is refused instead of tried. */
const MAX_WORK_FACTOR = 20
const LABEL = 'age-encryption.org/v1/scrypt'
const NONCE = new Uint8Array(12)

/**
 * Encrypts to a passphrase in the age v1 format (the `age -p` kind). The key derivation is Node's own instead of the
 * library's, because that one blocks the process for as long as it takes.
 */
export const encryptWithPassphrase = async (
  plain: Uint8Array,
  passphrase: string | Uint8Array,
  workFactor?: number,
): Promise<Uint8Array> => encrypterFor(passphrase, workFactor).encrypt(plain)

/** The same for a file of any size, piece by piece. */
export const encryptStream = (
  plain: ReadableStream<Uint8Array>,
  passphrase: string,
  workFactor?: number,
): Promise<ReadableStream<Uint8Array>> => encrypterFor(passphrase, workFactor).encrypt(plain)

const encrypterFor = (passphrase: string | Uint8Array, workFactor = WORK_FACTOR): Encrypter => {
  const encrypter = new Encrypter()
  encrypter.addRecipient({
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16)
      const cipher = createCipheriv('chacha20-poly1305', await derive(passphrase, salt, workFactor), NONCE, {
        authTagLength: 16,
      })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', unpadded(salt), String(workFactor)], new Uint8Array(body))]
    },
  })
  return encrypter
}

/** Tries each encoding of a text; bytes are used unchanged. Errors: `wrong_passphrase`; any other error if the file is damaged. */
export const decryptWithPassphrase = (
  file: Uint8Array,
  passphrase: string | Uint8Array,
): Promise<Uint8Array> => decrypting(passphrase, (decrypter) => decrypter.decrypt(file))

/** The same for a file of any size, piece by piece. Later damage is an error of the stream. */
export const decryptStream = (
  file: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Uint8Array>> => decrypting(passphrase, (decrypter) => decrypter.decrypt(file))

const decrypting = async <T>(
  passphrase: string | Uint8Array,
  decrypt: (decrypter: Decrypter) => Promise<T>,
): Promise<T> => {
  const outcome = { refused: false }
  const decrypter = new Decrypter()
  decrypter.addIdentity({
    unwrapFileKey: async (stanzas: Stanza[]) => {
      const fileKey = await unwrap(stanzas, passphrase)
      outcome.refused = fileKey === null
      return fileKey
    },
  })
  try {
    return await decrypt(decrypter)
  } catch (cause) {
    if (outcome.refused) throw new SatchelError('wrong_passphrase')
    throw cause
  }
}

const unwrap = async (
  stanzas: readonly Stanza[],
  passphrase: string | Uint8Array,
): Promise<Uint8Array | null> => {
  const [stanza] = stanzas
  const [kind, salt, factor] = stanza?.args ?? []
  const valid =
    stanzas.length === 1 && kind === 'scrypt' && salt?.length === 22 && /^[1-9]\d?$/.test(factor ?? '')
  if (!valid || stanza?.body.length !== 32 || Number(factor) > MAX_WORK_FACTOR)
    throw new Error('not a passphrase stanza')
  for (const spelling of typeof passphrase === 'string' ? spellingsOf(passphrase) : [passphrase]) {
    const key = await derive(spelling, Buffer.from(salt, 'base64'), Number(factor))
    const fileKey = openBody(stanza.body, key)
    if (fileKey !== null) return fileKey
  }
  return null
}

const openBody = (body: Uint8Array, key: Buffer): Uint8Array | null => {
  const decipher = createDecipheriv('chacha20-poly1305', key, NONCE, { authTagLength: 16 })
  decipher.setAuthTag(body.subarray(16))
  const opened = decipher.update(body.subarray(0, 16))
  try {
    return new Uint8Array(Buffer.concat([opened, decipher.final()]))
  } catch {
    return null // The tag does not fit: another passphrase.
  }
}

const derive = (passphrase: string | Uint8Array, salt: Uint8Array, factor: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** factor, r: 8, p: 1, maxmem: 2 ** factor * 1024 + 64 * 1024 * 1024 }
    scrypt(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, options, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
