import { lintText } from '../lint/index.ts'
import { estimateTokens } from '../platform/tokens.ts'
import { sha256Hex } from '../platform/sha256.ts'
import { toolOf, toolsWritten } from './allowed-tools.ts'
import type { SkillFindings } from './findings.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { LIMITS } from './limits.ts'
import type { SkillFacts, SkillTool } from '../contract/skills.ts'

/** A parsed `SKILL.md`. */
export interface SkillDocument extends SkillFacts {
  /** What its author calls this version; `0.0.0` by default. */
  readonly authorVersion: string
  readonly body: string
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u
const FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'],
  'version', // older files have it here; `metadata.version` is the right place
])
const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?::\d{1,5})?$/u
const MOST = { name: 64, description: 1024, compatibility: 500 } as const

/**
 * Reads a `SKILL.md` (Agent Skills specification) leniently: a mistake whose meaning is clear is a warning that says
 * how it was read; only a file without any meaning is an error.
 *
 * @param folder name of its folder; empty if it has none
 */
export const readDocument = (
  { file, text, folder }: { readonly file: string; readonly text: string; readonly folder: string },
  findings: SkillFindings,
): SkillDocument => {
  const { fields, body } = readFrontMatter(file, text, findings)
  const field = createFieldReader(file, fields, findings)
  for (const [name, { line }] of fields)
    if (!FIELDS.has(name)) findings.warning('field_unknown', file, line, { name: name.slice(0, 80) })
  const title = field.text('name')
  const metadata = field.texts('metadata')
  const document = {
    name: nameOf({ file, title, folder, line: fields.get('name')?.line ?? null, body }, findings),
    title: title === '' ? folder : title,
    description: descriptionOf({ file, said: field.text('description', MOST.description), body }, findings),
    license: field.text('license') || null,
    compatibility: field.text('compatibility', MOST.compatibility) || null,
    metadata,
    allowedTools: allowedOf(file, fields, findings),
    hosts: hostsOf(file, metadata, fields.get('metadata')?.line ?? null, findings),
    authorVersion: versionOf(file, metadata['version'] ?? field.text('version'), findings),
    body,
  }
  if (body === '') findings.warning('body_empty', file, null)
  const tokens = estimateTokens(body)
  if (tokens > LIMITS.bodyTokens)
    findings.warning('body_long', file, null, { tokens, limit: LIMITS.bodyTokens })
  for (const { code, found } of lintText(`${document.title}\n${document.description}\n${body}`))
    findings.note({ code, severity: 'warning', file, line: lineOf(text, found), params: { found } })
  return document
}

const createFieldReader = (file: string, fields: FrontMatter['fields'], findings: SkillFindings) => {
  const text = (name: string, most = 2000): string => {
    const field = fields.get(name)
    if (field === undefined || field.value === null) return ''
    const { value, line } = field
    const said = plain(value)
    if (said === null) {
      findings.warning('field_type', file, line, { name, expected: 'text' })
      return ''
    }
    const trimmed = said.trim()
    if (trimmed.length <= most) return trimmed
    findings.warning('field_long', file, line, { name, length: trimmed.length, limit: most })
    return trimmed.slice(0, most)
  }
  const texts = (name: string): Record<string, string> => {
    const field = fields.get(name)
    if (field === undefined || field.value === null) return {}
    const { value, line } = field
    if (typeof value !== 'object' || Array.isArray(value)) {
      findings.warning('field_type', file, line, { name, expected: 'name: text' })
      return {}
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
        const said = plain(inner)
        if (said !== null) return [[key, said]]
        findings.warning('field_type', file, line, { name: `${name}.${key}`, expected: 'text' })
        return []
      }),
    )
  }
  return { text, texts }
}

/** A text value, or one whose author forgot the quotes. */
const plain = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null

const nameOf = (
  at: { file: string; title: string; folder: string; line: number | null; body: string },
  findings: SkillFindings,
): string => {
  const { file, title, folder, line } = at
  if (title === '') findings.warning('name_missing', file, line)
  const name = [title, folder].map(asName).find((one) => one !== '')
  // Names in other scripts have no letters we can use; a part of the hash is at least stable.
  const used = name ?? `skill-${sha256Hex(`${title}\0${at.body}`).slice(0, 8)}`
  if (title !== '' && (!NAME.test(title) || title.length > MOST.name))
    findings.warning('name_mended', file, line, { name: title.slice(0, 80), used })
  else if (title !== '' && folder !== '' && title !== folder)
    findings.warning('name_differs', file, line, { name: title, folder })
  return used
}

const asName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, MOST.name)
    .replace(/^-+|-+$/gu, '')

const descriptionOf = (
  { file, said, body }: { file: string; said: string; body: string },
  findings: SkillFindings,
): string => {
  if (said !== '') return said
  const paragraph = body
    .split(/\n\s*\n/u)
    .map((one) => one.replace(/\s+/gu, ' ').trim())
    .find((one) => one !== '' && !one.startsWith('#'))
  if (paragraph === undefined) {
    findings.error('description_missing', file, null)
    return ''
  }
  findings.warning('description_guessed', file, null)
  return paragraph.slice(0, MOST.description)
}

const allowedOf = (
  file: string,
  fields: FrontMatter['fields'],
  findings: SkillFindings,
): SkillTool[] | null => {
  const field = fields.get('allowed-tools')
  if (field === undefined) return null
  const written = toolsWritten(field.value ?? '')
  if (written === null) {
    findings.warning('field_type', file, field.line, { name: 'allowed-tools', expected: 'text' })
    return []
  }
  const tools = [...new Set(written)].slice(0, 100).map(toolOf)
  for (const { written: tool, grants } of tools)
    if (grants === 'nothing') findings.warning('tool_unknown', file, field.line, { tool: tool.slice(0, 80) })
  return tools
}

const hostsOf = (
  file: string,
  metadata: Readonly<Record<string, string>>,
  line: number | null,
  findings: SkillFindings,
): string[] => {
  const written = (metadata['satchel-hosts'] ?? '').split(/[\s,]+/u).filter((one) => one !== '')
  const hosts = [...new Set(written)].filter((host) => HOST.test(host)).slice(0, 32)
  for (const host of written)
    if (!hosts.includes(host)) findings.warning('host_refused', file, line, { host: host.slice(0, 80) })
  return hosts
}

const versionOf = (file: string, written: string, findings: SkillFindings): string => {
  if (written === '') return '0.0.0'
  if (/^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$/u.test(written)) return written
  findings.warning('version_refused', file, null, { version: written.slice(0, 80) })
  return '0.0.0'
}

const lineOf = (text: string, found: string): number | null => {
  const at = text.indexOf(found)
  return at === -1 ? null : text.slice(0, at).split('\n').length
}
