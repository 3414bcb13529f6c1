import { expect, it } from 'vitest'
import { draftCodes, packageText } from '../../packages/testing.ts'
import { changelogOf } from './changelog.ts'

const withChangelog = (yaml: string): string[] =>
  draftCodes(packageText({ meta: `  permissions:\n    require: ["state.create"]\n  changelog:\n${yaml}` }))

it('is checked with the file', () => {
  expect(withChangelog('    - {version: 1.1.0, changes: ["Asks for the day."]}\n')).toEqual([])
  expect(withChangelog('    - {version: one, changes: ["Asks."]}\n')).toEqual(['invalid_value'])
  expect(withChangelog('    - {version: 1.1.0, changes: "Asks."}\n')).toEqual(['wrong_type'])
  expect(withChangelog('    - {version: 1.1.0, notes: []}\n')).toEqual(['unknown_field'])
  const many = Array.from({ length: 51 }, (_, at) => `"${String(at)}"`).join(', ')
  expect(withChangelog(`    - {version: 1.1.0, changes: [${many}]}\n`)).toEqual(['invalid_value'])
})

it('is shown as plain lines', () => {
  expect(
    changelogOf([
      { version: '1.1.0', changes: [' Asks\nfor the day. ', 'Asks for the day.', 'Bo\u202Eoks'] },
      { version: '1.0.0', changes: [] },
      { version: '', changes: ['x'] },
      'text',
    ]),
  ).toEqual([{ version: '1.1.0', changes: ['Asks for the day.', 'Books'] }])
  expect(changelogOf(undefined)).toEqual([])
})
