import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReasonCode } from '../../text/index.ts'

/** Something on this machine that a program in the sandbox missed, or could not write. */
export interface HiddenFile {
  readonly path: string
  readonly reason: Extract<ReasonCode, 'file_hidden' | 'file_read_only'>
}

const MISSED = /ENOENT|no such file|cannot find|can't find|can't open|cannot open|not found|does not exist/i
const UNWRITABLE = /EROFS|read-only file system/i
/** In quotes, including blanks, or else up to a blank or the end of a sentence. */
const PATHS = /(['"`])(\/[^'"`\n]+)\1|(?:^|[\s=:([])(\/[^\s'"`:,;()[\]]+)/g
/** Node's words for a package: ES modules name who wanted it, CommonJS lists that below. */
const PACKAGE = /Cannot find (?:package|module) ['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/
const WANTED_BY = /(?:imported from|^\s*-) (\/\S+)/m

/**
 * The existing file that a program which didn't start reports as missing: the sandbox hides it. Null if it says
 * nothing like that. Only a hint: programs word this in many ways.
 */
export const hiddenFileIn = (
  wrote: string,
  exists: (path: string) => boolean = existsSync,
): HiddenFile | null => {
  for (const line of wrote.split('\n')) {
    const reason = UNWRITABLE.test(line) ? 'file_read_only' : MISSED.test(line) ? 'file_hidden' : null
    if (reason === null) continue
    for (const [, , quoted, bare] of line.matchAll(PATHS)) {
      const path = quoted ?? bare ?? ''
      if (reason === 'file_hidden' && exists(path)) return { path, reason }
      // A file it wanted to create doesn't exist yet.
      if (reason === 'file_read_only' && exists(dirname(path))) return { path, reason }
    }
  }
  const path = hiddenPackage(wrote, exists)
  return path === null ? null : { path, reason: 'file_hidden' }
}

/** The `node_modules` above the importing file that contains the package. */
const hiddenPackage = (wrote: string, exists: (path: string) => boolean): string | null => {
  const name = PACKAGE.exec(wrote)?.[1]
  const wantedBy = WANTED_BY.exec(wrote)?.[1]
  if (name === undefined || wantedBy === undefined) return null
  for (let at = dirname(wantedBy); at !== dirname(at); at = dirname(at)) {
    const modules = join(at, 'node_modules')
    if (exists(join(modules, name))) return modules
  }
  return null
}
