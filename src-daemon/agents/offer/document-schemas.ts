import { isRecord } from '../../platform/is-record.ts'
import type { OfferableTool } from './operations.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The `$defs` of tools' schemas as `components.schemas` of one document, under names of their own; null if there are none. */
export const componentsOf = (tools: readonly OfferableTool[]): JsonObject | null => {
  const schemas = Object.assign({}, ...tools.map(definitionsOf)) as JsonObject
  return Object.keys(schemas).length === 0 ? null : { schemas }
}

/** What a tool takes, as a schema in the document: a schema of the whole, or one of its members. */
export const inputIn = (schema: unknown, { method }: OfferableTool): unknown =>
  withoutDefinitions(schema, method)

/** What a tool gives, as a schema in the document. */
export const outputIn = ({ method, outputSchema }: OfferableTool): unknown =>
  withoutDefinitions(outputSchema ?? { type: 'object' }, resultOf(method))

const resultOf = (method: string): string => `${method}.result`

const definitionsOf = ({ method, inputSchema, outputSchema }: OfferableTool): JsonObject => ({
  ...named(inputSchema, method),
  ...(outputSchema === null ? {} : named(outputSchema, resultOf(method))),
})

const named = (schema: JsonObject, method: string): JsonObject =>
  Object.fromEntries(
    ['$defs', 'definitions']
      .flatMap((member) => (isRecord(schema[member]) ? Object.entries(schema[member]) : []))
      .map(([name, definition]) => [componentName(method, name), referring(definition, method)]),
  )

const withoutDefinitions = (schema: unknown, method: string): unknown => {
  if (!isRecord(schema)) return referring(schema, method)
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
