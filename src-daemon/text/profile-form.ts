import type { Form, FormChoice, FormField } from '../contract/form.ts'
import { LONGEST_PROFILE_VALUE, PROFILE_NAMES, type ProfileName } from '../contract/profile-names.ts'
import { formChoice, formField, formOfFields } from './form-fields.ts'
import { fieldProblem, type FormProblem } from './form-problems.ts'

/** The form in which the owner edits their profile: a field for each name, whose id it is. `labelOf` says its name in words. */
export const profileForm = (labelOf: (name: ProfileName) => string, language: string): Form =>
  formOfFields(
    PROFILE_NAMES.map((name) =>
      formField({
        id: name,
        label: labelOf(name),
        kind: KINDS[name] ?? 'text',
        max: LONGEST_PROFILE_VALUE,
        choices: name === 'country' ? [...countries(language)] : [],
      }),
    ),
  )

/** What is wrong with a value of the profile; null if nothing is. */
export const profileProblem = (name: ProfileName, value: string): FormProblem | null => {
  const choices = name === 'country' ? [...countries('en')] : []
  return fieldProblem(formField({ id: name, label: name, kind: KINDS[name] ?? 'text', choices }), value)
}

/** What isn't a line of text. */
const KINDS: Partial<Record<ProfileName, FormField['kind']>> = {
  email: 'email',
  tel: 'phone',
  'street-address': 'multiline',
  country: 'choice',
  bday: 'date',
  url: 'url',
}

/** Codes with names that aren't places people live in: unions, tests, parts of the ocean, and the unknown. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))

/** Codes of countries (ISO 3166-1, and those in use beside it) with their names, in the order of the names. */
const countries = (language: string): readonly FormChoice[] => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isCurrent(code))
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [formChoice({ value: code, label: name })]
    })
    .sort((one, other) => one.label.localeCompare(other.label, language))
}

/** A code that was replaced has the name of its successor. */
const isCurrent = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
