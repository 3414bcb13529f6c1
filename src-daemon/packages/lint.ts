import type { PackageDocument, Path } from './document.ts'
import { isFields } from './fields.ts'
import type { Findings, ProblemCode } from './findings.ts'
import { BUILT_IN_TOOLS } from './tools.ts'
import type { AcpPackage, JsonObject, ToolDeclaration } from './types.ts'

/** Raised with every change of the rules, so that a result can be told from one of older rules. */
export const LINT_VERSION = 1

interface LintText {
  readonly text: string
  readonly path: Path
}

interface LintRule {
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  /** The offending piece, or null. */
  readonly find: (text: string, tools: readonly string[]) => string | null
}

const firstMatch = (pattern: RegExp) => (text: string) => pattern.exec(text)?.[0] ?? null

/** What a text a model reads must not contain (acp.md 3). Patterns are ours and linear. */
const rules: readonly LintRule[] = [
  {
    code: 'lint_hidden_unicode',
    severity: 'error',
    // Bidirectional controls, tag characters, runs of zero-width characters (one alone joins emoji), interlinear marks.
    find: (text) => {
      const hit =
        /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\uFFF9-\uFFFB]|[\u200B-\u200F\u2060-\u2064\uFEFF]{2,}/u.exec(
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
  { code: 'lint_base64', severity: 'error', find: firstMatch(/[A-Za-z0-9+/_-]{200,}={0,2}/) },
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

/** Runs the rules over everything of a package that a model will read, or a person in its review. */
export const lint = (
  document: PackageDocument,
  findings: Findings,
  input: {
    title: string
    prompt: string
    description: string
    tools: readonly ToolDeclaration[]
    bindings: AcpPackage['bindings']
    schema: JsonObject
  },
): void => {
  const names = input.tools.map(({ name }) => name)
  const texts: LintText[] = [
    { text: input.title, path: ['metadata', 'name'] },
    { text: input.prompt, path: ['prompt'] },
    { text: input.description, path: ['metadata', 'description'] },
    ...input.tools.flatMap(({ name, description, parameters }, index) => [
      { text: `${name}\n${description}`, path: ['tools', index, 'function', 'description'] },
      ...textsIn(parameters).map((text) => ({ text, path: ['tools', index, 'function', 'parameters'] })),
    ]),
    ...Object.entries(input.bindings).flatMap(([name, binding]) =>
      SHOWN.map((key) => ({ text: textOf(binding[key]), path: ['tool_bindings', name, key] })),
    ),
    ...textsIn(input.schema).map((text) => ({ text, path: ['schema'] })),
  ]
  for (const { text, path } of texts) {
    for (const { code, severity, find } of rules) {
      const found = find(text, names)
      if (found !== null)
        findings[severity](code, document.place(path), { found, params: { lintVersion: LINT_VERSION } })
    }
  }
}

/** What a review names as the place a binding reaches; addresses are held to rules of their own. */
const SHOWN = ['service_uri', 'mcp_action', 'target_did', 'service_method']

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Every text inside a schema: a description is not the only place where a model would read one. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isFields(value) ? Object.entries(value).flatMap(([key, child]) => [key, ...textsIn(child)]) : []
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
