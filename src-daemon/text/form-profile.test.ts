import { expect, it } from 'vitest'
import type { FormField } from '../contract/form.ts'
import type { Profile } from '../contract/profile.ts'
import { formChoice, formField, formOfFields } from './form-fields.ts'
import { fillingsOf, profileNameOf } from './form-profile.ts'
import { profileForm, profileProblem } from './profile-form.ts'

const PROFILE: Profile = {
  name: 'Ana Silva',
  email: 'ana@example.org',
  tel: '+47 22 00 00 00',
  'street-address': 'Storgata 1\nOppgang B',
  'postal-code': '0155',
  country: 'NO',
  bday: '1990-02-07',
}
const field = (autocomplete: string | null, more: Partial<FormField> = {}): FormField =>
  formField({ id: 'it', label: 'Favourite colour', kind: 'text', autocomplete, ...more })
const filled = (one: FormField, given: Record<string, string> = {}, language = 'en') =>
  fillingsOf(formOfFields([one]), given, PROFILE, language)[0]?.value ?? null
const offering = (...texts: readonly string[]): Partial<FormField> => ({
  kind: 'choice',
  choices: texts.map((text) => {
    const [value = '', label = value] = text.split('=')
    return formChoice({ value, label })
  }),
})

it.each([
  ['name', {}, 'Ana Silva'],
  ['section-gift shipping  EMAIL', {}, 'ana@example.org'],
  ['home tel', { kind: 'phone' }, '+47 22 00 00 00'],
  ['email webauthn', {}, 'ana@example.org'],
  [null, { kind: 'email' }, 'ana@example.org'],
  [null, { kind: 'phone' }, '+47 22 00 00 00'],
  ['street-address', { kind: 'multiline' }, 'Storgata 1\nOppgang B'],
  ['street-address', {}, 'Storgata 1, Oppgang B'],
  ['address-line1', {}, 'Storgata 1'],
  ['address-line2', {}, 'Oppgang B'],
  ['country', {}, 'NO'],
  ['country-name', {}, 'Norway'],
  ['country', offering('DK', 'NO'), 'NO'],
  ['country', offering('1=Denmark', '2=Norway'), '2'],
  ['country-name', offering('da=DK', 'nb=no'), 'nb'],
  ['country', { ...offering('Denmark'), other: true }, 'NO'],
  ['bday', { kind: 'date' }, '1990-02-07'],
  ['bday-year', { kind: 'integer' }, 1990],
  ['bday-month', offering('01', '02'), '02'],
  ['bday-day', {}, '7'],
  // Nothing fits, nothing is there, or something else is meant.
  ['country', offering('DK', 'SE'), null],
  ['address-line3', {}, null],
  ['nickname', {}, null],
  ['postal-code', { kind: 'number' }, null],
  ['fax tel', {}, null],
  ['off', { kind: 'email' }, null],
  ['cc-number', {}, null],
  ['constructor', {}, null],
  ['email', { kind: 'boolean' }, null],
  [null, {}, null],
] as const)('a field for %s (%j) is filled in with %j', (autocomplete, more, value) => {
  expect(filled(field(autocomplete, more as Partial<FormField>))).toBe(value)
})

it('a secret is never filled in, and nothing that has an answer is changed', () => {
  expect(profileNameOf(field('email', { secret: true }))).toBeNull()
  expect(filled(field('email', { secret: true }))).toBeNull()
  expect(filled(field('email'), { it: 'other@example.org' })).toBeNull()
  expect(filled(field('email'), { it: '  ' })).toBe('ana@example.org')
})

it('names what was taken by its own name, and countries in the language', () => {
  expect(fillingsOf(formOfFields([field('country-name')]), {}, PROFILE, 'es')).toEqual([
    { id: 'it', name: 'country', value: 'Noruega' },
  ])
})

it('the form of the profile offers each country once, by name', () => {
  const countries = profileForm((name) => name, 'en').fields.find(({ id }) => id === 'country')?.choices ?? []
  const labels = countries.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands'])
  expect(countries.map(({ value }) => value)).toEqual(expect.arrayContaining(['NO', 'GB', 'XK', 'TW']))
  for (const code of ['UK', 'SU', 'EU', 'ZZ']) expect(profileProblem('country', code), code).not.toBeNull()
  expect(profileProblem('country', 'GB')).toBeNull()
  expect(profileProblem('bday', '7.2.1990')).toMatchObject({ key: 'date' })
})
