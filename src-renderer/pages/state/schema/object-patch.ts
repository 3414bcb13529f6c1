import { createPatch } from 'rfc6902'
import type { JsonRecord } from '../../../../src-daemon/contract/state.ts'
import { asRecord, propertiesOf } from '../../../features/state-objects/schema-properties.ts'

/** Properties the runtime fills; read-only for users (asm.md 3). */
const FILLED: readonly string[] = ['id', '_id', 'createdAt', 'updatedAt']

/** The schema of the edit form: the object's, without properties the runtime fills. */
export const editableSchema = (schema: JsonRecord): JsonRecord => {
  const kept = [...propertiesOf(schema)].filter(([key]) => !FILLED.includes(key))
  const required = schema['required']
  return {
    ...schema,
    properties: Object.fromEntries(kept),
    ...(Array.isArray(required) ? { required: required.filter((key) => !FILLED.includes(String(key))) } : {}),
  }
}

/** The part of an object the edit form holds. A copy, so that editing leaves the object unchanged. */
export const editableValues = (object: JsonRecord): JsonRecord =>
  plain(Object.fromEntries(Object.entries(object).filter(([key]) => !FILLED.includes(key))))

/**
 * The RFC 6902 patch from the object as it was read to what the form holds. An empty text where there was no value
 * stays absent: an untouched optional field must not become an edit.
 */
export const patchOf = (object: JsonRecord, values: JsonRecord): ReturnType<typeof createPatch> => {
  const before = editableValues(object)
  const after = Object.fromEntries(
    Object.entries(plain(values)).filter(
      ([key, value]) => !FILLED.includes(key) && value !== undefined && (value !== '' || key in before),
    ),
  )
  return createPatch(before, after)
}

/** A form may hold reactive proxies, which can neither be cloned nor sent to the daemon. */
const plain = (values: JsonRecord): JsonRecord => asRecord(JSON.parse(JSON.stringify(values))) ?? {}
