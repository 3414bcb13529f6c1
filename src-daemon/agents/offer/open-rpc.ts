import { isRecord } from '../../platform/is-record.ts'
import type { OfferableTool } from './operations.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The operations as an OpenRPC document: JSON-RPC 2.0 with parameters by name, at one address. */
export const openRpcOf = (input: {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly tools: readonly OfferableTool[]
  /** Each call waits for the owner. */
  readonly humanAuthorization: boolean
}): JsonObject => {
  const { name, description, url, tools, humanAuthorization } = input
  const schemas = Object.assign({}, ...tools.map(definitionsOf)) as JsonObject
  return {
    openrpc: '1.3.2',
    info: { title: name, description, version: '1.0.0' },
    servers: [{ name, url }],
    methods: tools.map((tool) => methodOf(tool, humanAuthorization)),
    ...(Object.keys(schemas).length === 0 ? {} : { components: { schemas } }),
  }
}

const methodOf = (tool: OfferableTool, humanAuthorization: boolean): JsonObject => {
  const { method, title, description, inputSchema, outputSchema } = tool
  const required = [inputSchema['required']].flat()
  const properties = isRecord(inputSchema['properties']) ? inputSchema['properties'] : {}
  return {
    name: method,
    summary: title,
    description,
    paramStructure: 'by-name',
    params: Object.entries(properties).map(([name, schema]) => ({
      name,
      ...(isRecord(schema) && typeof schema['description'] === 'string'
        ? { description: schema['description'] }
        : {}),
      required: required.includes(name),
      schema: referring(schema, method),
    })),
    result: {
      name: 'result',
      schema: withoutDefinitions(outputSchema ?? { type: 'object' }, `${method}.result`),
    },
    ...(humanAuthorization ? { 'x-humanAuthorization': true } : {}),
  }
}

/** `$defs` of a tool's schemas as `components` of the document, under names of their own. */
const definitionsOf = ({ method, inputSchema, outputSchema }: OfferableTool): JsonObject => ({
  ...named(inputSchema, method),
  ...(outputSchema === null ? {} : named(outputSchema, `${method}.result`)),
})

const named = (schema: JsonObject, method: string): JsonObject =>
  Object.fromEntries(
    ['$defs', 'definitions']
      .flatMap((member) => (isRecord(schema[member]) ? Object.entries(schema[member]) : []))
      .map(([name, definition]) => [componentName(method, name), referring(definition, method)]),
  )

const withoutDefinitions = (schema: JsonObject, method: string): unknown => {
  const { $defs: _, definitions: _older, $schema: _dialect, ...rest } = schema
  return referring(rest, method)
}

/** References into the tool's own schema, as references into the document. */
const referring = (schema: unknown, method: string): unknown => {
  if (Array.isArray(schema)) return schema.map((one: unknown) => referring(one, method))
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      const [, definition, rest = ''] =
        name === '$ref' && typeof value === 'string'
          ? (/^#\/(?:\$defs|definitions)\/([^/]+)(.*)$/.exec(value) ?? [])
          : []
      return definition === undefined
        ? [name, referring(value, method)]
        : [name, `#/components/schemas/${componentName(method, definition)}${rest}`]
    }),
  )
}

/** Component names have letters, digits, dots, `-` and `_`. */
const componentName = (method: string, name: string): string =>
  `${method}.${name}`.replaceAll(/[^A-Za-z0-9._-]/g, '_')
