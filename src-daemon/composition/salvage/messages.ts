import type { ErrorCode, TextParams } from '../../text/index.ts'
import type { SalvageReport, SalvageStep } from '../../contract/salvage.ts'

/** The messages of the thread that salvages a database. */
export type SalvageMessage =
  | { readonly kind: 'step'; readonly step: SalvageStep }
  | { readonly kind: 'done'; readonly report: SalvageReport }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly params: TextParams }
