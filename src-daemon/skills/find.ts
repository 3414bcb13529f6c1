import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import { checked, readSkillFolder, type RawFiles, type RawSkill } from './files.ts'
import { isIgnored, LIMITS } from './limits.ts'
import { DOCUMENT, documentOf } from './read.ts'
import type { SkillOrigin } from '../contract/skills.ts'
import { unzip, type UnzipRefusal } from '../platform/unzip.ts'

/** A skill that was found, but not read yet. */
export interface Found {
  /** Its folder, relative to the source; empty for the source itself. */
  readonly folder: string
  /** The name of that folder, which the format requires to be the skill's name. */
  readonly folderName: string
  readonly raw: RawSkill
}

/** What the user pointed to. */
export interface Source {
  readonly found: readonly Found[]
  /** A folder on this machine, which can be trusted for updates; null for an archive. */
  readonly folder: string | null
  /** Whether it may hold several skills. */
  readonly several: boolean
  /** As the user entered it. */
  readonly from: string
}

/** Where skills are in a project, or in a checkout of nothing but skills. */
const PLACES = [
  '',
  'skills',
  '.satchel/skills',
  '.agents/skills',
  '.claude/skills',
  '.github/skills',
] as const
/** An uploaded archive, packed or unpacked. */
const ARCHIVE_BYTES = LIMITS.bytes * 2

/**
 * Finds the skills the user pointed to: a folder that is one, a project or checkout with several, or a zip archive of
 * either. Errors: `skill_source_missing`, `skill_none_found`, `skill_archive_refused`.
 */
export const findSkills = async (origin: SkillOrigin): Promise<Source> => {
  if (origin.kind === 'zip') {
    const bytes = Buffer.from(origin.bytesBase64, 'base64')
    return inArchive(bytes, origin.fileName)
  }
  const { path } = origin
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new SatchelError('skill_source_missing', { params: { path } })
  if (stat.isDirectory()) return inFolder(path)
  // A path to `SKILL.md` itself means its folder.
  if (basename(path).toLowerCase() === DOCUMENT.toLowerCase()) return inFolder(join(path, '..'))
  if (stat.size > ARCHIVE_BYTES)
    throw new SatchelError('skill_archive_refused', {
      params: { reason: 'too_large' },
      details: { reason: 'too_large' },
    })
  return inArchive(readFileSync(path), path)
}

/** The skills of a folder. Errors: `skill_none_found`. */
export const inFolder = (folder: string): Source => {
  const isOne = hasDocument(folder)
  const folders = isOne ? [''] : PLACES.flatMap((place) => skillsBelow(folder, place))
  if (folders.length === 0) throw new SatchelError('skill_none_found', { params: { path: folder } })
  return {
    found: [...new Set(folders)].slice(0, LIMITS.skills).map((at) => ({
      folder: at,
      folderName: basename(at === '' ? folder : at),
      raw: readSkillFolder(join(folder, at)),
    })),
    folder,
    several: !isOne,
    from: folder,
  }
}

/** The folders right below `place`, or one level further down, that are skills. Links are not followed. */
const skillsBelow = (folder: string, place: string): string[] => {
  const direct = foldersIn(join(folder, place))
    .filter((name) => place !== '' || !name.startsWith('.'))
    .map((name) => (place === '' ? name : `${place}/${name}`))
  return direct.flatMap((at) => {
    if (hasDocument(join(folder, at))) return [at]
    if (place === '') return []
    return foldersIn(join(folder, at))
      .map((name) => `${at}/${name}`)
      .filter((below) => hasDocument(join(folder, below)))
  })
}

/** The subfolders of a folder; none if it does not exist. */
const foldersIn = (path: string): string[] => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isIgnored(entry.name) && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .toSorted()
    .slice(0, LIMITS.skills)
}

const hasDocument = (folder: string): boolean => {
  const entries = readdirSync(folder, { withFileTypes: true })
  return documentOf(entries.filter((entry) => entry.isFile()).map(({ name }) => name)) !== undefined
}

const inArchive = async (bytes: Buffer, from: string): Promise<Source> => {
  const files = await readZip(bytes)
  const folders = [...files.keys()]
    .filter((path) => documentOf([basename(path)]) !== undefined)
    .map((path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''))
  // A skill within a skill is part of its files.
  const outer = [...new Set(folders)].filter(
    (at) => !folders.some((other) => other !== at && (other === '' || at.startsWith(`${other}/`))),
  )
  if (outer.length === 0) throw new SatchelError('skill_none_found', { params: { path: from } })
  const archive = basename(from).replace(/\.(?:zip|skill)$/iu, '')
  return {
    found: outer
      .toSorted()
      .slice(0, LIMITS.skills)
      .map((at) => ({
        folder: at,
        folderName: at === '' ? archive : basename(at),
        raw: checked(filesBelow(files, at)),
      })),
    folder: null,
    several: outer.length > 1,
    from,
  }
}

const filesBelow = (files: RawFiles, folder: string): RawFiles => {
  if (folder === '') return files
  const start = `${folder}/`
  return new Map(
    [...files]
      .filter(([path]) => path.startsWith(start))
      .map(([path, file]) => [path.slice(start.length), file]),
  )
}

/** An archive may hold several skills. Names that differ only in case become a finding that names both. */
const MOST = { files: LIMITS.files * 4, bytes: LIMITS.bytes * 2, caseClash: 'allowed' } as const

/** Unpacks a zip archive in memory. Errors: `skill_archive_refused` with the reason. */
export const readZip = async (bytes: Buffer): Promise<RawFiles> => {
  const files = new Map<string, Buffer>()
  await unzip(bytes, {
    limits: MOST,
    skip: (name) => name.split('/').some(isIgnored),
    take: async ({ name, content }) => {
      const parts: Buffer[] = []
      for await (const part of content) parts.push(part)
      files.set(name, Buffer.concat(parts))
    },
    refused,
  })
  return files
}

const refused = (reason: UnzipRefusal, cause?: unknown): SatchelError =>
  new SatchelError('skill_archive_refused', { params: { reason }, details: { reason }, cause })
