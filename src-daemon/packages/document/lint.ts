import { LINT_VERSION, lintText } from '../../lint/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import type { Findings, Place, ProblemCode } from './findings.ts'
import { BUILT_IN_TOOLS, isReservedName } from './tools.ts'
import type { AcpPackage, JsonObject, ToolDeclaration } from '../../contract/packages.ts'

/** Whether a problem is one of lint's. */
export const isLintCode = (code: string): boolean => code.startsWith('lint_')

interface LintText {
  readonly text: string
  readonly place: () => Place
}

interface Hit {
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  readonly found: string
}

/** What is found in a text of a package that has these tools: by the rules for all texts, and an undeclared tool. */
const hitsOf = (text: string, tools: readonly string[]): readonly Hit[] => {
  const undeclared = [
    ...text.matchAll(/\b(?:state|ui)\.[a-z]+\b|`([a-z]+(?:_[a-z]+)+)`(?=\s+tool)|\btool\s+`([a-z][\w.]*)`/g),
  ]
    .map(([whole, before, after]) => before ?? after ?? whole)
    .find((name) => !tools.includes(name) && (BUILT_IN_TOOLS.includes(name) || !isReservedName(name)))
  return [
    ...lintText(text),
    ...(undeclared === undefined
      ? []
      : [{ code: 'lint_undeclared_tool', severity: 'warning', found: undeclared } as const]),
  ]
}

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

/** Runs the rules over every text of a package that a model, or a person in a review, will read. */
export const lint = (document: PackageDocument, findings: Findings, input: LintInput): void => {
  const names = input.tools.map(({ name }) => name)
  // No rule matches across lines, so one check of all texts joined nearly always makes checking each
  // unnecessary.
  if (hitsOf(allTexts(document, input).join('\n'), names).length === 0) return
  for (const { text, place } of lintTexts(document, input))
    for (const { code, severity, found } of hitsOf(text, names))
      findings[severity](code, place(), { found, params: { lintVersion: LINT_VERSION } })
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
