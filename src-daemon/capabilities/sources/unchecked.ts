import { SchemaRefusal, usableSchema } from '../../schemas/index.ts'

type Schema = Readonly<Record<string, unknown>>

/** The places of a schema that can't be checked; none for a schema that is refused as a whole. */
export const uncheckedIn = (name: 'input_schema' | 'output_schema', schema: Schema | null): string[] => {
  try {
    return schema === null ? [] : usableSchema(schema).unchecked.map(({ pointer }) => name + pointer)
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) return []
    throw thrown
  }
}
