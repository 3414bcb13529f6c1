import type { Form, FormField, FormValue, FormValues } from '../contract/form.ts'
import { PROFILE_NAMES, type ProfileName } from '../contract/profile-names.ts'
import type { Profile } from '../contract/profile.ts'
import { formValue } from './form-fields.ts'
import { isEmpty } from './form-problems.ts'

/** A field that the profile has something for. */
export interface ProfileFilling {
  readonly id: string
  readonly name: ProfileName
  readonly value: FormValue
}

/**
 * What the profile has for the empty fields of a form, in their order. A secret is never filled in, and of what is offered only what says
 * the same. `language`: in which a country is named.
 */
export const fillingsOf = (
  form: Form,
  values: FormValues,
  profile: Profile,
  language: string,
): readonly ProfileFilling[] =>
  form.fields.flatMap((field) => {
    const asked = askedOf(field)
    if (asked === null || !isEmpty(formValue(values, field.id))) return []
    const value = valueFor(field, TOLD[asked](profile, language))
    return value === null ? [] : [{ id: field.id, name: nameOf(asked), value }]
  })

/** The name in the profile of what a field asks for; null where it asks for something else, or for a secret. */
export const profileNameOf = (field: FormField): ProfileName | null => {
  const asked = askedOf(field)
  return asked === null ? null : nameOf(asked)
}

type Tell = (profile: Profile, language: string) => readonly string[]

const told =
  (name: ProfileName): Tell =>
  (profile) =>
    profile[name] === undefined ? [] : [profile[name]]

const line =
  (at: number): Tell =>
  ({ 'street-address': address = '' }) => {
    const one = address.split('\n')[at]?.trim()
    return one === undefined ? [] : [one]
  }
/** As a year, a month or a day is counted, and as a calendar writes it. */
const partOfDate =
  (at: number): Tell =>
  ({ bday }) => {
    const part = bday?.split('-')[at]
    return part === undefined ? [] : [String(Number(part)), part]
  }
const countryName: Tell = ({ country }, language) =>
  country === undefined
    ? []
    : [language, 'en'].flatMap((one) => new Intl.DisplayNames([one], { type: 'region' }).of(country) ?? [])

/** What else HTML has a word for, and which of the profile's it is a part or another form of. */
const PARTS = {
  'address-line1': 'street-address',
  'address-line2': 'street-address',
  'address-line3': 'street-address',
  'country-name': 'country',
  'bday-year': 'bday',
  'bday-month': 'bday',
  'bday-day': 'bday',
} as const satisfies Readonly<Record<string, ProfileName>>
type Asked = ProfileName | keyof typeof PARTS

/** What to say to each, the best first; more than one where what is offered may be called otherwise. */
const TOLD: Readonly<Record<Asked, Tell>> = {
  ...(Object.fromEntries(PROFILE_NAMES.map((name) => [name, told(name)])) as Record<ProfileName, Tell>),
  country: (profile, language) => [...told('country')(profile, language), ...countryName(profile, language)],
  'address-line1': line(0),
  'address-line2': line(1),
  'address-line3': line(2),
  'country-name': (profile, language) => [
    ...countryName(profile, language),
    ...told('country')(profile, language),
  ],
  'bday-year': partOfDate(0),
  'bday-month': partOfDate(1),
  'bday-day': partOfDate(2),
}

const isAsked = (word: string): word is Asked => Object.hasOwn(TOLD, word)
const isPart = (asked: Asked): asked is keyof typeof PARTS => Object.hasOwn(PARTS, asked)
const nameOf = (asked: Asked): ProfileName => (isPart(asked) ? PARTS[asked] : asked)

/** Of somebody else than the person, or a device they don't have. */
const OF_OTHERS: ReadonlySet<string> = new Set(['fax', 'pager'])

/** The last word of `autocomplete` names the field; those before it say for which of several it is (HTML, 4.10.18.7). */
const askedOf = ({ autocomplete, kind, secret }: FormField): Asked | null => {
  if (secret) return null
  const words = (autocomplete ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'webauthn')
  const last = words.at(-1)
  if (last === undefined) return kind === 'email' ? 'email' : kind === 'phone' ? 'tel' : null
  return isAsked(last) && !words.some((word) => OF_OTHERS.has(word)) ? last : null
}

const ONE_LINE: ReadonlySet<FormField['kind']> = new Set(['text', 'email', 'phone', 'url', 'date'])

const valueFor = (
  { kind, choices, other }: FormField,
  [best, ...others]: readonly string[],
): FormValue | null => {
  if (best === undefined || best === '') return null
  if (kind === 'choice') {
    const said = new Set([best, ...others].map(folded))
    const same = choices.find(({ value, label }) => said.has(folded(value)) || said.has(folded(label)))
    return same?.value ?? (other ? best : null)
  }
  if (kind === 'multiline') return best
  if (ONE_LINE.has(kind)) return best.split(/\s*\n\s*/).join(', ')
  // A number that is written otherwise, as 0150, is none.
  const isNumber = (kind === 'number' || kind === 'integer') && String(Number(best)) === best
  return isNumber ? Number(best) : null
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
