import { parseJsonc } from './jsonc.ts'

/**
 * Where a text stops being JSON: the line and column, from 1, of the first unexpected token, or of the end of a
 * truncated text. `JSON.parse` does not always report that. Null for valid JSON.
 */
export const jsonMistake = (text: string): { readonly line: number; readonly column: number } | null => {
  if (isJson(text)) return null
  const { errors } = parseJsonc(text, { disallowComments: true })
  const at = errors[0]?.offset ?? text.length
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
