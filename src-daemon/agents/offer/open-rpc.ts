import { isRecord } from '../../platform/is-record.ts'
import { componentsOf, inputIn, outputIn } from './document-schemas.ts'
import type { OfferableTool, OperationsOffer } from './operations.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The operations as an OpenRPC document: JSON-RPC 2.0 with parameters by name, at one address. */
export const openRpcOf = ({
  name,
  description,
  url,
  tools,
  humanAuthorization,
}: OperationsOffer): JsonObject => {
  const components = componentsOf(tools)
  return {
    openrpc: '1.3.2',
    info: { title: name, description, version: '1.0.0' },
    servers: [{ name, url }],
    methods: tools.map((tool) => methodOf(tool, humanAuthorization)),
    ...(components === null ? {} : { components }),
  }
}

const methodOf = (tool: OfferableTool, humanAuthorization: boolean): JsonObject => {
  const { method, title, description, inputSchema } = tool
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
      schema: inputIn(schema, tool),
    })),
    result: { name: 'result', schema: outputIn(tool) },
    ...(humanAuthorization ? { 'x-humanAuthorization': true } : {}),
  }
}
