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
      : problemOf(field, value)
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

const problemOf = (field: FormField, value: FormValue): FormProblem | null => {
  const { kind } = field
  if (kind === 'number' || kind === 'integer') return problemOfNumber(field, value)
  if (kind === 'choice' || kind === 'choices') return problemOfChoice(field, value)
  return typeof value === 'string' ? problemOfText(field, value) : null
}

const problemOfNumber = ({ kind, min, max }: FormField, value: FormValue): FormProblem | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'number', params: {} }
  if (kind === 'integer' && !Number.isInteger(value)) return { key: 'integer', params: {} }
  if (min !== null && value < min) return { key: 'minimum', params: { value: min } }
  return max !== null && value > max ? { key: 'maximum', params: { value: max } } : null
}

const problemOfChoice = ({ choices, other }: FormField, value: FormValue): FormProblem | null => {
  const given = Array.isArray(value) ? value : [value]
  const isOffered = given.every((one) => choices.some((choice) => choice.value === one))
  return isOffered || other ? null : { key: 'choice', params: {} }
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
  date: (text) => (Number.isNaN(Date.parse(text)) ? 'date' : null),
  date_time: (text) => (Number.isNaN(Date.parse(text)) ? 'dateTime' : null),
  url: (text) => (URL.canParse(text) ? null : 'uri'),
  email: (text) => (EMAIL.test(text) ? null : 'email'),
  phone: (text) => (PHONE.test(text) ? null : 'phone'),
  json: (text) => (isJson(text) ? null : 'json'),
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // Half typed.
  }
}
