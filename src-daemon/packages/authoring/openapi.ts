import type { DraftAction, OpenApiOffer } from '../../contract/drafts.ts'
import { isSettableHeader } from '../../platform/http-headers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { readText } from '../document/bytes.ts'
import { parseDocument } from '../document/document.ts'
import type { Fields } from '../document/fields.ts'
import { isReservedName } from '../document/tools.ts'
import { createOpenApiSchemas, joined, type OpenApiSchemas } from './openapi-schema.ts'

type LeftOut = OpenApiOffer['leftOut'][number]
type Why = LeftOut['why']
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
/** The methods that tools can have, and whether they send a body. */
const TAKEN: ReadonlyMap<string, boolean> = new Map([
  ['get', false],
  ['delete', false],
  ['post', true],
  ['put', true],
  ['patch', true],
])
const JSON_TYPE = /^application\/json(?:\s*;|$)/i
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:\s*;|$)/i
/** As many operations are read. */
const MOST = 500

/**
 * The operations of an OpenAPI 3 document, in JSON or YAML, as tools: GET and DELETE, and POST, PUT and PATCH with JSON, with a key
 * or token in a header at most. Nothing is fetched: the document is only read, and references lead nowhere outside of it.
 *
 * @throws SatchelError `openapi_unusable` for what is no such document
 */
export const readOpenApi = (bytes: Uint8Array): OpenApiOffer => {
  const root = parse(bytes)
  if (!isRecord(root) || typeof root['openapi'] !== 'string' || !root['openapi'].startsWith('3.'))
    throw unusable('openapi: 3.x')
  const paths = isRecord(root['paths']) ? root['paths'] : {}
  const reading = { root, schemas: createOpenApiSchemas(root), names: new Set<string>() }
  const read = Object.entries(paths)
    .flatMap(([path, item]) => {
      const shared = reading.schemas.resolve(item)
      return METHODS.flatMap((method) => {
        const operation = shared[method]
        return isRecord(operation) ? [readOperation({ path, method, operation, shared }, reading)] : []
      })
    })
    .slice(0, MOST)
  return {
    title: textOf(isRecord(root['info']) ? root['info']['title'] : '').slice(0, 100),
    actions: read.flatMap((one) => ('binding' in one ? [one] : [])),
    leftOut: read.flatMap((one) => ('why' in one ? [one] : [])),
  }
}

const unusable = (problem: string): SatchelError =>
  new SatchelError('openapi_unusable', { params: { problem } })

/** As package files are read: no aliases, no tags, no key twice. */
const parse = (bytes: Uint8Array): unknown => {
  // Such documents come from any editor.
  const unix = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
    .replaceAll('\r\n', '\n')
  const { text, findings } = readText(Buffer.from(unix, 'latin1'), 'openapi')
  const document = text === null ? null : parseDocument(text, findings)
  if (document !== null && !findings.hasErrors()) return document.value
  const first = findings.all().find(({ severity }) => severity === 'error')
  throw unusable(first === undefined ? '' : `${first.code} (${String(first.line)}:${String(first.column)})`)
}

interface Reading {
  readonly root: Fields
  readonly schemas: OpenApiSchemas
  readonly names: Set<string>
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: Fields
  /** What all operations of the path share. */
  readonly shared: Fields
}

