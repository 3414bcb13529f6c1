import type { Backup, BackupList, BackupReason, ImportPlan, Rehearsal } from '../../contract/backups.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'

/** Replaces the current data, which must not be open, with what is prepared. Returns where the current data is kept. */
export type Replace = () => readonly string[]

/** Backups of the whole assistant. Only one of its jobs runs at a time. */
export interface BackupsService {
  list(language: Language): BackupList
  /** Errors: `disk_full`, `backup_folder_unusable`, `database_corrupt`. */
  create(reason: Exclude<BackupReason, 'update'>): Promise<Backup>
  /** Opens and checks all of it. Errors: `backup_not_found`, `backup_damaged`, `database_key_missing`, `database_key_wrong`. */
  check(name: string): Promise<Backup>
  /** What a restore would do; changes nothing. Errors: those of `check`, `database_newer`. */
  rehearse(name: string): Promise<Rehearsal>
  /** Prepares a restore. Errors: those of `rehearse`. */
  prepare(name: string): Promise<Replace>
  /** Makes the daily backup when it is due; to be called once the data is open for changes. `isBusy`: an answer is in progress. */
  start(isBusy: () => boolean): void
  /** Ends the running job, and starts none until the next `start`. */
  stop(): Promise<void>
  onChange(listener: () => void): () => void
}

/** Files being exported or imported: written and read in pieces, so that neither side has to hold them in memory. */
export interface TransferService {
  /** Exports the assistant to a file, ready to be read. `keys`: a key backup with the same passphrase. Errors: `disk_full`. */
  export(input: { passphrase: string; keys: Uint8Array | null }): Promise<TransferFile>
  /** A piece of a file; empty at the end. Errors: `transfer_unknown`. */
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

/** The error of the last attempted backup; null if it succeeded. */
export type LastProblem = SatchelError | null
