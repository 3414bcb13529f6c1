import { isScalar, type Scalar } from 'yaml'
import { isRecord } from '../../platform/is-record.ts'
import { appNamespaceOf, schemaProblems } from '../../state/index.ts'
import type { PackageDocument } from './document.ts'
import type { Findings, Place } from './findings.ts'
import { offsetAt, readJsonText } from './json-text.ts'
import { costProblem, metaSchemaProblems } from './meta-schema.ts'
import { patternProblem } from './pattern.ts'
import type { JsonObject } from '../../contract/packages.ts'

const PATH = ['schema'] as const
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

export interface SchemaSection {
  readonly schema: JsonObject
  readonly schemaUri: string
  /** The position of a part of the schema in the file, by its JSON pointer. */
  readonly placeOf: (pointer: readonly string[]) => Place
}

/** Reads `schema`: JSON text in the 2020-12 dialect whose `$id` belongs to the capability (acp.md 1.2, asm.md 1). */
export const readSchema = (
  document: PackageDocument,
  findings: Findings,
  input: { value: unknown; name: string; capUri: string },
): SchemaSection => {
  const whole = document.place(PATH)
  const none = { schema: {}, schemaUri: '', placeOf: () => whole }
  const { value, name, capUri } = input
  if (typeof value !== 'string') {
    const isMissing = value === undefined || value === null
    findings.error(isMissing ? 'missing_field' : 'wrong_type', whole, {
      found: isMissing ? null : JSON.stringify(value),
      expected: 'schema: | (a JSON Schema as text)',
    })
    return none
  }
  const places = textPlaces(document, PATH)
  const json = readJsonText(value)
  if ('problem' in json) {
    findings.error('invalid_json', places(json.offset), { found: json.problem, expected: 'JSON' })
    return none
  }
  const { value: schema } = json
  const placeOf = (pointer: readonly string[]): Place => ({
    offset: places(offsetAt(json.places, pointer)).offset,
    path: ['schema', ...pointer].join('.'),
  })
  checkContent(schema, value, name, capUri, findings, placeOf)
  const { $id: id } = schema
  return { schema, schemaUri: typeof id === 'string' ? id : '', placeOf }
}

const checkContent = (
  schema: JsonObject,
  text: string,
  name: string,
  capUri: string,
  findings: Findings,
  placeOf: SchemaSection['placeOf'],
): void => {
  const { $id: id, $schema: dialect, type, properties } = schema
  if (typeof id !== 'string' || !isOwnSchema(id, name)) {
    const expected = `did:nuwa:cap:${name}:state:<Name>#v1, did:nuwa:state:${name}#v1, did:nuwa:app:<app>:state:<Name>#v1`
    findings.error('schema_namespace', placeOf(['$id']), { found: JSON.stringify(id ?? null), expected })
  }
  if (dialect !== undefined && dialect !== DIALECT) {
    const found = JSON.stringify(dialect)
    findings.error('invalid_value', placeOf(['$schema']), { found, expected: DIALECT })
  }
  if (type !== 'object' || !isRecord(properties)) {
    const key = type === 'object' ? 'properties' : 'type'
    const found = JSON.stringify(schema[key] ?? null)
    findings.error('wrong_type', placeOf([key]), { found, expected: '"type": "object", "properties": {…}' })
  }
  const costly = costProblem(schema)
  if (costly !== null) {
    const found = `${pointerOf(costly.at)} ${costly.problem}`
    findings.error('costly_schema', placeOf(costly.at), { found })
    return
  }
  const invalid = metaSchemaProblems(schema)
  for (const { at, problem, expected } of invalid)
    findings.error('invalid_schema', placeOf(at), { found: `${pointerOf(at)} ${problem}`, expected })
  // State's rules assume a valid JSON Schema.
  if (invalid.length === 0 && isRecord(properties)) checkDialect(schema, text, capUri, findings, placeOf)
}

/** The annotations of asm.md 1, and patterns in linear time. */
const checkDialect = (
  schema: JsonObject,
  text: string,
  capUri: string,
  findings: Findings,
  placeOf: SchemaSection['placeOf'],
): void => {
  for (const { at, problem, severity } of schemaProblems(schema, capUri, { grants: appsAskedFor(schema) })) {
    const about = { found: problem, params: { reason: problem } }
    if (severity === 'warning') {
      findings.warning('schema_without_effect', placeOf(at), about)
      continue
    }
    // Already reported with a message of its own.
    if (at.length === 1 && ['$id', '$schema', 'type'].includes(at[0] ?? '')) continue
    findings.error('schema_refused', placeOf(at), about)
  }
  // The keyword can be spelled with escapes; without escapes and without the word there is nothing to check.
  const patterns = /pattern|\\u/.test(text) ? patternsIn(schema, []) : []
  for (const { at, pattern } of patterns) {
    const problem = patternProblem(pattern)
    if (problem !== null) findings.error('invalid_regex', placeOf(at), { found: problem, expected: 'RE2' })
  }
}

