import { isRecord } from '../../../platform/is-record.ts'
import { addressOf } from './openrpc.ts'
import type { InterfaceFile } from './interface-file.ts'
import { selfContained } from './self-contained.ts'
import { recordOf, recordsOf, serverUrl, textOf, textOrNull } from './values.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A listing of JSON-RPC methods from before OpenRPC was agreed on: `methods` with `name`, `params` (a schema, or one per name) and
 * `result`, or one method alone.
 */
export const readJsonRpc = (file: InterfaceFile): void => {
  const { json, place, collected } = file
  const methods = Array.isArray(json['methods']) ? recordsOf(json['methods']) : [json]
  const written = serverUrl(json['servers']) ?? textOrNull(json['endpoint']) ?? textOrNull(json['url'])
  methods.forEach((method, index) => {
    const at = `${place} methods[${String(index)}]`
    const name = textOrNull(method['name']) ?? textOrNull(method['method'])
    const url = addressOf(file, serverUrl(method['servers']) ?? written)
    if (name === null) collected.problem(at, 'operation_unreadable', 'name')
    else if (url === null) collected.problem(at, 'address_missing', name)
    else {
      const result = method['result'] ?? method['returns']
      collected.add(at, {
        name,
        title: name,
        description: textOf(method['description']),
        kind: 'call',
        interface: { kind: 'json_rpc', protocol: file.protocol, url },
        input: selfContained(inputOf(method['params'] ?? method['parameters']), json),
        output: isSchema(result) ? selfContained(result, json) : null,
        asksAlways: file.asksAlways || method['humanAuthorization'] === true,
        how: { rpc: name },
      })
    }
  })
}

const isSchema = (value: unknown): value is Json => isRecord(value) && ('type' in value || '$ref' in value)

const inputOf = (params: unknown): Json => {
  if (Array.isArray(params)) return byName(recordsOf(params).map((one) => [textOf(one['name']), one]))
  if (!isRecord(params)) return { type: 'object' }
  if (typeof params['type'] === 'string' || '$ref' in params) return params
  return byName(Object.entries(params).map(([name, one]) => [name, isRecord(one) ? one : {}]))
}

/** Here a parameter says itself that it is required, and its type may be missing. */
const byName = (named: readonly (readonly [string, Json])[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    named.map(([name, { required: _, name: __, schema, ...rest }]) => [
      name,
      { ...rest, ...recordOf(schema) },
    ]),
  ),
  required: named.filter(([, one]) => one['required'] === true).map(([name]) => name),
})
