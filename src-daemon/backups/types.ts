/** The types of backups, for those who import no code of it. */
export type { BackupsService, Replace, TransferFile, TransferService } from './base/types.ts'
