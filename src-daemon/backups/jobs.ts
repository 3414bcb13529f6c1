import type { ErrorCode, TextParams } from '../text/index.ts'
import type { CreateInput } from './create.ts'
import type { FoundBackup } from './base/names.ts'
import type { DatabaseKey } from '../storage/index.ts'
import type { Rehearsed, RestoreInput } from './restore.ts'
import type { ExportInput } from './transfer/export.ts'
import type { ImportInput, InspectInput, Inspected } from './transfer/import.ts'

/** The worker's jobs and their answers. Each takes as long as reading all data. */
export interface Jobs {
  readonly create: { readonly input: CreateInput; readonly output: { readonly name: string } }
  readonly check: {
    readonly input: { readonly backup: FoundBackup; readonly key: DatabaseKey | null; readonly at: string }
    readonly output: null
  }
  readonly rehearse: { readonly input: RestoreInput; readonly output: Rehearsed }
  readonly prepare: { readonly input: RestoreInput & { readonly encrypt: boolean }; readonly output: null }
  readonly export: { readonly input: ExportInput; readonly output: null }
  readonly inspect: { readonly input: InspectInput; readonly output: Inspected }
  readonly import: { readonly input: ImportInput; readonly output: null }
}
export type JobName = keyof Jobs

/** Starts the worker. */
export interface WorkerData {
  readonly name: JobName
  readonly input: unknown
}

export type WorkerAnswer =
  | { readonly output: unknown }
  | { readonly problem: { readonly message: string; readonly code: ErrorCode; readonly params: TextParams } }
