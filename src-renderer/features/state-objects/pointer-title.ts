import type { JsonRecord } from '../../../src-daemon/contract/state.ts'
import { asRecord, propertiesOf, titleOf } from './schema-properties.ts'

/** A readable JSON pointer made of the properties' titles, e.g. `Place › City`. */
export const pointerTitle = (schema: JsonRecord, pointer: string): string => {
  let at: JsonRecord | null = schema
  return segmentsOf(pointer)
    .map((segment) => {
      const property: JsonRecord | null = at === null ? null : (propertiesOf(at).get(segment) ?? null)
      const isItem: boolean = property === null && /^\d+$/.test(segment)
      at = property ?? (isItem && at !== null ? asRecord(at['items']) : null)
      return isItem ? String(Number(segment) + 1) : titleOf(segment, property ?? {})
    })
    .join(' › ')
}

export const segmentsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * The rules an object breaks, from the daemon's text: `/a/b must be a text; /c is missing`. `pointer` is null if a
 * problem is about the object as a whole.
 */
export const problemsIn = (
  reason: string,
): readonly { readonly pointer: string | null; readonly problem: string }[] =>
  reason.split(/; (?=\/)/).map((sentence) => {
    const [, pointer, problem] = /^(\/\S*?):? (.+)$/s.exec(sentence) ?? []
    if (pointer === undefined || problem === undefined) return { pointer: null, problem: sentence }
    return { pointer: pointer === '/' ? null : pointer, problem }
  })
