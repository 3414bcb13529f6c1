import { expect, it } from 'vitest'
import { ownArguments } from './own-arguments.ts'

it('ignores arguments after `--`: a program’s `--yes` is not consent', () => {
  expect(ownArguments(['node', 'satchel', 'servers', 'add', 'x', '--', 'prog', '--yes'])).not.toContain(
    '--yes',
  )
  expect(ownArguments(['node', 'satchel', 'servers', 'add', 'x', '--yes', '--', 'prog'])).toContain('--yes')
  expect(ownArguments(['node', 'satchel', '--json'])).toContain('--json')
})
