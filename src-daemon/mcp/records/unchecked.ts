import { SchemaRefusal, usableSchema, type SchemaUse, type UncheckedPlace } from '../../schemas/index.ts'
import type { ToolDefinition } from './definitions.ts'

/** A place of one of a tool's schemas that isn't checked in calls. */
export interface UncheckedInTool extends UncheckedPlace {
  readonly schema: 'inputSchema' | 'outputSchema'
}

/** The parts of a tool's schemas that aren't checked: there, any argument is sent and any answer accepted. */
export const uncheckedIn = ({ inputSchema, outputSchema }: ToolDefinition): readonly UncheckedInTool[] => [
  ...placesIn('inputSchema', inputSchema, 'arguments'),
  ...(outputSchema === undefined ? [] : placesIn('outputSchema', outputSchema, 'value')),
]

const placesIn = (
  schema: UncheckedInTool['schema'],
  given: Readonly<Record<string, unknown>>,
  use: SchemaUse,
): readonly UncheckedInTool[] => {
  try {
    return usableSchema(given, use).unchecked.map((place) => ({ schema, ...place }))
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) return [] // It is refused as a whole.
    throw thrown
  }
}
