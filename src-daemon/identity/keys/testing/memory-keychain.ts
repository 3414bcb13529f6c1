import { SatchelError } from '../../../platform/errors.ts'
import type { KeyStore } from '../../stores/keystore.ts'
import { checkSecret } from '../../stores/secret-text.ts'

/** A keychain that behaves like the real one, for tests of thousands of steps; passes the same suite. */
export const createMemoryKeychain = (): KeyStore => {
  const secrets = new Map<string, Buffer>()
  const inTime = <T>(work: () => T): Promise<T> => Promise.resolve().then(work)
  return {
    backend: 'keychain',
    name: 'Test keychain',
    probe: () => Promise.resolve(null),
    ids: () => inTime(() => [...secrets.keys()]),
    read: (id) =>
      inTime(() => {
        const secret = secrets.get(id)
        return secret === undefined ? null : new Uint8Array(secret)
      }),
    create: (id, secret) =>
      inTime(() => {
        checkSecret(id, secret)
        if (secrets.has(id)) throw new SatchelError('key_exists', { details: { id } })
        secrets.set(id, Buffer.from(secret))
      }),
    remove: (id, expected) =>
      inTime(() => {
        const kept = secrets.get(id)
        if (kept !== undefined && !kept.equals(expected)) throw new SatchelError('keystore_failed')
        return secrets.delete(id)
      }),
  }
}
