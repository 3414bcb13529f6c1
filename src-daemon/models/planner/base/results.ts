import { z } from 'zod'
import { isBody, isTitle } from '../arguments/schema.ts'

/** What results of `state.*` tools say, as a model reads them. */

const recordSchema = z.record(z.string(), z.unknown())
type JsonRecord = Record<string, unknown>

export interface Item {
  readonly id: string
  readonly title: string
  readonly object: JsonRecord
}

/** The objects a `state.query` found; null if the result is an error, or was too long to be given whole. */
export const itemsIn = (content: string): Item[] | null => {
  const output = outputOf(content)
  const items = z.array(recordSchema).safeParse(output?.['items']).data
  return items?.flatMap((item) => itemOf(item) ?? []) ?? null
}

/** The object a `state.create` or `state.update` returned. */
export const itemIn = (content: string): Item | null => {
  const output = outputOf(content)
  return output === null ? null : itemOf(output)
}

/** What a call returned; null for an error. */
export const outputOf = (content: string): JsonRecord | null => {
  const result = record(parsed(content))
  if (result === null || result['cut'] === true || problemOf(result) !== null) return null
  return record(result['output']) ?? result
}

const itemOf = (item: JsonRecord): Item | null => {
  const id = text(item['id'])
  if (id === null) return null
  const object = record(item['object']) ?? {}
  return { id, title: titleOf(object) ?? id, object }
}

/** An error in the forms a result can have: `{error: {...}}`, `{ok: false}`, or a bare `{code, message}`. */
export const problemOf = (result: JsonRecord | null): string | null => {
  if (result === null) return null
  const error =
    record(result['error']) ?? (typeof result['error'] === 'string' ? { message: result['error'] } : null)
  if (error !== null) return text(error['message']) ?? text(error['code']) ?? '?'
  if (result['ok'] === false) return '?'
  const code = text(result['code'])
  return code !== null && text(result['message']) !== null && /^[A-Z_]+$/.test(code)
    ? text(result['message'])
    : null
}

/** The headline of an object, or the beginning of its text. */
export const titleOf = (value: Readonly<JsonRecord>): string | null => {
  const object = record(value['object']) ?? value
  const names = Object.keys(object)
  for (const matches of [isTitle, isBody]) {
    const name = names.find((one) => matches(one) && text(object[one]) !== null)
    if (name !== undefined) return clipped(text(object[name]) ?? '', 80)
  }
  return null
}

export const clipped = (whole: string, length: number): string => {
  const characters = [...whole.trim()]
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`
}

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
export const record = (value: unknown): JsonRecord | null => recordSchema.safeParse(value).data ?? null

export const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return null // Plain text is shown as it is.
  }
}
