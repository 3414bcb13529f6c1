import { componentsOf, inputIn, outputIn } from './document-schemas.ts'
import type { OfferableTool, OperationsOffer } from './operations.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Below which operations are called by plain HTTP: `/operations/units/convert`. */
export const OPERATIONS_PATH = '/operations/'

/** The operations as an OpenAPI 3.1 document: each a POST of its input, answered with its output. */
export const openApiOf = ({
  name,
  description,
  url,
  tools,
  humanAuthorization,
}: OperationsOffer): JsonObject => {
  const components = componentsOf(tools)
  return {
    openapi: '3.1.0',
    info: { title: name, description, version: '1.0.0' },
    servers: [{ url }],
    paths: Object.fromEntries(
      tools.map((tool) => [
        OPERATIONS_PATH + tool.method.split('/').map(encodeURIComponent).join('/'),
        { post: operationOf(tool, humanAuthorization) },
      ]),
    ),
    ...(components === null ? {} : { components }),
  }
}

const operationOf = (tool: OfferableTool, humanAuthorization: boolean): JsonObject => ({
  operationId: tool.method,
  summary: tool.title,
  description: tool.description,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: inputIn({ type: 'object', ...tool.inputSchema }, tool) } },
  },
  responses: {
    200: { description: 'What it returns.', content: { 'application/json': { schema: outputIn(tool) } } },
    default: { description: 'Why it was refused: {"error": {"code", "message"}}.' },
  },
  ...(humanAuthorization ? { 'x-humanAuthorization': true } : {}),
})
