/** How far the data directory is open: the daemon's phase, and what keeps it from `ready`. */
import type { Daemon } from '../api/index.ts'
import type { FirstLook } from '../contract/first-look.ts'
import type { DaemonEvent, Phase, Remedy } from '../contract/daemon.ts'
import type { KeychainProblem } from '../contract/identity.ts'
import type { Language } from '../contract/language.ts'
import { createBroadcast } from '../platform/broadcast.ts'
import { SatchelError, toErrorView, toSatchelError } from '../platform/errors.ts'
import { osLanguage } from '../platform/locale.ts'
import type { Logger } from '../platform/log.ts'
import type { ErrorCode } from '../text/index.ts'
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
      /** What can be chosen before there are any data; null if there are some. */
      readonly lookFirst: ((language: Language) => Promise<FirstLook>) | null
      /**
       * Accepts the passphrase; the returned function opens the data with it. Errors: `wrong_passphrase`, `weak_passphrase`,
       * `vault_corrupt`.
       */
      readonly createVault: (passphrase: string) => Promise<() => Promise<Opened>>
      readonly close: () => Promise<void>
    }

/** None for an encrypted database whose key is missing: it is intact, and the key may come back (`keyRestorable`). */
const REMEDIES: Partial<Record<ErrorCode, Remedy>> = {
  database_corrupt: 'set_aside_database',
  config_corrupt: 'set_aside_config',
  data_key_unavailable: 'try_again',
  disk_full: 'try_again',
}

const MISSING_KEY: readonly ErrorCode[] = [
  'database_key_missing',
  'database_key_wrong',
  'data_key_unavailable',
  'encryption_file_corrupt',
]

export const createOpening = (log: Logger) => {
  let phase: Phase = { kind: 'starting' }
  let opened: Opened | null = null
  let blockedBy: SatchelError | null = null
  const events = createBroadcast<DaemonEvent>()

  const language = (): Language =>
    opened?.kind === 'ready' ? opened.daemon.settings.get().language : osLanguage(process.env)

  /** Enters a phase, and tells the clients. */
  const enter = (next: Phase): void => {
    phase = next
    log.info({ phase: next.kind }, 'phase')
    events.send({ type: 'phase', phase: next })
  }

  /** Enters the phase that follows from how `opening` ends. */
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
        const { reason, vaultExists, lookFirst } = opened
        enter({ kind: 'needs_vault', reason, vaultExists, isFirst: lookFirst !== null })
      }
    } catch (thrown) {
      blockedBy = toSatchelError(thrown)
      log.error({ err: thrown, code: blockedBy.code }, 'cannot open the data directory')
      const remedy = REMEDIES[blockedBy.code] ?? null
      const keyRestorable = MISSING_KEY.includes(blockedBy.code)
      enter({ kind: 'blocked', problem: toErrorView(blockedBy, language()), remedy, keyRestorable })
    }
  }

  /** Why a call isn't possible in this phase. */
  const refusal = (): SatchelError => blockedBy ?? new SatchelError('not_ready')

  /** The daemon, while it may be changed. Errors: `not_ready`, why it can't be. */
  const changeable = (): Daemon => {
    if (phase.kind !== 'ready' || opened?.kind !== 'ready') throw refusal()
    if (opened.readOnly !== null) throw opened.readOnly
    return opened.daemon
  }

  return {
    events,
    phase: () => phase,
    /** What was opened last; it is being closed or replaced unless the phase says otherwise. */
    opened: () => opened,
    /** Forgets what was opened. */
    drop: (): void => {
      opened = null
    },
    /** Why the data could not be opened; null if it was. */
    blockedBy: () => blockedBy,
    language,
    enter,
    settle,
    refusal,
    changeable,
  }
}

export type Opening = ReturnType<typeof createOpening>
