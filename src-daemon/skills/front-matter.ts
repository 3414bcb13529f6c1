import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { isCyclic } from '../platform/json-depth.ts'
import type { SkillFindings } from './findings.ts'

/** The front matter of a `SKILL.md`: its fields, the line of each, and the text below it. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, { readonly value: unknown; readonly line: number }>
  readonly body: string
}

/** Maximum of aliases to resolve: front matter has no use for them. */
const MAX_ALIASES = 10

/**
 * Splits a `SKILL.md` and reads its front matter, as leniently as it can without guessing: invalid YAML is read line by
 * line as `name: value`, a missing front matter is empty. Both are warnings.
 */
export const readFrontMatter = (file: string, written: string, findings: SkillFindings): FrontMatter => {
  const text = written.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n')
  const opening = /^---[ \t]*\n/u.exec(text)
  const rest = opening === null ? '' : text.slice(opening[0].length)
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/mu.exec(rest)
  if (opening === null || closing === null) {
    findings.warning(opening === null ? 'front_matter_missing' : 'front_matter_open', file, 1)
    return { fields: new Map(), body: text.trim() }
  }
  const yaml = rest.slice(0, closing.index)
  const body = rest.slice(closing.index + closing[0].length).trim()
  return { fields: fieldsOf(file, yaml, findings), body }
}

const fieldsOf = (file: string, yaml: string, findings: SkillFindings): FrontMatter['fields'] => {
  const lines = new LineCounter()
  // Pretty errors take quadratic time: each looks for its line in the whole text.
  const document = parseDocument(yaml, {
    lineCounter: lines,
    prettyErrors: false,
    // We report the findings; the parser would write its warnings to this process's standard error.
    logLevel: 'error',
    uniqueKeys: false,
    schema: 'core',
  })
  const { contents } = document
  if (document.errors.length > 0 || (contents !== null && !isMap(contents))) {
    const [mistake] = document.errors
    const line = mistake === undefined ? 1 : lines.linePos(mistake.pos[0]).line
    findings.warning('front_matter_mended', file, line + 1)
    return lineByLine(yaml)
  }
  const values = valuesOf(document)
  if (values === null) {
    findings.warning('front_matter_mended', file, 2)
    return lineByLine(yaml)
  }
  const fields = new Map<string, { value: unknown; line: number }>()
  for (const { key } of contents?.items ?? []) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    const line = lines.linePos(key.range[0]).line + 1
    if (fields.has(name)) findings.warning('field_twice', file, line, { name })
    fields.set(name, { value: values[name], line })
  }
  return fields
}

const valuesOf = (document: ReturnType<typeof parseDocument>): Record<string, unknown> | null => {
  try {
    const values = (document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {}) as Record<string, unknown> // we checked that it is a map
    return isCyclic(values) ? null : values
  } catch {
    return null // aliases without end
  }
}

/**
 * Reads the mistakes of people who do not know YAML, most of all a value with a colon in it. Indented lines continue
 * the previous one.
 */
const lineByLine = (yaml: string): FrontMatter['fields'] => {
  const fields = new Map<string, { value: unknown; line: number }>()
  let last: string | null = null
  for (const [index, text] of yaml.split('\n').entries()) {
    const [, name, value = ''] = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/u.exec(text) ?? []
    if (name !== undefined) {
      fields.set(name, { value: unquoted(value.trim()), line: index + 2 })
      last = name
    } else if (last !== null && /^\s+\S/u.test(text)) {
      const before = fields.get(last)
      if (before !== undefined)
        fields.set(last, { ...before, value: `${String(before.value)} ${text.trim()}`.trim() })
    }
  }
  return fields
}

const unquoted = (value: string): string =>
  /^"(.*)"$/u.exec(value)?.[1] ?? /^'(.*)'$/u.exec(value)?.[1] ?? value.replace(/^[>|][+-]?$/u, '')
