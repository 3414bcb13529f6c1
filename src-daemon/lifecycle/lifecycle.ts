import type { DaemonCore } from '../api/index.ts'
import type { BackupsService, TransferService } from '../backups/types.ts'
import type { DaemonInfo } from '../contract/daemon.ts'
import type { EncryptionStatus } from '../contract/encryption.ts'
import { SatchelError } from '../platform/errors.ts'
import type { Logger } from '../platform/log.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { Language } from '../contract/language.ts'
import { createOpening, type Opened } from './opening.ts'
import { createReplacing, type ReplacingDeps } from './replacing.ts'

/** The key of the data, from a backup that holds it. */
export interface KeyRestore {
  readonly file: Uint8Array
  readonly passphrase: string
  /** Opens or creates the vault for the key; by default, with the backup's passphrase. */
  readonly vaultPassphrase?: string | undefined
  /** Only checks the backup. */
  readonly dryRun: boolean
}

export interface LifecycleDeps extends Omit<ReplacingDeps, 'dataDir'> {
  readonly info: DaemonInfo
  readonly log: Logger
  /**
   * Opens the data directory and creates the daemon on it. A `SatchelError` blocks the daemon until the user decides.
   */
  readonly open: () => Promise<Opened>
  /** Stores the key after it has opened the data; the returned function opens the data. */
  readonly restoreDataKey: (request: KeyRestore) => Promise<() => Promise<Opened>>
  readonly backups: BackupsService
  readonly transfers: TransferService
  /** Whether the data's disk is full. */
  readonly isDiskFull: () => boolean
  readonly judgePassphrase: DaemonCore['judgePassphrase']
  readonly encryption: {
    status(language: Language): EncryptionStatus
    want(to: 'encrypted' | 'plain'): void
    decline(): void
  }
  readonly openWeb: DaemonCore['openWeb']
  /** Called once, when the daemon is asked to stop. */
  readonly onStop: () => void
}

/** How often a daemon that only reads looks whether it may write again. */
const LOOK_MS = 2_000

/**
 * Takes the daemon from `starting` to `ready`, or to what the user must decide first. A damaged file blocks it and is
 * never changed before the user agrees.
 */
export const createLifecycle = (
  deps: LifecycleDeps,
): DaemonCore & { start(): Promise<void>; close(): Promise<void> } => {
  const opening = createOpening(deps.log)
  const { events, phase, opened, enter, settle, refusal, language } = opening
  const inTurn = createOneAtATime()
  const replacing = createReplacing({ ...deps, dataDir: deps.info.dataDir }, opening, inTurn)

  /** Reopens the data once it can be changed again. */
  const watch = setInterval(() => {
    void inTurn(async () => {
      const before = opened()
      if ((before?.kind === 'ready' ? before.readOnly : opening.blockedBy())?.code !== 'disk_full') return
      if (deps.isDiskFull()) return
      enter({ kind: 'starting' })
      opening.drop()
      await before?.close()
      await settle(deps.open())
    })
  }, LOOK_MS)
  watch.unref()

  const stop = (): void => {
    if (phase().kind === 'stopping') return
    enter({ kind: 'stopping' })
    deps.onStop()
  }

  deps.backups.onChange(() => {
    events.send({ type: 'backups' })
  })

  return {
    info: deps.info,
    phase,
    language,
    openWeb: deps.openWeb,

    daemon: () => {
      const data = opened()
      if (phase().kind === 'ready' && data?.kind === 'ready') return data.daemon
      if (phase().kind === 'stopping') throw new SatchelError('shutting_down')
      throw refusal()
    },

    readOnly: () => {
      const data = opened()
      return data?.kind === 'ready' ? data.readOnly : null
    },

    events: (signal) => startingWith({ type: 'phase', phase: phase() }, events.listen(signal)),

    start: () => settle(deps.open()),

    judgePassphrase: deps.judgePassphrase,

    firstLook: (wanted) => {
      const data = opened()
      if (phase().kind !== 'needs_vault' || data?.kind !== 'needs_vault' || data.lookFirst === null)
        throw refusal()
      return data.lookFirst(wanted)
    },

    createVault: (passphrase) =>
      inTurn(async () => {
        const data = opened()
        if (phase().kind !== 'needs_vault' || data?.kind !== 'needs_vault') throw refusal()
        // After a refused passphrase the request for one must stay open, so only success moves on.
        const open = await data.createVault(passphrase)
        await settle(open())
      }),

    tryAgain: async () => {
      const now = phase()
      if (now.kind !== 'blocked' || now.remedy !== 'try_again') throw refusal()
      enter({ kind: 'starting' })
      await settle(deps.open())
    },

    restoreDataKey: (request) =>
      inTurn(async () => {
        const now = phase()
        if (now.kind !== 'blocked' || !now.keyRestorable) throw refusal()
        const open = await deps.restoreDataKey(request)
        if (request.dryRun) return null
        enter({ kind: 'starting' })
        await settle(open())
        const data = opened()
        if (data?.kind !== 'ready' || data.readOnly !== null) return null
        // If the key of the data was lost, the other keys probably were, too.
        const { file, passphrase, vaultPassphrase: newVaultPassphrase } = request
        return data.daemon.identity.restore({ file, passphrase, newVaultPassphrase })
      }),

    ...replacing,

    backups: deps.backups,
    transfers: deps.transfers,

    encryption: () => deps.encryption.status(language()),

    changeEncryption: (to) => {
      if (phase().kind !== 'ready') throw refusal()
      const data = opened()
      if (data?.kind === 'ready' && data.readOnly !== null) throw data.readOnly
      deps.encryption.want(to)
      stop()
    },

    declineEncryption: deps.encryption.decline,

    stop,

    close: async () => {
      clearInterval(watch)
      if (phase().kind !== 'stopping') enter({ kind: 'stopping' })
      await opened()?.close()
    },
  }
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
