import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { machineName } from '../../platform/machine.ts'
import type { FoundBackup } from './names.ts'

/** Which data folder on which computer a backup is of: several may keep theirs in one folder. */
export const ownerOf = (dataDir: string): string => digest(`${machineName()}\n${dataDir}`)

/** As versions before 1 December 2026 had it: two computers may have one host name. */
const formerOwnerOf = (dataDir: string): string => digest(`${hostname()}\n${dataDir}`)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Whether a backup is of this data. What says nothing of it, or says it the earlier way, counts only in the data folder itself. */
export const isOwn = (
  { folder, record }: Pick<FoundBackup, 'folder' | 'record'>,
  { of, dataDir }: { readonly of: string; readonly dataDir: string },
): boolean =>
  record?.of === of ||
  (folder === join(dataDir, 'backups') && (record === null || record.of === formerOwnerOf(dataDir)))
