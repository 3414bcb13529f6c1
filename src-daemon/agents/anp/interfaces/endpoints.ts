import type { ContactOperation } from '../../../contract/agent-contacts.ts'
import type { InterfaceFile } from './interface-file.ts'
import { recordOf, recordsOf, textOf, textOrNull } from './values.ts'

type Json = Readonly<Record<string, unknown>>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** ANP's own YAML: `interface.endpoints[]`, each a method and a path with parameters (anp.md 4). */
export const readEndpoints = (file: InterfaceFile): void => {
  const { json, place, collected, files } = file
  const described = recordOf(json['interface'])
  const base = textOrNull(described['baseUrl']) ?? textOrNull(described['base_url']) ?? file.url
  recordsOf(described['endpoints']).forEach((endpoint, index) => {
    const at = `${place} interface.endpoints[${String(index)}]`
    const method = (textOrNull(endpoint['method']) ?? 'POST').toUpperCase()
    const written = textOrNull(endpoint['url']) ?? textOrNull(endpoint['path'])
    const url =
      written === null
        ? null
        : (files.addressOf(written, files.addressOf(base, file.url) ?? file.url) ?? null)
    if (url === null || !METHODS.includes(method)) {
      collected.problem(at, url === null ? 'address_missing' : 'operation_unreadable', method)
      return
    }
    const kind = kindOf(file, textOf(described['type']))
    const name = textOrNull(endpoint['name']) ?? textOrNull(endpoint['path']) ?? 'endpoint'
    const response = recordOf(endpoint['response'] ?? endpoint['responses'])
    const { type } = response
    collected.add(at, {
      name,
      title: name,
      description: textOf(endpoint['description']) || textOf(described['description']) || file.description,
      kind,
      interface: { kind: 'endpoints', protocol: file.protocol, url },
      input: inputOf(endpoint, kind),
      output: typeof type === 'string' && kind === 'call' ? schemaOf(response) : null,
      asksAlways: file.asksAlways || kind === 'purchase' || endpoint['humanAuthorization'] === true,
      how: {
        method,
        places: Object.fromEntries(
          parametersIn(endpoint).map(({ name: key, where }) => [key, where(method, url)]),
        ),
        ...(endpoint['sseSupport'] === true && { stream: true }),
      },
    })
  })
}

/** A booking is a purchase: both bind the owner. */
const kindOf = ({ kind }: InterfaceFile, type: string): ContactOperation['kind'] => {
  const said = `${kind} ${type}`
  if (/purchase|booking/i.test(said)) return 'purchase'
  return /natural ?language/i.test(said) ? 'question' : 'call'
}

type Where = 'path' | 'query' | 'body'

const parametersIn = (
  endpoint: Json,
): readonly { readonly name: string; readonly json: Json; where(method: string, url: string): Where }[] =>
  recordsOf(endpoint['parameters']).flatMap((json) => {
    const name = textOrNull(json['name'])
    if (name === null) return []
    const where = (method: string, url: string): Where => {
      if (decodeURIComponent(new URL(url).pathname).includes(`{${name}}`)) return 'path'
      return json['in'] === 'query' || method === 'GET' || method === 'DELETE' ? 'query' : 'body'
    }
    return [{ name, json, where }]
  })

const inputOf = (endpoint: Json, kind: ContactOperation['kind']): Json => {
  const parameters = parametersIn(endpoint)
  const properties = Object.fromEntries(parameters.map(({ name, json }) => [name, schemaOf(json)]))
  const required = parameters.filter(({ json }) => json['required'] === true).map(({ name }) => name)
  const isQuestion = kind === 'question' && parameters.length === 0
  return {
    type: 'object',
    properties: isQuestion ? { question: { type: 'string' } } : properties,
    ...(isQuestion ? { required: ['question'] } : required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** A parameter or a response is a schema, but for its own name and whether it must be given. */
const schemaOf = ({ name: _, in: __, required, ...schema }: Json): Json =>
  Array.isArray(required) ? { ...schema, required } : schema
