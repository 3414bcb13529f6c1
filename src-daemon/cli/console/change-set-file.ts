import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { SatchelError } from '../../platform/errors.ts'
import type { ExportReport, ImportReport } from '../../contract/state-sync.ts'
import { createPartFile } from './part-file.ts'
import type { Api } from './session.ts'
import { readingFile } from './reading-file.ts'

/**
 * Writes a change set part by part, so that neither the daemon nor this process holds all of it. Errors: `file_exists`,
 * `file_unwritable`, those of the export.
 */
export const exportToFile = async (
  api: Api,
  what: { scopes: string[] | null; since: unknown },
  target: { path: string; overwrite: boolean },
): Promise<ExportReport> => {
  const file = createPartFile(target.path, target)
  try {
    const scopes = new Set<string>()
    const sum = { changes: 0, bytes: 0 }
    for (let after: string | null = null; ;) {
      const part: Awaited<ReturnType<Api['state']['export']['query']>> = await api.state.export.query({
        ...what,
        after,
      })
      file.add(Buffer.from(part.file, 'base64'))
      sum.changes += part.changes
      sum.bytes += part.bytes
      for (const scope of part.scopes) scopes.add(scope)
      if (part.next === null) break
      after = part.next
    }
    file.finish()
    return { ...sum, scopes: [...scopes] }
  } finally {
    file.discard()
  }
}

/**
 * Imports a change set part by part; each is applied as a whole or not at all. An object that several parts change is
 * counted with each. Errors: `file_unreadable`, those of the import; earlier parts then stay.
 */
export const importFromFile = async (api: Api, path: string): Promise<ImportReport> => {
  // Loaded here, because other commands don't need the state room.
  const { findParts, addReport } = await import('../../state/index.ts')
  const file = readingFile(path, () => openSync(path, 'r'))
  try {
    const read = (at: number, length: number): Buffer =>
      readingFile(path, () => readExactly(file, at, length))
    const { size } = readingFile(path, () => fstatSync(file))
    let sum: ImportReport | null = null
    for (const { at, length } of findParts({ size, read })) {
      const report = await api.state.import.mutate({ file: read(at, length).toString('base64') })
      sum = sum === null ? report : addReport(sum, report)
    }
    if (sum === null) throw new SatchelError('internal')
    return sum
  } finally {
    closeSync(file)
  }
}

const readExactly = (file: number, at: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const count = readSync(file, bytes, done, length - done, at + done)
    if (count === 0) throw new Error('it became shorter')
    done += count
  }
  return bytes
}
