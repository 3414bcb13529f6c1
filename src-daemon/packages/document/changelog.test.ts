import { expect, it } from 'vitest'
import { draftCodes, packageText } from '../testing.ts'
import { verifyPackageFile } from '../verify-file.ts'

const text = (yaml: string): string =>
  packageText({ meta: `  permissions:\n    require: ["state.create"]\n  changelog:\n${yaml}` })
const withChangelog = (yaml: string): string[] => draftCodes(text(yaml))

it('is checked with the file', () => {
  expect(withChangelog('    - {version: 1.1.0, changes: ["Asks for the day."]}\n')).toEqual([])
  expect(withChangelog('    - {version: one, changes: ["Asks."]}\n')).toEqual(['invalid_value'])
  expect(withChangelog('    - {version: 1.1.0, changes: "Asks."}\n')).toEqual(['wrong_type'])
  expect(withChangelog('    - {version: 1.1.0, notes: []}\n')).toEqual(['unknown_field'])
  const many = Array.from({ length: 51 }, (_, at) => `"${String(at)}"`).join(', ')
  expect(withChangelog(`    - {version: 1.1.0, changes: [${many}]}\n`)).toEqual(['invalid_value'])
})

it('is kept as plain lines', () => {
  const yaml = `    - {version: 1.1.0, changes: [" Asks\\nfor the day. ", "Asks for the day.", "Bo\\u202Eoks"]}
    - {version: 1.0.0, changes: []}\n`
  const { package: acp, problems } = verifyPackageFile(Buffer.from(text(yaml)), 'a.acp.yaml', {
    signature: 'ignored',
  })
  expect(problems).toEqual([])
  expect(acp?.changelog).toEqual([{ version: '1.1.0', changes: ['Asks for the day.', 'Books'] }])
  const without = verifyPackageFile(Buffer.from(text('    []\n')), 'a.acp.yaml', { signature: 'ignored' })
  expect(without.package).not.toHaveProperty('changelog')
})
