import { SatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { createAutoLock } from './auto-lock.ts'
import { wipe, type Secrets } from './vault-file.ts'

/** An open vault: what is in memory until it is locked. */
export interface Session {
  /** In NFC, whatever spelling opened the file: the next change writes it with this one. */
  readonly passphrase: Buffer
  readonly secrets: Secrets
  /** Of the file they were read from. */
  readonly digest: string
}

/** Whether a vault is open, and with what. */
export interface VaultSession {
  /** Null if it is locked; doesn't count as use. */
  look(): Session | null
  /** The same. Errors: `keystore_locked`, or what keeps it from being opened. */
  opened(): Session
  /** Counts as use for the automatic lock. Errors: as for `opened`. */
  use(): Session
  /** Whether this session goes on: nothing else has taken its place, and it wasn't locked. */
  goesOn(before: Session): boolean
  /** Replaces the open session, which is wiped. */
  adopt(next: Session): void
  /** Locks it: wipes passphrase and secrets. */
  close(): void
  setMinutes(minutes: number): void
  /** When it locks itself; null if it is locked or stays open. */
  endsAt(): Date | null
  onLock(listener: () => void): () => void
}

/**
 * A vault is open from `adopt` to `close`, or until it wasn't used for some time. `problem` is what keeps it from being
 * opened, or null.
 */
export const createVaultSession = (now: () => Date, problem: () => SatchelError | null): VaultSession => {
  let session: Session | null = null
  const { listen: onLock, emit } = createEmitter()

  const close = (): void => {
    if (session === null) return
    adopt(null)
    emit()
  }
  const autoLock = createAutoLock({ now, lock: close })

  /**
   * JavaScript gives no control over copies made by the engine, nor over the strings that hold a passphrase
   * or JSON.
   */
  const adopt = (next: Session | null): void => {
    if (session !== null) forget(session)
    session = next
    if (next === null) autoLock.stop()
    else autoLock.restart()
  }

  const look = (): Session | null => {
    if (autoLock.isOver()) close()
    return session
  }
  const opened = (): Session => {
    const found = look()
    if (found === null) throw problem() ?? new SatchelError('keystore_locked')
    return found
  }
  const use = (): Session => {
    const found = opened()
    autoLock.restart()
    return found
  }

  return {
    look,
    opened,
    use,
    goesOn: (before) => session === before,
    adopt,
    close,
    setMinutes: autoLock.setMinutes,
    endsAt: () => (look() === null ? null : autoLock.endsAt()),
    onLock,
  }
}

/** Wipes what is in memory. */
export const forget = ({ passphrase, secrets }: Pick<Session, 'passphrase' | 'secrets'>): void => {
  passphrase.fill(0)
  wipe(secrets)
}
