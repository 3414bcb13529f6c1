import { dereferenced, selfContained } from './self-contained.ts'
import type { InterfaceFile } from './interface-file.ts'
import { listOf, recordOf, recordsOf, serverUrl, textOf, textOrNull } from './values.ts'

type Json = Readonly<Record<string, unknown>>

/** The methods of an OpenRPC document, called with parameters by name (anp.md 4). */
export const readOpenRpc = (file: InterfaceFile): void => {
  const { json, place, collected } = file
  listOf(json['methods']).forEach((written, index) => {
    const at = `${place} methods[${String(index)}]`
    const method = recordOf(dereferenced(written, json))
    const name = textOrNull(method['name'])
    if (name === null) {
      collected.problem(at, 'operation_unreadable', 'name')
      return
    }
    const url = addressOf(file, serverUrl(method['servers']) ?? serverUrl(json['servers']))
    if (url === null) {
      collected.problem(at, 'address_missing', name)
      return
    }
    const { input, order } = parametersOf(method, json)
    const result = recordOf(dereferenced(method['result'], json))['schema']
    collected.add(at, {
      name,
      title: textOf(method['summary']) || name,
      description: textOf(method['description']) || textOf(method['summary']),
      kind: 'call',
      interface: { kind: 'openrpc', protocol: file.protocol, url },
      input,
      output: result === undefined ? null : selfContained(result, json),
      asksAlways: file.asksAlways || method['humanAuthorization'] === true,
      how: { rpc: name, ...(method['paramStructure'] === 'by-position' && { order }) },
    })
  })
}

/** A server is relative to the file; none at all means that the file doesn't say. */
export const addressOf = ({ files, url }: InterfaceFile, server: string | null): string | null =>
  server === null ? null : files.addressOf(server, url)

const parametersOf = (method: Json, file: Json): { input: Json; order: readonly string[] } => {
  const parameters = recordsOf(listOf(method['params']).map((one) => dereferenced(one, file)))
  const named = parameters.flatMap((one) => {
    const name = textOrNull(one['name'])
    return name === null ? [] : [{ name, one }]
  })
  const properties = Object.fromEntries(
    named.map(({ name, one }) => {
      const description = textOrNull(one['description'])
      return [name, { ...(description === null ? {} : { description }), ...recordOf(one['schema']) }]
    }),
  )
  const required = named.filter(({ one }) => one['required'] === true).map(({ name }) => name)
  return {
    order: named.map(({ name }) => name),
    input: selfContained(
      { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
      file,
    ),
  }
}
