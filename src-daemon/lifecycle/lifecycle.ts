import type { Daemon, DaemonCore } from '../api/index.ts'
import type { BackupsService, Replace, TransferService } from '../backups/types.ts'
import type { DaemonEvent, DaemonInfo, Phase, Remedy } from '../contract/daemon.ts'
import type { EncryptionStatus } from '../contract/encryption.ts'
import type { KeychainProblem } from '../contract/identity.ts'
import type { SalvageRequest, SalvageResult, SalvageStep } from '../contract/salvage.ts'
import { createBroadcast } from '../platform/broadcast.ts'
import { SatchelError, toErrorView, toSatchelError } from '../platform/errors.ts'
import type { Logger } from '../platform/log.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import { osLanguage } from '../platform/locale.ts'
import type { ErrorCode } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { restoreImportedKeys } from './imported-keys.ts'
import { announceChanges } from './announce-changes.ts'

/** The result of opening the data directory. */
export type Opened =
  | {
      readonly kind: 'ready'
      readonly daemon: Daemon
      /** Why changes are refused; null normally. */
      readonly readOnly: SatchelError | null
      readonly close: () => Promise<void>
    }
  | {
      readonly kind: 'needs_vault'
      readonly reason: KeychainProblem
      readonly vaultExists: boolean
      /**
       * Accepts the passphrase; the returned function opens the data with it. Errors: `wrong_passphrase`, `weak_passphrase`,
       * `vault_corrupt`.
       */
      readonly createVault: (passphrase: string) => Promise<() => Promise<Opened>>
      readonly close: () => Promise<void>
    }

/** The key of the data, from a backup that holds it. */
export interface KeyRestore {
  readonly file: Uint8Array
  readonly passphrase: string
  /** Opens or creates the vault for the key; by default, with the backup's passphrase. */
  readonly vaultPassphrase?: string | undefined
  /** Only checks the backup. */
  readonly dryRun: boolean
}

export interface LifecycleDeps {
  readonly info: DaemonInfo
  readonly log: Logger
  /**
   * Opens the data directory and creates the daemon on it. A `SatchelError` blocks the daemon until the user decides.
   */
  readonly open: () => Promise<Opened>
  /** Stores the key after it has opened the data; the returned function opens the data. */
  readonly restoreDataKey: (request: KeyRestore) => Promise<() => Promise<Opened>>
  /** Opens what took the place of the data. */
  readonly reopen: () => Promise<Opened>
  readonly backups: BackupsService
  readonly transfers: TransferService
  readonly setAside: (what: 'database' | 'config') => string
  /** Salvages the damaged database, which must not be open. */
  readonly salvage: (request: SalvageRequest, onStep: (step: SalvageStep) => void) => Promise<SalvageResult>
  /** Whether the data's disk is full. */
  readonly isDiskFull: () => boolean
  readonly judgePassphrase: DaemonCore['judgePassphrase']
  /** Errors: `weak_passphrase`, `guessable_passphrase`. */
  readonly checkPassphrase: (passphrase: string) => Promise<void>
  readonly encryption: {
    status(language: Language): EncryptionStatus
    want(to: 'encrypted' | 'plain'): void
    decline(): void
  }
  readonly openWeb: DaemonCore['openWeb']
  /** Called once, when the daemon is asked to stop. */
  readonly onStop: () => void
}

/** None for an encrypted database whose key is missing: it is intact, and the key may come back (`keyRestorable`). */
const REMEDIES: Partial<Record<ErrorCode, Remedy>> = {
  database_corrupt: 'set_aside_database',
  config_corrupt: 'set_aside_config',
  data_key_unavailable: 'try_again',
  disk_full: 'try_again',
}

/** How often a daemon that only reads looks whether it may write again. */
const LOOK_MS = 2_000

const MISSING_KEY: readonly ErrorCode[] = [
  'database_key_missing',
  'database_key_wrong',
  'data_key_unavailable',
  'encryption_file_corrupt',
]

/**
 * Takes the daemon from `starting` to `ready`, or to what the user must decide first. A damaged file blocks it and is
 * never changed before the user agrees.
 */
