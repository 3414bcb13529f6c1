import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncDirectory } from '../platform/files.ts'
import { newId } from '../platform/ids.ts'
import { hashOfFiles, readSkillFolder, type RawFiles, type RawSkill } from './files.ts'

/** The files of accepted skills, each version in a folder named by its hash: written once, never changed. */
export interface KeptSkills {
  folderOf(sha256: string): string
  /** Writes the files unless they are there and intact. */
  put(sha256: string, files: RawFiles): void
  /** The files; null if they are missing or no longer match their hash. */
  read(sha256: string): RawSkill | null
  /** Removes what is not among `kept`, and incomplete folders that a crash left. */
  sweep(kept: ReadonlySet<string>): void
}

const KEPT = /^[0-9a-f]{64}$/u
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/u

export const createKeptSkills = (skillsDir: string): KeptSkills => {
  const folderOf = (sha256: string): string => join(skillsDir, sha256)

  const read: KeptSkills['read'] = (sha256) => {
    if (!existsSync(folderOf(sha256))) return null
    const raw = readSkillFolder(folderOf(sha256))
    return raw.findings.length === 0 && hashOfFiles(raw.files) === sha256 ? raw : null
  }

  const put: KeptSkills['put'] = (sha256, files) => {
    if (read(sha256) !== null) return
    mkdirSync(skillsDir, { recursive: true, mode: 0o700 })
    const unfinished = join(skillsDir, `.${newId()}.tmp`)
    try {
      for (const [path, bytes] of files) {
        const file = join(unfinished, path)
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        writeFileSync(file, bytes, { mode: 0o400, flush: true })
      }
      rmSync(folderOf(sha256), { recursive: true, force: true }) // the existing files were damaged
      renameSync(unfinished, folderOf(sha256))
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      throw error
    }
    syncDirectory(skillsDir)
  }

  const sweep: KeptSkills['sweep'] = (kept) => {
    if (!existsSync(skillsDir)) return
    for (const name of readdirSync(skillsDir)) {
      if (UNFINISHED.test(name) || (KEPT.test(name) && !kept.has(name)))
        rmSync(join(skillsDir, name), { recursive: true, force: true })
    }
  }

  return { folderOf, put, read, sweep }
}
