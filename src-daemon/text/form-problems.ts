import type { Form, FormField, FormValue, FormValues } from '../contract/form.ts'
import { formValue, sectionsAround } from './form-fields.ts'

/** What is wrong with a field: the key of a sentence, with its parameters. */
export interface FormProblem {
  readonly key:
    | 'missing'
    | 'number'
    | 'integer'
    | 'minimum'
    | 'maximum'
    | 'minLength'
    | 'maxLength'
    | 'uri'
    | 'email'
    | 'phone'
    | 'date'
    | 'dateTime'
    | 'json'
    | 'choice'
    | 'type'
  readonly params: Readonly<Record<string, string | number>>
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
/** The same as AITP's answers are checked by. */
const PHONE = /^\+?[\d\s().\-/]{3,40}(?:\s*(?:x|ext\.?)\s*\d{1,8})?$/i

/** Everything wrong with what was filled in, by field, in the order of the form. */
export const formProblems = (form: Form, values: FormValues): ReadonlyMap<string, FormProblem> => {
  const found = new Map<string, FormProblem>()
  const open = openSections(form, values)
  for (const field of form.fields) {
    const value = formValue(values, field.id)
    const isAsked = field.required && sectionsAround(form, field.section).every(({ id }) => open.has(id))
    const problem = isEmpty(value)
      ? isAsked
        ? ({ key: 'missing', params: {} } as const)
        : null
      : fieldProblem(field, value)
    if (problem !== null) found.set(field.id, problem)
  }
  return found
}

/** Sections that may not be left out, and those in which anything is filled in. */
const openSections = (form: Form, values: FormValues): ReadonlySet<string> => {
  const filled = form.fields.filter(({ id }) => !isEmpty(formValue(values, id)))
  return new Set([
    ...form.sections.filter(({ required }) => required).map(({ id }) => id),
    ...filled.flatMap(({ section }) => sectionsAround(form, section).map(({ id }) => id)),
  ])
}

/** Whether nothing is filled in. */
export const isEmpty = (value: FormValue | undefined): value is undefined =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** What is wrong with a value that was given for a field, whose kind it has been checked to be. */
export const fieldProblem = (field: FormField, value: FormValue): FormProblem | null => {
  const { kind } = field
  if (kind === 'number' || kind === 'integer') return problemOfNumber(field, value)
  if (kind === 'choice' || kind === 'choices') return problemOfChoice(field, value)
  if (kind === 'boolean') return typeof value === 'boolean' ? null : WRONG_TYPE
  if (kind === 'texts') return Array.isArray(value) ? null : WRONG_TYPE
  return typeof value === 'string' ? problemOfText(field, value) : WRONG_TYPE
}

const WRONG_TYPE: FormProblem = { key: 'type', params: {} }

const problemOfNumber = ({ kind, min, max }: FormField, value: FormValue): FormProblem | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'number', params: {} }
  if (kind === 'integer' && !Number.isInteger(value)) return { key: 'integer', params: {} }
  if (min !== null && value < min) return { key: 'minimum', params: { value: min } }
  return max !== null && value > max ? { key: 'maximum', params: { value: max } } : null
}

const problemOfChoice = ({ kind, choices, other }: FormField, value: FormValue): FormProblem | null => {
  // One answer to a question for several is taken as a list of it.
  const given = Array.isArray(value) && kind === 'choices' ? value : [value]
  if (given.some((one) => typeof one !== 'string')) return WRONG_TYPE
  if (other) return null
  const offered = new Set<FormValue>(choices.map((choice) => choice.value))
  return given.every((one) => offered.has(one)) ? null : { key: 'choice', params: {} }
}

const problemOfText = ({ kind, min, max }: FormField, text: string): FormProblem | null => {
  const wrong = WRONG[kind]?.(text)
  if (wrong !== undefined && wrong !== null) return { key: wrong, params: {} }
  // As a person counts them.
  const { length } = [...text]
  if (min !== null && length < min) return { key: 'minLength', params: { count: min } }
  return max !== null && length > max ? { key: 'maxLength', params: { count: max } } : null
}

const WRONG: Partial<Record<FormField['kind'], (text: string) => FormProblem['key'] | null>> = {
  date: (text) => (DATE.test(text) && isTime(text) ? null : 'date'),
  date_time: (text) => (DATE_TIME.test(text) && isTime(text) ? null : 'dateTime'),
  url: (text) => (URL.canParse(text) ? null : 'uri'),
  email: (text) => (EMAIL.test(text) ? null : 'email'),
  phone: (text) => (PHONE.test(text) ? null : 'phone'),
  json: (text) => (isJson(text) ? null : 'json'),
}

/** `Date.parse` takes words behind a date, which a calendar doesn't show. */
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/i
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // Half typed.
  }
}
