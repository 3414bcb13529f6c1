import type { Json } from '../base/json.ts'
import { instantKey } from '../base/time.ts'

/**
 * SQL: the scalar elements of a list in JSON, each once, as a JSON list; with `isInstant`, equal instants count as one.
 * `[null]` if there are none, so that their object is in a group too.
 */
export const distinctElements = (json: unknown, isInstant: unknown): string => {
  const list = typeof json === 'string' ? (JSON.parse(json) as Json[]) : []
  const elements = new Map<string, Json>()
  for (const element of list) {
    if (typeof element === 'object' && element !== null) continue
    const key = isInstant === 1 ? (instantKey(element) ?? '') : JSON.stringify(element)
    if (!elements.has(key)) elements.set(key, element)
  }
  return JSON.stringify(elements.size === 0 ? [null] : [...elements.values()])
}