/** Keywords whose members are named by the author. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
/** Keywords whose value is data. */
const DATA = ['enum', 'const', 'default', 'examples']

const patternsIn = (value: unknown, at: readonly string[]): { at: readonly string[]; pattern: string }[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => patternsIn(item, [...at, String(index)]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const here = [...at, key]
    if (key === 'pattern') return typeof child === 'string' ? [{ at: here, pattern: child }] : []
    if (DATA.includes(key)) return []
    if (!NAMED.includes(key) || !isRecord(child)) return patternsIn(child, here)
    const names = key === 'patternProperties' ? Object.keys(child) : []
    return [
      ...names.map((pattern) => ({ at: [...here, pattern], pattern })),
      ...Object.entries(child).flatMap(([name, one]) => patternsIn(one, [...here, name])),
    ]
  })
}

const pointerOf = (at: readonly string[]): string => (at.length === 0 ? '#' : `#/${at.join('/')}`)

/**
 * The app namespace the schema is in. A package asks for it by naming it; installing the package grants it (asm.md
 * 1.6).
 */
export const appsAskedFor = ({ $id: id }: JsonObject): string[] => {
  const app = typeof id === 'string' ? appNamespaceOf(id) : null
  return app === null ? [] : [app]
}

/**
 * `did:nuwa:cap:<name>:state:<Name>#<ver>`, its alias `did:nuwa:state:<name>#<ver>`, or in the namespace of an app
 * (asm.md 1.6).
 */
const isOwnSchema = (uri: string, name: string): boolean => {
  if (/^did:nuwa:app:[a-z][a-z0-9_-]{0,62}:state:[A-Za-z][A-Za-z0-9_-]*#[A-Za-z0-9._-]+$/.test(uri))
    return true
  const [, owner] =
    /^did:nuwa:cap:([a-z][a-z0-9_-]*):state:[A-Za-z][A-Za-z0-9_-]*#[A-Za-z0-9._-]+$/.exec(uri) ??
    /^did:nuwa:state:([a-z][a-z0-9_-]*)#[A-Za-z0-9._-]+$/.exec(uri) ??
    []
  return owner === name
}

/**
 * Maps a part of an embedded text to its position in the file. Exact for literal blocks and for single-quoted
 * text on one line, the usual ways to write a schema; otherwise the position of the whole text.
 */
const textPlaces = (
  document: PackageDocument,
  path: readonly (string | number)[],
): ((offset: number) => Place) => {
  const whole = document.place(path)
  const node = document.node(path)
  if (!isScalar(node) || typeof node.value !== 'string') return () => whole
  const { text } = document
  if (node.type === 'BLOCK_LITERAL') return blockPlaces(text, node, node.value, whole)
  const verbatim = whole.offset + (node.type === 'PLAIN' ? 0 : 1)
  const isVerbatim = text.startsWith(node.value, verbatim)
  return (offset) => (isVerbatim ? { ...whole, offset: verbatim + offset } : whole)
}

/** Every line of a literal block is a line of the file, indented by the same number of spaces. */
const blockPlaces = (
  text: string,
  node: Scalar,
  value: string,
  whole: Place,
): ((offset: number) => Place) => {
  let cached: { lines: readonly number[]; starts: readonly number[]; indent: number } | undefined

  const read = (): NonNullable<typeof cached> => {
    const first = text.indexOf('\n', node.range?.[0] ?? 0) + 1
    const lines = lineStarts(value)
    const starts = [first]
    for (let line = 1; line < lines.length; line++) starts.push(text.indexOf('\n', starts[line - 1]) + 1)
    const filled = lines.findIndex((start) => value[start] !== '\n')
    const indent = text.indexOf(value.charAt(lines[filled] ?? 0), starts[filled]) - (starts[filled] ?? 0)
    return { lines, starts, indent: Math.max(0, indent) }
  }

  return (offset) => {
    const { lines, starts, indent } = (cached ??= read())
    const line = Math.max(
      0,
      lines.findLastIndex((start) => start <= offset),
    )
    return { ...whole, offset: (starts[line] ?? whole.offset) + indent + offset - (lines[line] ?? 0) }
  }
}

const lineStarts = (text: string): number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
