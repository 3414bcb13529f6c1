/** Outputs that are not objects stand under `value`, and their schemas with them (cap.md 3). */

/** An output as CAP carries it: always an object. */
export const wrapOutput = (output: unknown): Record<string, unknown> =>
  isObject(output) ? { ...output } : { value: output ?? null }

/** The schema of a wrapped output. A schema that promises an object stays as it is. */
export const wrapSchema = (schema: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  schema.type === 'object'
    ? { ...schema }
    : { type: 'object', properties: { value: schema }, required: ['value'] }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
