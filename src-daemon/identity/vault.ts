import { timingSafeEqual } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { writeFileAtomic } from '../platform/files.ts'
import type { KeyStore } from './keystore.ts'
import { writeFileOnce } from './write-once.ts'

const MIN_PASSPHRASE = 8

const contentSchema = z.object({
  version: z.literal(1),
  keys: z.array(z.object({ id: z.string(), kind: z.literal('Ed25519'), secret: z.base64url().length(43) })),
})
type Content = z.infer<typeof contentSchema>

/** The vault file: secrets encrypted with a passphrase, locked until it is given (identity.md 2). */
export interface Vault extends KeyStore {
  exists(): Promise<boolean>
  isOpen(): boolean
  /** Ids of the secrets inside. Errors: `keystore_locked`. */
  ids(): readonly string[]
  /**
   * Opens it until the process ends.
   *
   * @throws SatchelError `wrong_passphrase`, `vault_corrupt`, `vault_missing`
   */
  unlock(passphrase: string): Promise<void>
  /**
   * Makes the file with its first secret; a file that is there stays as it is. Leaves the vault open.
   *
   * @throws SatchelError `weak_passphrase`, `vault_exists`
   */
  make(passphrase: string, first: { readonly id: string; readonly secret: Uint8Array }): Promise<void>
}

/** `workFactor`: base-2 logarithm of what a guess costs; the safe one unless told. */
export const createVault = ({
  path,
  workFactor,
}: {
  readonly path: string
  readonly workFactor?: number
}): Vault => {
  let opened: { readonly passphrase: string; readonly content: Content } | null = null
  let lastChange: Promise<void> = Promise.resolve()

  const content = (): Content => {
    if (opened === null) throw new SatchelError('keystore_locked')
    return opened.content
  }

  const unlock = async (passphrase: string): Promise<void> => {
    const file = await readFile(path).catch((cause: unknown) => {
      throw new SatchelError('vault_missing', { params: { path }, cause })
    })
    opened = { passphrase, content: await decrypt(new Uint8Array(file), passphrase) }
  }

  const decrypt = async (file: Uint8Array, passphrase: string): Promise<Content> => {
    // Loaded when needed: most installations never open a vault.
    const { decryptWithPassphrase } = await import('./age-passphrase.ts')
    try {
      const plain = await decryptWithPassphrase(file, passphrase)
      return contentSchema.parse(JSON.parse(Buffer.from(plain).toString('utf8')))
    } catch (cause) {
      if (cause instanceof SatchelError && cause.code === 'wrong_passphrase') throw cause
      throw new SatchelError('vault_corrupt', { params: { path }, cause })
    }
  }

  const write = async (next: Content, passphrase: string, overwrite: boolean): Promise<void> => {
    const { encryptWithPassphrase } = await import('./age-passphrase.ts')
    const bytes = await encryptWithPassphrase(Buffer.from(JSON.stringify(next)), passphrase, workFactor)
    if (overwrite) writeFileAtomic(path, bytes, 0o600)
    else writeFileOnce(path, bytes, 0o600)
    opened = { passphrase, content: await decrypt(new Uint8Array(await readFile(path)), passphrase) }
  }

  const make: Vault['make'] = async (passphrase, first) => {
    if (passphrase.length < MIN_PASSPHRASE) {
      throw new SatchelError('weak_passphrase', { params: { minimum: MIN_PASSPHRASE } })
    }
    try {
      await write({ version: 1, keys: [entryOf(first.id, first.secret)] }, passphrase, false)
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
        throw new SatchelError('vault_exists', { params: { path }, cause })
      }
      throw cause
    }
  }

  const secretOf = (id: string): Uint8Array | null => {
    const entry = content().keys.find((one) => one.id === id)
    return entry === undefined ? null : new Uint8Array(Buffer.from(entry.secret, 'base64url'))
  }

  const add = async (id: string, secret: Uint8Array): Promise<void> => {
    const before = content()
    if (opened === null || secretOf(id) !== null) throw new SatchelError('key_exists', { details: { id } })
    await write({ ...before, keys: [...before.keys, entryOf(id, secret)] }, opened.passphrase, true)
    const stored = secretOf(id)
    if (stored === null || !timingSafeEqual(stored, secret)) throw new SatchelError('keystore_failed')
  }

  /** One after the other: each rewrites the whole file from what the one before left. */
  const create = (id: string, secret: Uint8Array): Promise<void> => {
    const change = lastChange.then(() => add(id, secret))
    lastChange = change.catch(() => undefined)
    return change
  }

  return {
    backend: 'vault',
    name: null,
    exists: () =>
      access(path).then(
        () => true,
        () => false,
      ),
    isOpen: () => opened !== null,
    ids: () => content().keys.map(({ id }) => id),
    probe: () => Promise.resolve(opened === null ? 'locked' : null),
    read: (id) => Promise.resolve().then(() => secretOf(id)),
    create,
    unlock,
    make,
  }
}

const entryOf = (id: string, secret: Uint8Array): Content['keys'][number] => ({
  id,
  kind: 'Ed25519',
  secret: Buffer.from(secret).toString('base64url'),
})