export const createLifecycle = (
  deps: LifecycleDeps,
): DaemonCore & { start(): Promise<void>; close(): Promise<void> } => {
  let phase: Phase = { kind: 'starting' }
  let opened: Opened | null = null
  let blockedBy: SatchelError | null = null
  let salvageStep: SalvageStep | null = null
  const events = createBroadcast<DaemonEvent>()
  const inTurn = createOneAtATime()

  const language = (): Language =>
    opened?.kind === 'ready' ? opened.daemon.settings.get().language : osLanguage(process.env)

  const enter = (next: Phase): void => {
    phase = next
    deps.log.info({ phase: next.kind }, 'phase')
    events.send({ type: 'phase', phase: next })
  }

  const settle = async (opening: Promise<Opened>): Promise<void> => {
    try {
      opened = await opening
      blockedBy = null
      if (opened.kind === 'ready') {
        announceChanges(opened.daemon, events)
        const { readOnly } = opened
        enter({
          kind: 'ready',
          ...(readOnly !== null && { readOnly: toErrorView(readOnly, language()) }),
        })
      } else {
        enter({ kind: 'needs_vault', reason: opened.reason, vaultExists: opened.vaultExists })
      }
    } catch (thrown) {
      blockedBy = toSatchelError(thrown)
      deps.log.error({ err: thrown, code: blockedBy.code }, 'cannot open the data directory')
      const remedy = REMEDIES[blockedBy.code] ?? null
      const keyRestorable = MISSING_KEY.includes(blockedBy.code)
      enter({ kind: 'blocked', problem: toErrorView(blockedBy, language()), remedy, keyRestorable })
    }
  }

  /** Reopens the data once it can be changed again. */
  const watch = setInterval(() => {
    void inTurn(async () => {
      if ((opened?.kind === 'ready' ? opened.readOnly : blockedBy)?.code !== 'disk_full') return
      if (deps.isDiskFull()) return
      const before = opened
      enter({ kind: 'starting' })
      opened = null
      await before?.close()
      await settle(deps.open())
    })
  }, LOOK_MS)
  watch.unref()

  const stop = (): void => {
    if (phase.kind === 'stopping') return
    enter({ kind: 'stopping' })
    deps.onStop()
  }

  /** The daemon, while it may be changed. Errors: `not_ready`, why it can't be. */
  const changeable = (): Daemon => {
    if (phase.kind !== 'ready' || opened?.kind !== 'ready') throw blockedBy ?? new SatchelError('not_ready')
    if (opened.readOnly !== null) throw opened.readOnly
    return opened.daemon
  }

  /** Closes the data, replaces it with what is prepared, and opens that. */
  const replaceData = async (replace: Replace): Promise<string[]> => {
    enter({ kind: 'starting' })
    await opened?.close().catch((problem: unknown) => {
      deps.log.error({ err: problem }, 'not everything could be closed')
    })
    opened = null
    try {
      const kept = replace()
      deps.log.warn({ kept }, 'the data was replaced at the user’s request')
      await settle(deps.reopen())
      if (blockedBy !== null) throw blockedBy
      return [...kept]
    } catch (thrown) {
      // Opening finishes a started replacement, and undoes one that wasn't started.
      if (phase.kind === 'starting') await settle(deps.open())
      throw thrown
    }
  }

  deps.backups.onChange(() => {
    events.send({ type: 'backups' })
  })

  /** If the database is open, everything is closed first, and opened again afterwards. */
  const salvage = async (request: SalvageRequest): Promise<SalvageResult> => {
    const isOpen = phase.kind === 'ready' && opened?.kind === 'ready' && opened.readOnly === null
    const isDamaged = phase.kind === 'blocked' && phase.remedy === 'set_aside_database'
    if (!isOpen && !isDamaged) throw blockedBy ?? new SatchelError('not_ready')
    if (isOpen) {
      enter({ kind: 'starting' })
      await opened?.close()
      opened = null
    }
    let isChanged = isOpen
    try {
      const result = await deps.salvage(request, (step) => {
        salvageStep = step
      })
      isChanged ||= result.kept !== null
      return result
    } finally {
      salvageStep = null
      if (isChanged) {
        enter({ kind: 'starting' })
        await settle(deps.reopen())
      }
    }
  }

  return {
    info: deps.info,
    phase: () => phase,
    language,
    openWeb: deps.openWeb,

    daemon: () => {
      if (phase.kind === 'ready' && opened?.kind === 'ready') return opened.daemon
      if (phase.kind === 'stopping') throw new SatchelError('shutting_down')
      throw blockedBy ?? new SatchelError('not_ready')
    },

    readOnly: () => (opened?.kind === 'ready' ? opened.readOnly : null),

    events: (signal) => startingWith({ type: 'phase', phase }, events.listen(signal)),

    start: () => settle(deps.open()),

    judgePassphrase: deps.judgePassphrase,

    createVault: (passphrase) =>
      inTurn(async () => {
        if (phase.kind !== 'needs_vault' || opened?.kind !== 'needs_vault')
          throw blockedBy ?? new SatchelError('not_ready')
        // After a refused passphrase the request for one must stay open, so only success moves on.
        const open = await opened.createVault(passphrase)
        await settle(open())
      }),

    tryAgain: async () => {
      if (phase.kind !== 'blocked' || phase.remedy !== 'try_again')
        throw blockedBy ?? new SatchelError('not_ready')
      enter({ kind: 'starting' })
      await settle(deps.open())
    },

    restoreDataKey: (request) =>
      inTurn(async () => {
        if (phase.kind !== 'blocked' || !phase.keyRestorable) throw blockedBy ?? new SatchelError('not_ready')
        const open = await deps.restoreDataKey(request)
        if (request.dryRun) return null
        enter({ kind: 'starting' })
        await settle(open())
        if (opened?.kind !== 'ready' || opened.readOnly !== null) return null
        // If the key of the data was lost, the other keys probably were, too.
        const { file, passphrase, vaultPassphrase: newVaultPassphrase } = request
        return opened.daemon.identity.restore({ file, passphrase, newVaultPassphrase })
      }),

    setAside: (what) =>
      inTurn(async () => {
        const remedy = phase.kind === 'blocked' ? phase.remedy : null
        if (remedy !== `set_aside_${what}`) throw blockedBy ?? new SatchelError('not_ready')
        const keptAt = deps.setAside(what)
        deps.log.warn({ what, keptAt }, 'set aside at the user’s request')
        enter({ kind: 'starting' })
        await settle(deps.open())
        return { keptAt }
      }),

    salvage: (request) => inTurn(() => salvage(request)),

    salvageStep: () => salvageStep,

    backups: deps.backups,
    transfers: deps.transfers,

    restoreBackup: (name) =>
      inTurn(async () => {
        if (phase.kind !== 'blocked' || phase.remedy !== 'set_aside_database') changeable()
        return { kept: await replaceData(await deps.backups.prepare(name)) }
      }),

    exportAssistant: async ({ passphrase, withKeys, current }) => {
      const { identity } = changeable()
      if (!withKeys) await deps.checkPassphrase(passphrase)
      const file = withKeys ? await identity.backup({ passphrase, current }) : null
      const keys = file === null ? null : Buffer.from(file.fileBase64, 'base64')
      return deps.transfers.export({ passphrase, keys })
    },

    importAssistant: ({ id, passphrase, vaultPassphrase }) =>
      inTurn(async () => {
        const { identity } = changeable()
        const { withKeys } = await deps.transfers.inspect(id, passphrase)
        const { backend } = await identity.status()
        if (withKeys && backend === 'vault') {
          if (vaultPassphrase === undefined) throw new SatchelError('vault_passphrase_needed')
          await identity.unlock(vaultPassphrase)
        }
        const kept = await replaceData(await deps.transfers.prepare(id, passphrase))
        const keys = withKeys
          ? await restoreImportedKeys(changeable(), deps.info.dataDir, { passphrase, vaultPassphrase })
          : { problem: null, at: null }
        return {
          kept,
          keysProblem: keys.problem === null ? null : toErrorView(keys.problem, language()),
          keysAt: keys.at,
        }
      }),

    encryption: () => deps.encryption.status(language()),

    changeEncryption: (to) => {
      if (phase.kind !== 'ready') throw blockedBy ?? new SatchelError('not_ready')
      if (opened?.kind === 'ready' && opened.readOnly !== null) throw opened.readOnly
      deps.encryption.want(to)
      stop()
    },

    declineEncryption: deps.encryption.decline,

    stop,

    close: async () => {
      clearInterval(watch)
      if (phase.kind !== 'stopping') enter({ kind: 'stopping' })
      await opened?.close()
    },
  }
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
