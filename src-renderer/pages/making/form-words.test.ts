import { expect, it } from 'vitest'
import { EMPTY_FORM } from '../../../src-daemon/contract/draft-parts.ts'
import { changesOf, fieldName, isUntouched, nameOf, withChanges } from './form-words.ts'

it.each([
  ['Books I read', 'books-i-read'],
  ['  Ideas & plans! ', 'ideas-plans'],
  ['Años en España', 'anos-en-espana'],
  ['3 good things', 'good-things'],
  ['書庫', ''],
  ['-', ''],
  ['a'.repeat(39) + ' b', 'a'.repeat(39)],
])('makes of the title “%s” the name “%s”', (title, name) => {
  expect(nameOf(title)).toBe(name)
})

it.each([
  ['finished on', 'finished_on'],
  [' due-date', 'due_date'],
  ['título ', 'título_'],
])('makes of “%s” a field', (typed, name) => {
  expect(fieldName(typed)).toBe(name)
})

it('knows a form that nothing was said in', () => {
  expect(isUntouched(EMPTY_FORM)).toBe(true)
  expect(isUntouched({ ...EMPTY_FORM, icon: 'book' })).toBe(false)
  expect(isUntouched({ ...EMPTY_FORM, sentences: ['  '] })).toBe(true)
  expect(isUntouched({ ...EMPTY_FORM, record: 'book' })).toBe(false)
  const action = { name: 'look_up', description: '', parameters: {}, binding: {} }
  expect(isUntouched({ ...EMPTY_FORM, actions: [action] })).toBe(false)
  const field = { name: 'title', kind: 'text', choices: [], required: true } as const
  expect(isUntouched({ ...EMPTY_FORM, fields: [{ ...field, choices: [] }] })).toBe(true)
  expect(isUntouched({ ...EMPTY_FORM, fields: [1, 2].map(() => ({ ...field, choices: [] })) })).toBe(false)
})

it('keeps what earlier versions changed', () => {
  const first = { version: '1.0.0', changes: withChanges({ version: '1.0.0', changes: [] }, 'Begins.') }
  const second = { ...first, version: '1.1.0' }
  expect(changesOf(second)).toBe('')
  const changes = withChanges(second, 'Asks for the author.\n')
  expect(changes.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
  expect(changesOf({ version: '1.0.0', changes })).toBe('Begins.')
  expect(withChanges({ version: '1.1.0', changes }, '')).toEqual(first.changes)
})
