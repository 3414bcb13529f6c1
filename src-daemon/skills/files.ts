import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPortablePath } from '../platform/unzip.ts'
import { sha256Hex } from '../platform/sha256.ts'
import { createSkillFindings, type SkillFinding } from './findings.ts'
import { isIgnored, LIMITS } from './limits.ts'

/** The contents of a skill's files, by their paths inside it. */
export type RawFiles = ReadonlyMap<string, Buffer>

/** The files of a skill, and their problems. */
export interface RawSkill {
  readonly files: RawFiles
  readonly findings: readonly SkillFinding[]
}

/**
 * Reads a folder as the files of one skill: regular files only, no links, within the limits. Anything else is a
 * finding. Reading stops at the first limit, so that a wrong folder does not take long.
 */
export const readSkillFolder = (folder: string): RawSkill => {
  const files = new Map<string, Buffer>()
  const findings = createSkillFindings()
  let bytes = 0

  const visit = (at: string, depth: number): boolean => {
    const names = readdirSync(join(folder, at)).toSorted()
    for (const name of names) {
      if (isIgnored(name)) continue
      const path = at === '' ? name : `${at}/${name}`
      const stat = lstatSync(join(folder, path))
      if (stat.isSymbolicLink()) findings.error('link', path, null)
      else if (stat.isDirectory()) {
        if (depth >= LIMITS.depth) findings.error('too_deep', path, null, { limit: LIMITS.depth })
        else if (!visit(path, depth + 1)) return false
      } else if (stat.isFile()) {
        bytes += stat.size
        if (!fits(stat.size, path)) return false
        files.set(path, readFileSync(join(folder, path)))
      } else findings.error('no_file', path, null)
    }
    return true
  }

  const fits = (size: number, path: string): boolean => {
    if (size > LIMITS.fileBytes)
      findings.error('file_too_large', path, null, { limit: mib(LIMITS.fileBytes), size: mib(size) })
    else if (bytes > LIMITS.bytes) findings.error('too_large', '', null, { limit: mib(LIMITS.bytes) })
    else if (files.size >= LIMITS.files) findings.error('too_many_files', '', null, { limit: LIMITS.files })
    else return true
    return false
  }

  visit('', 0)
  return checked(files, findings.all())
}

/** Checks files from elsewhere, such as an archive, by the same limits and the same rules for names. */
export const checked = (files: RawFiles, before: readonly SkillFinding[] = []): RawSkill => {
  const findings = createSkillFindings()
  const folded = new Map<string, string>()
  let bytes = 0
  for (const [path, file] of files) {
    bytes += file.length
    if (!isPortablePath(path, LIMITS.path)) findings.error('path_refused', path, null)
    const key = path.normalize('NFC').toLowerCase()
    const other = folded.get(key)
    // On some systems they would be one file.
    if (other !== undefined) findings.error('path_twice', path, null, { other })
    folded.set(key, path)
    if (path.split('/').length - 1 > LIMITS.depth)
      findings.error('too_deep', path, null, { limit: LIMITS.depth })
    if (file.length > LIMITS.fileBytes)
      findings.error('file_too_large', path, null, {
        limit: mib(LIMITS.fileBytes),
        size: mib(file.length),
      })
  }
  if (bytes > LIMITS.bytes) findings.error('too_large', '', null, { limit: mib(LIMITS.bytes) })
  if (files.size > LIMITS.files) findings.error('too_many_files', '', null, { limit: LIMITS.files })
  const known = new Set(before.map(({ code, file }) => `${code} ${file}`))
  return {
    files,
    findings: [...before, ...findings.all().filter((one) => !known.has(`${one.code} ${one.file}`))],
  }
}

/**
 * The hash that consent is bound to: SHA-256 over the files in the order of their paths, each with path, size and its
 * own hash. The executable bit is left out: systems differ in it, and an interpreter runs the scripts.
 */
export const hashOfFiles = (files: RawFiles): string => {
  const lines = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, bytes]) => `${path}\0${String(bytes.length)}\0${sha256Hex(bytes)}\n`)
  return sha256Hex(lines.join(''))
}

/** Bytes in MiB, for people to read. */
const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
