import type { Backup, BackupList, BackupReason, ImportPlan, Rehearsal } from '../../contract/backups.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'

/** Replaces the present data with what is prepared, which nobody may have open. Returns where the present data is kept. */
export type Replace = () => readonly string[]

/** Backups of the whole assistant. Only one of its jobs runs at a time. */
export interface BackupsService {
  list(language: Language): BackupList
  /** Errors: `disk_full`, `backup_folder_unusable`, `database_corrupt`. */
  create(reason: Exclude<BackupReason, 'update'>): Promise<Backup>
  /** Opens it and checks all of it. Errors: `backup_not_found`, `backup_damaged`, `database_key_missing`, `database_key_wrong`. */
  check(name: string): Promise<Backup>
  /** What a restore would do; changes nothing. Errors: those of `check`, `database_newer`. */
  rehearse(name: string): Promise<Rehearsal>
  /** Prepares a restore. Errors: those of `rehearse`. */
  prepare(name: string): Promise<Replace>
  /** Makes the backup of a day when it is time; to be called once there is data that may be changed. `isBusy`: somebody waits for an answer. */
  start(isBusy: () => boolean): void
  /** Ends what is being done, and makes no more until the next `start`. */
  stop(): Promise<void>
  onChange(listener: () => void): () => void
}

/** Files on their way out or in: written and read in pieces, so that neither side holds them. */
export interface TransferService {
  /** Exports the assistant to a file of its own, ready to be read. `keys`: a key backup with the same passphrase. Errors: `disk_full`. */
  export(input: { passphrase: string; keys: Uint8Array | null }): Promise<TransferFile>
  /** A piece of a file, empty at its end. Errors: `transfer_unknown`. */
  read(id: string, at: number): Uint8Array
  /** A file that is written in pieces, from the first to the last. */
  receive(): string
  /** Errors: `transfer_unknown`, `disk_full`. */
  write(id: string, piece: Uint8Array): void
  /** What is in it. Errors: `wrong_passphrase`, `export_invalid`, `export_newer`, `transfer_unknown`. */
  inspect(id: string, passphrase: string): Promise<ImportPlan>
  /** Prepares an import. Errors: those of `inspect`, `database_newer`, `disk_full`. */
  prepare(id: string, passphrase: string): Promise<Replace>
  /** Removes the file. */
  end(id: string): void
}

export interface TransferFile {
  readonly id: string
  readonly fileName: string
  readonly bytes: number
}

/** The error of the last backup that was to be made; null if it was. */
export type LastProblem = SatchelError | null
