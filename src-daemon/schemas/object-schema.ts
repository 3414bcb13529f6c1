import canonicalize from 'canonicalize'
import { sha256Hex } from '../platform/sha256.ts'
import { isOfObjects } from './of-objects.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * The schema of an output that is always an object (cap.md 3): where values may be something else, each is put under `value`. It is
 * nested as a separate schema, so that its references still resolve.
 */
export const objectSchema = (schema: Schema): { readonly schema: Schema; readonly isWrapped: boolean } => {
  if (isOfObjects(schema)) return { schema, isWrapped: false }
  const { $schema, ...inner } = schema
  const $id =
    typeof inner['$id'] === 'string' ? inner['$id'] : `urn:sha256:${sha256Hex(canonicalize(inner) ?? '')}`
  return {
    isWrapped: true,
    schema: {
      ...($schema === undefined ? {} : { $schema }),
      type: 'object',
      properties: { value: { ...inner, $id } },
      required: ['value'],
      additionalProperties: false,
    },
  }
}
