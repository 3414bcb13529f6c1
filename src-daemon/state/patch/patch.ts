import { invalid, type JsonObject } from '../json.ts'
import { applyJsonPatch } from './json-patch.ts'
import { applyOperators } from './update-operators.ts'

/** `object` after `patch`: a list is a JSON Patch, an object holds update operators (asm.md 5). */
export const applyPatch = (object: JsonObject, patch: unknown): JsonObject => {
  if (Array.isArray(patch)) return applyJsonPatch(object, patch)
  if (typeof patch === 'object' && patch !== null) return applyOperators(object, patch)
  throw invalid('', 'the patch is neither a list nor an object')
}
