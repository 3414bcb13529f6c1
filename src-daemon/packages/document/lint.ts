import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import type { Findings, Place, ProblemCode } from './findings.ts'
import { BUILT_IN_TOOLS } from './tools.ts'
import type { AcpPackage, JsonObject, ToolDeclaration } from '../../contract/packages.ts'

/** Raised with every change of the rules, to tell results of older rules apart. */
export const LINT_VERSION = 2

/** Whether a problem is one of lint's. */
export const isLintCode = (code: string): boolean => code.startsWith('lint_')

interface LintText {
  readonly text: string
  readonly place: () => Place
}

interface LintRule {
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  /** The offending piece, or null. */
  readonly find: (text: string, tools: readonly string[]) => string | null
}

const isAscii = (text: string): boolean => !/[^\x00-\x7F]/.test(text)

const firstMatch = (pattern: RegExp) => (text: string) => pattern.exec(text)?.[0] ?? null

/** What a text for a model must not contain (acp.md 3). The patterns are ours and linear. */
const rules: readonly LintRule[] = [
  {
    code: 'lint_hidden_unicode',
    severity: 'error',
    // Bidirectional controls, tag characters and the like; zero-width characters in runs (a single one joins
    // emoji) or inside a Latin word.
    find: (text) => {
      if (isAscii(text)) return null
      const hit =
        /[\u061C\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\u3164\uFFF9-\uFFFB]|[\u{E0100}-\u{E01EF}]|[\u200B-\u200F\u2060-\u2064\uFEFF]{2,}|(?<=[A-Za-z0-9])[\u00AD\u200B-\u200D\u2060-\u2064\uFEFF](?=[A-Za-z0-9])/u.exec(
          text,
        )
      return hit === null ? null : [...hit[0]].slice(0, 4).map(codePoint).join(' ')
    },
  },
  {
    code: 'lint_override',
    severity: 'error',
    find: firstMatch(
      /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|system|other|all)\b[^.\n]{0,20}\b(?:instructions?|rules?|prompts?|messages?)\b|(?:忽略|无视|無視)[^。\n]{0,20}(?:指令|指示|规则|提示|ルール)|\b(?:ignora|olvida)\b[^.\n]{0,40}\binstrucciones\b|\bdo not (?:tell|inform|show) the user\b|\byou are now (?:in )?(?:developer|dan|jailbreak)/i,
    ),
  },
  {
    code: 'lint_exfiltration',
    severity: 'error',
    find: firstMatch(/https?:\/\/[^\s)>\]"']{0,300}(?:\{[^}\s]{1,60}\}|\$\{|<[A-Za-z_]{2,40}>|%s)/i),
  },
  { code: 'lint_directive', severity: 'error', find: firstMatch(/(?:^|\s)\/(?:back|switch)\b/m) },
  { code: 'lint_base64', severity: 'error', find: (text) => longRun(text, 200) },
  {
    code: 'lint_mixed_scripts',
    severity: 'warning',
    // Cyrillic and Greek have letters that look Latin; a single Greek letter is a unit or a formula.
    find: (text) =>
      isAscii(text)
        ? null
        : ((text.match(/\p{L}{4,}/gu) ?? []).find(
            (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
          ) ?? null),
  },
  {
    code: 'lint_undeclared_tool',
    severity: 'warning',
    find: (text, tools) =>
      [...text.matchAll(/\bstate\.[a-z]+\b|`([a-z]+(?:_[a-z]+)+)`(?=\s+tool)|\btool\s+`([a-z][\w.]*)`/g)]
        .map(([whole, before, after]) => before ?? after ?? whole)
        .find(
          (name) => !tools.includes(name) && (BUILT_IN_TOOLS.includes(name) || !name.startsWith('state.')),
        ) ?? null,
  },
]

/**
 * The first run of at least `least` base64 characters, with its padding. Such a run must cover one of every
 * `least` positions.
 */
const longRun = (text: string, least: number): string | null => {
  for (let at = least - 1; at < text.length; at += least) {
    if (!isBase64(text, at)) continue
    let start = at
    while (isBase64(text, start - 1)) start--
    while (isBase64(text, at + 1)) at++
    if (at + 1 - start >= least)
      return text.slice(start, at + 1) + (/^={0,2}/.exec(text.slice(at + 1, at + 3))?.[0] ?? '')
  }
  return null
}

const isBase64 = (text: string, at: number): boolean => /[A-Za-z0-9+/_-]/.test(text.charAt(at))

