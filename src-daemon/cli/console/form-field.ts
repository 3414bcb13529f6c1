import type { ServerReply } from '../../contract/servers.ts'
import { fieldChoices, type FieldChoice, type PhraseKey } from '../../text/index.ts'

type Content = NonNullable<Extract<ServerReply, { action: 'accept' }>['content']>
/** The value of a field as sent. */
export type FieldValue = Content[string]
export type Field = Readonly<Record<string, unknown>>

/** The user's input for a field: its value, null if empty, or the error to show. */
export type FieldReading =
  | { readonly value: FieldValue | null }
  | { readonly problem: Extract<PhraseKey, `cli_field_${string}`> }

const YES = /^(y|yes|true|s|sí|si|是|はい)$/i
const NO = /^(n|no|false|否|不|不是|いいえ)$/i

/** Reads what was typed for a field. A choice is its number in the list, its name or its value; several are separated by commas. */
export const readField = (field: Field, given: string): FieldReading => {
  if (given === '') return { value: null }
  const chosen = fieldChoices(field)
  if (chosen?.several === true) return readSeveral(chosen.choices, given)
  if (chosen !== null) {
    const choice = choiceNamed(chosen.choices, given)
    return choice === null ? { problem: 'cli_field_one' } : { value: choice.value }
  }
  const { type } = field
  if (type === 'boolean') {
    if (YES.test(given)) return { value: true }
    return NO.test(given) ? { value: false } : { problem: 'cli_field_boolean' }
  }
  if (type === 'array') return { value: partsOf(given) }
  if (type !== 'number' && type !== 'integer') return { value: given }
  const number = Number(given)
  if (!Number.isFinite(number)) return { problem: 'cli_field_number' }
  return type === 'integer' && !Number.isInteger(number)
    ? { problem: 'cli_field_integer' }
    : { value: number }
}

/** The default of a field, as the user would type it. */
export const fieldDefault = (field: Field): string => {
  const { default: offered } = field
  if (offered === undefined || offered === null) return ''
  const choices = fieldChoices(field)?.choices ?? []
  const text = (value: unknown): string =>
    choices.find((one) => one.value === value)?.label ??
    (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')
  return Array.isArray(offered) ? offered.map(text).filter(Boolean).join(', ') : text(offered)
}

const readSeveral = (choices: readonly FieldChoice[], given: string): FieldReading => {
  // A name may contain commas.
  const whole = choiceNamed(choices, given)
  const found = whole === null ? partsOf(given).map((part) => choiceNamed(choices, part)) : [whole]
  const values = found.flatMap((choice) => (choice === null ? [] : [String(choice.value)]))
  return values.length < found.length ? { problem: 'cli_field_several' } : { value: [...new Set(values)] }
}

/** A value comes before a name, and a name before a number: a choice may be called “2”. */
const choiceNamed = (choices: readonly FieldChoice[], given: string): FieldChoice | null =>
  choices.find(({ value }) => String(value) === given) ??
  choices.find(({ label }) => label.toLowerCase() === given.toLowerCase()) ??
  (/^\d+$/.test(given) ? choices[Number(given) - 1] : undefined) ??
  null

const partsOf = (given: string): string[] =>
  given
    .split(/[,，、]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
