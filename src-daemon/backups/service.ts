import { join } from 'node:path'
import type { Backup } from '../contract/backups.ts'
import { createEmitter } from '../platform/emitter.ts'
import { SatchelError, toErrorView, toSatchelError } from '../platform/errors.ts'
import type { Logger } from '../platform/log.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { DataPaths } from '../platform/paths.ts'
import { databaseKind, storeFiles, type DatabaseKey } from '../storage/index.ts'
import { clearUnfinished } from './create.ts'
import { findBackups, type FoundBackup } from './base/names.ts'
import { isOwn, ownerOf } from './base/owner.ts'
import { replaceWithIncoming } from './base/replacement.ts'
import type { JobName, Jobs } from './jobs.ts'
import { makeBackup } from './make-backup.ts'
import { RESTORED } from './restore.ts'
import { runJob } from './run-job.ts'
import { createSchedule } from './schedule.ts'
import { createTransfers } from './transfer/transfers.ts'
import { IMPORTED } from './transfer/import.ts'
import type { BackupsService, LastProblem, TransferService } from './base/types.ts'

export interface BackupsDeps {
  readonly paths: Pick<DataPaths, 'dataDir' | 'database' | 'backupsDir'>
  /** The settings, read each time. */
  readonly settings: () => { readonly backups: boolean; readonly backupFolder: string }
  /** The key of the data; null if it has none. Errors: those of `openDataKey`, `keystore_locked`. */
  readonly key: () => Promise<DatabaseKey | null>
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Backups, and the whole assistant as one file. Available even while the data can't be opened. */
export const createBackups = (
  deps: BackupsDeps,
): { readonly backups: BackupsService; readonly transfers: TransferService } => {
  const { paths, settings, key, now, log } = deps
  const { dataDir, database } = paths
  const inTurn = createOneAtATime()
  const { listen: onChange, emit } = createEmitter()
  let stopping = new AbortController()
  let problem: LastProblem = null
  const of = ownerOf(dataDir)

  const run = <Name extends JobName>(name: Name, input: Jobs[Name]['input']): Promise<Jobs[Name]['output']> =>
    inTurn(() => runJob(name, input, stopping.signal))

  const folder = (): string => settings().backupFolder || paths.backupsDir
  const all = (): readonly FoundBackup[] => findBackups([paths.backupsDir, folder()])
  const find = (name: string): FoundBackup => {
    const found = all().find((one) => one.name === name)
    if (found === undefined) throw new SatchelError('backup_not_found', { params: { name } })
    return found
  }
  const at = (): string => now().toISOString()
  const restoring = async (backup: FoundBackup) => ({ dataDir, database, key: await key(), backup, at: at() })
  const replaces = (names: readonly string[]) => () => replaceWithIncoming(dataDir, names, now(), storeFiles)

  const create: BackupsService['create'] = async (reason) => {
    try {
      const input = { dataDir, database, key: await key(), folder: folder(), reason, at: at(), of }
      const { name } = await inTurn(() => makeBackup(input, stopping.signal))
      problem = null
      log.info({ name, reason }, 'backup made')
      return viewOf(find(name))
    } catch (thrown) {
      const error = toSatchelError(thrown)
      if (error.code !== 'shutting_down') problem = error
      throw thrown
    } finally {
      emit()
    }
  }

  const makeDaily = async (): Promise<boolean> => {
    try {
      await create('daily')
      return true
    } catch (thrown) {
      log.warn({ err: thrown, code: toSatchelError(thrown).code }, 'no backup could be made')
      return false
    }
  }

  let isBusy = (): boolean => false
  const schedule = createSchedule({
    now,
    isOn: () => settings().backups,
    earlier: () =>
      all()
        .filter((backup) => backup.record !== null && isOwn(backup, { of, dataDir }))
        .map(({ createdAt }) => new Date(createdAt)),
    isBusy: () => isBusy(),
    make: makeDaily,
    onOverdue: emit,
  })

  const backups: BackupsService = {
    list: (language) => ({
      enabled: settings().backups,
      folder: folder(),
      backups: all().map(viewOf),
      problem: problem === null ? null : toErrorView(problem, language),
      overdue: schedule.isOverdue(),
    }),
    create,
    check: async (name) => {
      await run('check', { backup: find(name), key: await key(), at: at() })
      emit()
      return viewOf(find(name))
    },
    rehearse: async (name) => {
      const backup = find(name)
      return { backup: viewOf(backup), ...(await run('rehearse', await restoring(backup))) }
    },
    prepare: async (name) => {
      // Encrypted afterwards if the current data is, even if the backup is older than the encryption.
      const input = await restoring(find(name))
      const encrypt = databaseKind(database) !== 'plain' && input.key !== null
      await run('prepare', { ...input, encrypt })
      return replaces(RESTORED)
    },
    start: (busy) => {
      for (const one of new Set([paths.backupsDir, folder()])) clearUnfinished(one, of)
      isBusy = busy
      schedule.start()
    },
    stop: async () => {
      schedule.stop()
      stopping.abort()
      await inTurn(() => Promise.resolve())
      stopping = new AbortController()
    },
    onChange,
  }

  const transfers = createTransfers({
    folder: join(dataDir, 'transfer'),
    now,
    export: async (input) => run('export', { ...input, dataDir, database, key: await key(), at: at() }),
    inspect: async (input) => run('inspect', { ...input, database, key: await key() }),
    prepare: async (input) => {
      await run('import', { ...input, dataDir, database, key: await key() })
      return replaces(IMPORTED)
    },
  })
  return { backups, transfers }
}

const viewOf = ({ name, createdAt, reason, bytes, encrypted, checkedAt }: FoundBackup): Backup => ({
  name,
  createdAt,
  reason,
  bytes,
  encrypted,
  checkedAt,
})
