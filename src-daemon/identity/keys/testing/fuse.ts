import type { KeyStore } from '../../stores/keystore.ts'
import type { MoveJournal } from '../move-journal.ts'
import type { Vault } from '../../stores/vault.ts'

/**
 * A fault at one step of many: the step fails before or after its work, while everything else continues;
 * or the process dies there, so that no later step runs either.
 */
export type Accident = 'fails' | 'fails after' | 'dies'

/** Counts the steps it wraps, and makes the `at`th one go wrong. */
export interface Fuse {
  readonly blown: () => boolean
  step<T>(work: () => Promise<T>): Promise<T>
  stepNow<T>(work: () => T): T
  /** A step that only reads. */
  look<T>(work: () => Promise<T>): Promise<T>
}

/** Thrown by the failing step. */
export class BlownFuse extends Error {}

/** `steps`: whether reading counts as a step too. */
export const createFuse = (accident: Accident, at: number, steps: 'all' | 'changes' = 'all'): Fuse => {
  let count = 0
  const before = (): void => {
    count += 1
    if ((count === at && accident !== 'fails after') || (count > at && accident === 'dies'))
      throw new BlownFuse(`${accident} at step ${at}`)
  }
  const after = (): void => {
    if (count === at && accident === 'fails after') throw new BlownFuse(`${accident} step ${at}`)
  }
  const step: Fuse['step'] = async (work) => {
    before()
    const result = await work()
    after()
    return result
  }
  return {
    blown: () => count >= at,
    step,
    look: (work) => (steps === 'all' ? step(work) : work()),
    stepNow: (work) => {
      before()
      const result = work()
      after()
      return result
    },
  }
}

export const fuseKeychain = (keychain: KeyStore, { step, look }: Fuse): KeyStore => ({
  ...keychain,
  probe: () => look(() => keychain.probe()),
  ids: () => look(async () => keychain.ids()),
  read: (id) => look(() => keychain.read(id)),
  create: (id, secret) => step(() => keychain.create(id, secret)),
  remove: (id, expected) => step(() => keychain.remove(id, expected)),
})

export const fuseVault = (vault: Vault, { step, look }: Fuse): Vault => ({
  ...vault,
  exists: () => look(() => vault.exists()),
  probe: () => look(() => vault.probe()),
  read: (id) => look(() => vault.read(id)),
  unlock: (passphrase) => step(() => vault.unlock(passphrase)),
  make: (passphrase, ...secrets) => step(() => vault.make(passphrase, ...secrets)),
  create: (id, secret) => step(() => vault.create(id, secret)),
  createAll: (secrets) => step(() => vault.createAll(secrets)),
  removeAll: (secrets) => step(() => vault.removeAll(secrets)),
  discard: (digest) => step(() => vault.discard(digest)),
})

export const fuseJournal = (journal: MoveJournal, { stepNow }: Fuse): MoveJournal => ({
  read: () => stepNow(() => journal.read()),
  write: (note) => stepNow(() => journal.write(note)),
  clear: () => stepNow(() => journal.clear()),
})
