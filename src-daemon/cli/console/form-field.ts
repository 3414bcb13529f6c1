import type { FormChoice, FormField, FormValue } from '../../contract/form.ts'
import type { PhraseKey } from '../../text/index.ts'

/** The user's input for a field: its value, null if empty, or the error to show. */
export type FieldReading =
  | { readonly value: FormValue | null }
  | { readonly problem: Extract<PhraseKey, `cli_field_${string}`> }

const YES = /^(y|yes|true|s|sí|si|是|はい)$/i
const NO = /^(n|no|false|否|不|不是|いいえ)$/i

/**
 * Reads what was typed for a field. A choice is its number in the list, its name or its value; several are separated by commas. Where
 * another text may be given, it is taken as it is.
 */
export const readField = ({ kind, choices, other }: FormField, given: string): FieldReading => {
  if (given === '') return { value: null }
  if (kind === 'choices') return readSeveral(choices, given)
  if (kind === 'choice') {
    const choice = choiceNamed(choices, given)
    if (choice !== null) return { value: choice.value }
    return other ? { value: given } : { problem: 'cli_field_one' }
  }
  if (kind === 'boolean') {
    if (YES.test(given)) return { value: true }
    return NO.test(given) ? { value: false } : { problem: 'cli_field_boolean' }
  }
  if (kind === 'texts') return { value: partsOf(given) }
  if (kind !== 'number' && kind !== 'integer') return { value: given }
  const number = Number(given)
  if (!Number.isFinite(number)) return { problem: 'cli_field_number' }
  return kind === 'integer' && !Number.isInteger(number)
    ? { problem: 'cli_field_integer' }
    : { value: number }
}

/** What a field begins with, as the user would type it. */
export const fieldDefault = ({ initial, choices }: FormField): string => {
  const text = (value: string | number | boolean): string =>
    choices.find((one) => one.value === value)?.label ?? String(value)
  if (initial === null) return ''
  return Array.isArray(initial) ? initial.map(text).join(', ') : text(initial)
}

const readSeveral = (choices: readonly FormChoice[], given: string): FieldReading => {
  // A name may contain commas.
  const whole = choiceNamed(choices, given)
  const found = whole === null ? partsOf(given).map((part) => choiceNamed(choices, part)) : [whole]
  const values = found.flatMap((choice) => (choice === null ? [] : [choice.value]))
  return values.length < found.length ? { problem: 'cli_field_several' } : { value: [...new Set(values)] }
}

/**
 * What is shown comes first: a name before a number, as a choice may be called “2”, and both before a value, which may be the name of
 * another choice. A name that several have is none's.
 */
const choiceNamed = (choices: readonly FormChoice[], given: string): FormChoice | null => {
  const named = choices.filter(({ label }) => label.toLowerCase() === given.toLowerCase())
  if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null
  const numbered = /^\d+$/.test(given) ? choices[Number(given) - 1] : undefined
  return numbered ?? choices.find(({ value }) => value === given) ?? null
}

const partsOf = (given: string): string[] =>
  given
    .split(/[,，、]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
