import { readDocument, type SkillDocument } from './document.ts'
import { hashOfFiles, type RawSkill } from './files.ts'
import { createSkillFindings, type SkillFinding } from './findings.ts'
import { LIMITS } from './limits.ts'
import type { SkillFile } from '../contract/skills.ts'

/** A skill as read from its files, wherever they are. */
export interface ReadSkill extends SkillDocument {
  /** The author's version and the beginning of the hash: other content is another version (cap.md 4). */
  readonly version: string
  readonly sha256: string
  readonly listed: readonly SkillFile[]
}

/** The name of the file that makes a folder a skill. */
export const DOCUMENT = 'SKILL.md'

/** The program that runs a script, by file extension. */
export const INTERPRETERS: Readonly<Record<string, string>> = {
  py: 'python3',
  sh: 'sh',
  bash: 'bash',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  pl: 'perl',
  rb: 'ruby',
}

/** Reads the files of one skill. `skill` is null if an error prevents it from being one. */
export const readSkill = (
  raw: RawSkill,
  folder: string,
): { readonly skill: ReadSkill | null; readonly findings: readonly SkillFinding[] } => {
  const findings = createSkillFindings()
  for (const one of raw.findings) findings.note(one)
  const isBroken = (): boolean => findings.all().some(({ severity }) => severity === 'error')
  const file = documentOf(raw.files.keys())
  const bytes = file === undefined ? undefined : raw.files.get(file)
  if (file === undefined || bytes === undefined) {
    if (!isBroken()) findings.error('document_missing', '', null)
    return { skill: null, findings: findings.all() }
  }
  if (file !== DOCUMENT) findings.warning('document_name', file, null)
  const text = textOf(bytes)
  if (bytes.length > LIMITS.documentBytes)
    findings.error('document_large', file, null, { limit: LIMITS.documentBytes / 1024 })
  else if (text === null) findings.error('not_utf8', file, null)
  if (isBroken() || text === null) return { skill: null, findings: findings.all() }
  const document = readDocument({ file, text, folder }, findings)
  const listed = [...raw.files].map(([path, content]) => listedFile(path, content, file))
  const hasScripts = listed.some(({ kind }) => kind === 'script')
  if (hasScripts && document.allowedTools?.every(({ grants }) => grants !== 'scripts') === true)
    findings.warning('scripts_not_allowed', file, null)
  const sha256 = hashOfFiles(raw.files)
  const skill = {
    ...document,
    version: `${document.authorVersion}+${sha256.slice(0, 12)}`,
    sha256,
    listed: listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
  return { skill: isBroken() ? null : skill, findings: findings.all() }
}

/** The path of the document: `SKILL.md`, in any case. */
export const documentOf = (paths: Iterable<string>): string | undefined => {
  const found = [...paths].filter((path) => path.toLowerCase() === DOCUMENT.toLowerCase())
  return found.find((path) => path === DOCUMENT) ?? found[0]
}

/** The text of a file; null if it is binary. */
export const textOf = (bytes: Buffer): string | null => {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const listedFile = (path: string, bytes: Buffer, document: string): SkillFile => {
  const isText = textOf(bytes) !== null
  const isScript = isText && interpreterOf(path) !== null
  const kind = path === document ? 'document' : isScript ? 'script' : isText ? 'text' : 'other'
  return { path, bytes: bytes.length, kind }
}

/** The program that runs this file; null if it is not a script. */
export const interpreterOf = (path: string): string | null => {
  const ending = /\.([a-z]+)$/u.exec(path)?.[1] ?? ''
  return Object.hasOwn(INTERPRETERS, ending) ? (INTERPRETERS[ending] ?? null) : null
}