const readOperation = (one: Operation, reading: Reading): DraftAction | LeftOut => {
  const { path, method, operation, shared } = one
  const shown = `${method.toUpperCase()} ${path}`.slice(0, 200)
  const leave = (why: Why): LeftOut => ({ name: shown, why })
  if (!TAKEN.has(method)) return leave('method')
  const base = addressOf(operation, shared, reading.root)
  const url = base === null ? null : `${base}${path}`
  const placeholders = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  if (url === null || placeholders.some((name) => !/^[A-Za-z_][\w.-]*$/.test(name))) return leave('address')
  const headers = headersOf(operation, reading)
  if (headers === null) return leave('auth')
  const parameters = parametersOf(one, placeholders, reading)
  if (parameters === null) return leave('parameter')
  const body = TAKEN.get(method) === true ? bodyOf(operation, reading) : NOTHING
  if (typeof body === 'string') return leave(body)
  // Such a body is not sent, so what asks for one can't be asked.
  if (method === 'delete' && needsBody(operation, reading)) return leave('body')
  if (Object.keys(body.properties).some((name) => placeholders.includes(name))) return leave('body')
  const required = [...new Set([...parameters.required, ...body.required])]
  const description = [operation['summary'], operation['description']]
    .map(textOf)
    .filter((text) => text !== '')
  return {
    name: nameFor(one, reading.names),
    description: (description.join('. ') || shown).slice(0, 2000),
    parameters: {
      type: 'object',
      properties: { ...parameters.properties, ...body.properties },
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    binding: {
      type: method === 'get' ? 'http_get' : 'http_post',
      ...(method !== 'get' && method !== 'post' && { method: method.toUpperCase() }),
      url,
      ...(Object.keys(headers).length > 0 && { headers }),
    },
  }
}

/** The https address its paths begin with; null if it names none by itself. */
const addressOf = (...places: readonly Fields[]): string | null => {
  const servers = places
    .map((place) => place['servers'])
    .find((list) => Array.isArray(list) && list.length > 0)
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined
  const url = isRecord(first) ? textOf(first['url']) : ''
  return /^https:\/\/[^\s{}?#@\\]+$/.test(url) && URL.canParse(url) ? url.replace(/\/+$/, '') : null
}

interface Properties {
  readonly properties: Fields
  readonly required: readonly string[]
}

/** Its parameters in path and query; null if it needs another, or one beside a body. */
const parametersOf = (
  { operation, shared, method }: Operation,
  placeholders: readonly string[],
  { schemas }: Reading,
): Properties | null => {
  const lists = [shared['parameters'], operation['parameters']]
  const all = new Map<string, Fields>()
  for (const item of lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []))) {
    const parameter = schemas.resolve(item)
    all.set(`${textOf(parameter['in'])} ${textOf(parameter['name'])}`, parameter)
  }
  const properties = new Map<string, Fields>()
  const required: string[] = []
  for (const parameter of all.values()) {
    const name = textOf(parameter['name'])
    const place = textOf(parameter['in'])
    const isNeeded = parameter['required'] === true || place === 'path'
    const isTaken =
      (place === 'query' && TAKEN.get(method) === false) || (place === 'path' && placeholders.includes(name))
    if (!isTaken || name === '' || properties.has(name)) {
      if (isNeeded) return null
      continue
    }
    properties.set(name, schemas.plain(parameter['schema'], textOf(parameter['description'])))
    if (isNeeded) required.push(name)
  }
  return placeholders.every((name) => properties.has(name))
    ? { properties: Object.fromEntries(properties), required }
    : null
}

const NOTHING: Properties = { properties: {}, required: [] }

const needsBody = (operation: Fields, { schemas }: Reading): boolean =>
  operation['requestBody'] !== undefined && schemas.resolve(operation['requestBody'])['required'] === true

/** The members of its JSON body; why it can't be sent if it takes something else. */
const bodyOf = (operation: Fields, { schemas }: Reading): Properties | 'form' | 'body' => {
  if (operation['requestBody'] === undefined) return NOTHING
  const { content } = schemas.resolve(operation['requestBody'])
  const types = isRecord(content) ? Object.keys(content) : []
  const name = types.find((one) => JSON_TYPE.test(one))
  const json = isRecord(content) && name !== undefined ? content[name] : undefined
  const schema = schemas.plain(isRecord(json) ? json['schema'] : undefined, '')
  const { properties, required } = schema
  if (name === undefined && types.some((one) => FORM_TYPE.test(one))) return 'form'
  if (schema['type'] !== 'object' || !isRecord(properties)) return 'body'
  return { properties, required: Array.isArray(required) ? required.map(textOf) : [] }
}

/** The headers that carry its key or token; null if it signs in by other means. */
const headersOf = (operation: Fields, { root, schemas }: Reading): Fields | null => {
  const wanted = operation['security'] ?? root['security']
  if (!Array.isArray(wanted) || wanted.length === 0) return {}
  const components = isRecord(root['components']) ? root['components'] : {}
  const schemes = isRecord(components['securitySchemes']) ? components['securitySchemes'] : {}
  const ways = wanted.filter(isRecord).map((way) => {
    const headers = Object.keys(way).map((name) => headerOf(schemas.resolve(schemes[name])))
    const known = headers.filter((header) => header !== null)
    return known.length < headers.length ? null : joined(known)
  })
  // The one with the fewest secrets: an empty one means that it can be used without any.
  return (
    ways
      .filter((way): way is Fields => way !== null)
      .toSorted((a, b) => Object.keys(a).length - Object.keys(b).length)[0] ?? null
  )
}

const headerOf = (scheme: Fields): Fields | null => {
  const type = textOf(scheme['type'])
  const name = textOf(scheme['name'])
  if (type === 'http' && textOf(scheme['scheme']).toLowerCase() === 'bearer')
    return { Authorization: { secret: 'token', prefix: 'Bearer ' } }
  const isHeader = type === 'apiKey' && scheme['in'] === 'header' && isSettableHeader(name)
  return isHeader ? { [name]: { secret: 'key' } } : null
}

/** A name for a model, and none twice: its `operationId`, or its method and path. */
const nameFor = ({ operation, method, path }: Operation, taken: Set<string>): string => {
  const said = textOf(operation['operationId']) || `${method} ${path}`
  const words = said
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 50)
  const base = words === '' || isReservedName(words) ? method : words
  let name = base
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}_${String(number)}`
  taken.add(name.toLowerCase())
  return name
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