interface LintInput {
  readonly title: string
  readonly prompt: string
  readonly description: string
  readonly tools: readonly ToolDeclaration[]
  readonly bindings: AcpPackage['bindings']
  readonly schema: JsonObject
  /** The position of a part of the schema. */
  readonly schemaPlace: (pointer: readonly string[]) => Place
}

/** The findings in one text, except of rules about the tools a package declares. */
export const lintText = (text: string): readonly { readonly code: string; readonly found: string }[] =>
  rules.flatMap(({ code, find }) => {
    const found = code === 'lint_undeclared_tool' ? null : find(text, [])
    return found === null ? [] : [{ code, found }]
  })

/** Runs the rules over every text of a package that a model, or a person in a review, will read. */
export const lint = (document: PackageDocument, findings: Findings, input: LintInput): void => {
  const names = input.tools.map(({ name }) => name)
  // No rule matches across lines, so one check of all texts joined nearly always makes checking each
  // unnecessary.
  const all = allTexts(document, input).join('\n')
  const hits = rules.filter((rule) => rule.find(all, names) !== null)
  if (hits.length === 0) return
  const texts = lintTexts(document, input)
  for (const { code, severity, find } of hits) {
    for (const { text, place } of texts) {
      const found = find(text, names)
      if (found !== null) findings[severity](code, place(), { found, params: { lintVersion: LINT_VERSION } })
    }
  }
}

/** The texts of `lintTexts` without their places. */
const allTexts = (document: PackageDocument, input: LintInput): string[] => {
  const texts = [input.title, input.prompt, input.description]
  for (const [index, { name, description }] of input.tools.entries()) {
    texts.push(name, description)
    collectTexts(valueAt(document, ['tools', index, 'function', 'parameters']), texts)
  }
  for (const binding of Object.values(input.bindings))
    for (const key of SHOWN) collectTexts(binding[key], texts)
  collectTexts(input.schema, texts)
  return texts
}

const collectTexts = (value: unknown, into: string[]): void => {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, into)
  else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      into.push(key)
      collectTexts(value[key], into)
    }
  }
}

const lintTexts = (document: PackageDocument, input: LintInput): LintText[] => {
  const texts: LintText[] = []
  const add = (text: unknown, path: Path): void => {
    if (typeof text === 'string') texts.push({ text, place: () => document.place(path) })
  }
  add(input.title, ['metadata', 'name'])
  add(input.prompt, ['prompt'])
  add(input.description, ['metadata', 'description'])
  for (const [index, { name, description }] of input.tools.entries()) {
    const at = ['tools', index, 'function']
    add(`${name}\n${description}`, [...at, 'description'])
    // As written in the file: an inlined schema is checked below.
    const parameters = valueAt(document, [...at, 'parameters'])
    eachText(parameters, null, (text, trail) => {
      texts.push({ text, place: () => document.place([...at, 'parameters', ...stepsOf(trail)]) })
    })
  }
  for (const [name, binding] of Object.entries(input.bindings))
    for (const key of SHOWN) add(binding[key], ['tool_bindings', name, key])
  eachText(input.schema, null, (text, trail) => {
    texts.push({ text, place: () => input.schemaPlace(stepsOf(trail).map(String)) })
  })
  return texts
}

/** What a review names as the target of a binding; addresses have rules of their own. */
const SHOWN = ['service_uri', 'mcp_action', 'target_did', 'service_method']

/** The path to a part, as a linked list from its end: the array is made only when it is needed. */
type Trail = { readonly step: string | number; readonly before: Trail } | null

const stepsOf = (trail: Trail): (string | number)[] => {
  const steps = []
  for (let at = trail; at !== null; at = at.before) steps.unshift(at.step)
  return steps
}

/** Every text inside a schema: a model reads more than descriptions. */
const eachText = (value: unknown, trail: Trail, visit: (text: string, trail: Trail) => void): void => {
  if (typeof value === 'string') visit(value, trail)
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) eachText(item, { step: index, before: trail }, visit)
  } else if (isRecord(value)) {
    for (const [key, child] of Object.entries(value)) {
      const here = { step: key, before: trail }
      visit(key, here)
      eachText(child, here, visit)
    }
  }
}

const valueAt = ({ value }: PackageDocument, path: Path): unknown =>
  path.reduce<unknown>((node, part) => {
    if (Array.isArray(node)) return node[Number(part)]
    return isRecord(node) && Object.hasOwn(node, part) ? node[part] : undefined
  }, value)

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
