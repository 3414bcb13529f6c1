import { SatchelError } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/is-record.ts'
import type { InterfaceFile } from './interface-file.ts'
import { dereferenced, selfContained } from './self-contained.ts'
import { recordOf, recordsOf, serverUrl, textOf, textOrNull } from './values.ts'

type Json = Readonly<Record<string, unknown>>
type Where = 'path' | 'query' | 'header' | 'body'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Headers that say how to reach the agent, or who calls, are never an argument. */
const NO_ARGUMENT =
  /^(?:authorization|cookie|host|content-.*|accept.*|signature.*|idempotency-key|proxy-.*|sec-.*)$/i

/** The operations of an OpenAPI 3 document. What it refers to in other files is loaded as all linked files are. */
export const readOpenApi = async (file: InterfaceFile): Promise<void> => {
  const json = await bundled(file)
  for (const [path, item] of Object.entries(recordOf(json['paths']))) {
    const described = recordOf(dereferenced(item, json))
    const written = recordOf(recordOf(file.json['paths'])[path])
    for (const method of METHODS) {
      const operation = dereferenced(described[method], json)
      if (!isRecord(operation)) continue
      // From the file itself: the library loses the port of servers it makes absolute.
      const servers = [recordOf(written[method]), written, file.json].map((one) => serverUrl(one['servers']))
      const server = servers.find((one) => one !== null) ?? null
      readOperation({ ...file, json }, { path, method, described, operation, server })
    }
  }
}

/** With other files brought in. Where the library can't, the file is read as it is. */
const bundled = async (file: InterfaceFile): Promise<Json> => {
  const { json, url, files, place, collected } = file
  if (!hasForeignReference(json)) return json
  const { default: parser } = await import('@apidevtools/swagger-parser')
  const read = async ({ url: written }: { url: string }): Promise<Json> => {
    const address = files.addressOf(written)
    const loaded = address === null ? null : await files.load(address)
    if (loaded?.ok === true) return loaded.value
    throw new Error(`${written}: ${loaded?.problem.code ?? 'address_refused'}`)
  }
  // Nothing but the network guard may open what a file names, whatever the scheme.
  const guarded = { order: 1, canRead: true, read }
  try {
    const options = { resolve: { file: false, http: false, guarded }, parse: { json: true } } as const
    const copy = structuredClone(json) as unknown as Parameters<typeof parser.bundle>[1]
    return recordOf(await parser.bundle(url, copy, options))
  } catch (thrown) {
    if (thrown instanceof SatchelError) throw thrown
    collected.problem(place, 'not_loaded', thrown instanceof Error ? thrown.message : null)
    return json
  }
}

const hasForeignReference = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasForeignReference)
    : isRecord(value) &&
      Object.entries(value).some(([name, inner]) =>
        name === '$ref' && typeof inner === 'string' ? !inner.startsWith('#') : hasForeignReference(inner),
      )

interface Parameter {
  readonly name: string
  readonly where: Where
  readonly isRequired: boolean
  readonly schema: Json
}

interface Operation {
  readonly path: string
  readonly method: string
  /** What all methods of the path share. */
  readonly described: Json
  readonly operation: Json
  readonly server: string | null
}

const readOperation = (
  file: InterfaceFile,
  { path, method, described, operation, server }: Operation,
): void => {
  const { json, collected, files } = file
  const at = `${file.place} paths.${path}.${method}`
  const base = files.addressOf(server ?? '/', file.url)
  const url = base === null ? null : files.addressOf(`${base.replace(/\/$/, '')}${path}`)
  if (url === null) {
    collected.problem(at, 'address_missing')
    return
  }
  const parameters = parametersOf(
    [...recordsOf(described['parameters']), ...recordsOf(operation['parameters'])],
    file,
  )
  if (parameters === null) {
    collected.problem(at, 'operation_unreadable', 'parameters')
    return
  }
  const body = bodyOf(operation, json, new Set(parameters.map((one) => one.name)))
  if (body === undefined) {
    collected.problem(at, 'operation_unreadable', 'requestBody')
    return
  }
  const isWhole = body !== null && parameters.length === 0 && isOfMembers(body.schema, json)
  const all = body === null || isWhole ? parameters : [...parameters, body]
  const name = textOrNull(operation['operationId']) ?? `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`
  collected.add(at, {
    name,
    title: textOf(operation['summary']) || name,
    description: textOf(operation['description']) || textOf(operation['summary']),
    kind: /purchase|booking/i.test(file.kind) ? 'purchase' : 'call',
    interface: { kind: 'openapi', protocol: file.protocol, url },
    input: selfContained(isWhole ? recordOf(dereferenced(body.schema, json)) : inputOf(all), json),
    output: outputOf(operation, json),
    asksAlways:
      file.asksAlways || /purchase|booking/i.test(file.kind) || operation['humanAuthorization'] === true,
    how: {
      method: method.toUpperCase(),
      places: Object.fromEntries(all.map((one) => [one.name, one.where])),
      ...(!isWhole && body !== null && { body: body.name }),
    },
  })
}

const inputOf = (parameters: readonly Parameter[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  additionalProperties: false,
})

/** Whether the body alone can be the input, which is an object. */
const isOfMembers = (schema: Json, file: Json): boolean => {
  const { type } = recordOf(dereferenced(schema, file))
  return type === 'object'
}

/** Null if one that must be given can't be. */
const parametersOf = (written: readonly Json[], { json }: InterfaceFile): readonly Parameter[] | null => {
  const byName = new Map<string, Parameter>()
  for (const one of written.map((parameter) => recordOf(dereferenced(parameter, json)))) {
    const name = textOrNull(one['name'])
    const where = one['in']
    const isRequired = one['required'] === true || where === 'path'
    const isUsable =
      where === 'path' || where === 'query' || (where === 'header' && !NO_ARGUMENT.test(name ?? ''))
    if (name === null || !isUsable) {
      if (isRequired && where !== 'header') return null
      continue
    }
    const content = Object.values(recordOf(one['content'])).find(isRecord)
    const description = textOrNull(one['description'])
    const schema = {
      ...(description === null ? {} : { description }),
      ...recordOf(one['schema'] ?? content?.['schema']),
    }
    byName.set(name, { name, where, isRequired, schema })
  }
  return [...byName.values()]
}

/** The JSON body; null if there is none, undefined if it must be of another kind. */
const bodyOf = (operation: Json, file: Json, taken: ReadonlySet<string>): Parameter | null | undefined => {
  if (operation['requestBody'] === undefined) return null
  const body = recordOf(dereferenced(operation['requestBody'], file))
  const content = recordOf(body['content'])
  const json = Object.entries(content).find(([type]) =>
    /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*/i.test(type),
  )
  if (json === undefined) return body['required'] === true ? undefined : null
  const schema = recordOf(recordOf(json[1])['schema'])
  return {
    name: taken.has('body') ? 'requestBody' : 'body',
    where: 'body',
    isRequired: body['required'] === true,
    schema,
  }
}

const outputOf = (operation: Json, file: Json): Json | null => {
  const responses = recordOf(operation['responses'])
  const name = ['200', '201', '202', '2XX', 'default'].find((status) => status in responses)
  const response = name === undefined ? {} : recordOf(dereferenced(responses[name], file))
  const json = Object.entries(recordOf(response['content'])).find(([type]) => /json\b/i.test(type))
  const schema = json === undefined ? undefined : recordOf(json[1])['schema']
  return isRecord(schema) ? selfContained(schema, file) : null
}
