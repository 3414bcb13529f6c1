/**
 * Runs one of the room's jobs in a process that kills itself before the n-th call that changes a file, except SQLite's, or counts these
 * calls if n is 0. Prints their number.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { ImportInput } from '../transfer/import.ts'
import type { ExportInput } from '../transfer/export.ts'
import type { CreateInput } from '../create.ts'
import type { RestoreInput } from '../restore.ts'

export type KilledJob =
  | { readonly do: 'create'; readonly input: CreateInput }
  | { readonly do: 'restore'; readonly input: RestoreInput & { readonly encrypt: boolean } }
  | { readonly do: 'export'; readonly input: Omit<ExportInput, 'keys'> }
  | { readonly do: 'import'; readonly input: ImportInput }

const [, , limit = '0', text = '{}'] = process.argv
const job = JSON.parse(text) as KilledJob

let calls = 0
const changing = [
  'writeSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'mkdtempSync',
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'chmodSync',
  'writeFileSync',
] as const
for (const name of changing) {
  const original = fs[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (++calls === Number(limit)) process.kill(process.pid, 'SIGKILL')
      return original(...args)
    },
  })
}
syncBuiltinESMExports()

const { createBackup } = await import('../create.ts')
const { prepareRestore, RESTORED } = await import('../restore.ts')
const { exportAssistant } = await import('../transfer/export.ts')
const { IMPORTED, prepareImport } = await import('../transfer/import.ts')
const { replaceWithIncoming } = await import('../base/replacement.ts')
const { storeFiles } = await import('../../storage/index.ts')

switch (job.do) {
  case 'create':
    createBackup(job.input)
    break
  case 'restore':
    prepareRestore(job.input)
    replaceWithIncoming(job.input.dataDir, RESTORED, new Date(job.input.at), storeFiles)
    break
  case 'export':
    await exportAssistant({ ...job.input, keys: null })
    break
  case 'import':
    await prepareImport(job.input)
    replaceWithIncoming(job.input.dataDir, IMPORTED, new Date('2026-11-26T10:00:00.000Z'), storeFiles)
    break
}
process.stdout.write(String(calls))
