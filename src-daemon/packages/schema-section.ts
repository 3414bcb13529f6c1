import { isMap, isScalar, parseDocument as parseYaml } from 'yaml'
import { SatchelError } from '../platform/errors.ts'
import { isTooDeepToParse, type PackageDocument } from './document.ts'
import { isFields } from './fields.ts'
import type { Findings } from './findings.ts'
import type { JsonObject } from './types.ts'

const PATH = ['schema'] as const
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Checks a schema as state will when it is registered; throws a `SatchelError` when it would be refused. */
export type CheckSchema = (input: { owner: string; schema: JsonObject }) => void

/** Reads `schema`: JSON text whose `$id` belongs to the capability (acp.md 1.2, asm.md 1.6). */
export const readSchema = (
  document: PackageDocument,
  findings: Findings,
  input: { value: unknown; name: string; capUri: string; checkSchema: CheckSchema | null },
): { schema: JsonObject; schemaUri: string } => {
  const none = { schema: {}, schemaUri: '' }
  const place = document.place(PATH)
  const { value, name, capUri, checkSchema } = input
  if (typeof value !== 'string') {
    const code = value === undefined || value === null ? 'missing_field' : 'wrong_type'
    findings.error(code, place, { expected: 'a JSON Schema as text' })
    return none
  }
  const schema = parseJson(value)
  if (typeof schema === 'string') {
    findings.error('invalid_json', place, { found: schema, expected: 'JSON' })
    return none
  }
  const schemaUri = schema['$id']
  if (typeof schemaUri !== 'string' || !isOwnSchema(schemaUri, name)) {
    const expected = `did:nuwa:cap:${name}:state:<Name>#v1`
    findings.error('schema_namespace', place, { found: JSON.stringify(schemaUri ?? null), expected })
    return none
  }
  const dialect = schema['$schema']
  if (dialect !== undefined && dialect !== DIALECT) {
    findings.error(
      'invalid_value',
      { ...place, path: 'schema.$schema' },
      { found: JSON.stringify(dialect), expected: DIALECT },
    )
  }
  if (schema['type'] !== 'object' || !isFields(schema['properties'])) {
    findings.error(
      'wrong_type',
      { ...place, path: 'schema.type' },
      { found: JSON.stringify(schema['type'] ?? null), expected: 'object with properties' },
    )
    return none
  }
  if (checkSchema !== null && capUri !== '')
    askState(checkSchema, { owner: capUri, schema }, findings, document)
  return { schema, schemaUri }
}

const askState = (
  checkSchema: CheckSchema,
  input: { owner: string; schema: JsonObject },
  findings: Findings,
  document: PackageDocument,
): void => {
  try {
    checkSchema(input)
  } catch (thrown) {
    if (!(thrown instanceof SatchelError)) throw thrown
    findings.error('schema_refused', document.place(PATH), { found: thrown.code, params: thrown.params })
  }
}

/** `did:nuwa:cap:<name>:state:<Name>#<ver>`, or its alias `did:nuwa:state:<name>#<ver>` (asm.md 1.6). */
const isOwnSchema = (uri: string, name: string): boolean => {
  const [, owner] =
    /^did:nuwa:cap:([a-z][a-z0-9_-]*):state:[A-Za-z][A-Za-z0-9_-]*#[A-Za-z0-9._-]+$/.exec(uri) ??
    /^did:nuwa:state:([a-z][a-z0-9_-]*)#[A-Za-z0-9._-]+$/.exec(uri) ??
    []
  return owner === name
}

/** The object, or what is wrong with the text. JSON.parse would let the last of two equal keys win. */
const parseJson = (text: string): JsonObject | string => {
  if (isTooDeepToParse(text)) return '> 64'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'JSON'
  }
  if (!isFields(value)) return JSON.stringify(value).slice(0, 40)
  const repeated = repeatedKey(parseYaml(text, { uniqueKeys: false, logLevel: 'silent' }).contents)
  return repeated === null ? value : `"${repeated}" × 2`
}

const repeatedKey = (node: unknown): string | null => {
  const items: readonly unknown[] =
    typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
      ? node.items
      : []
  const seen = new Set<unknown>()
  for (const item of items) {
    const inMap = isMap(node) && typeof item === 'object' && item !== null && 'key' in item && 'value' in item
    if (inMap && isScalar(item.key)) {
      if (seen.has(item.key.value)) return String(item.key.value)
      seen.add(item.key.value)
    }
    const deeper = repeatedKey(inMap ? item.value : item)
    if (deeper !== null) return deeper
  }
  return null
}
