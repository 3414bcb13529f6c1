import { expect, it } from 'vitest'
import { grantsOf, wroteOf } from './server-state.ts'

it('shows what a program wrote before it failed', () => {
  expect(wroteOf({ stderr: '$ bwrap --ro-bind /usr node server.js\nno settings\n' })).toBe('no settings')
  for (const details of [undefined, null, {}, { stderr: ' ' }, { stderr: 1 }])
    expect(wroteOf(details)).toBeNull()
})

it('says each variable with its value, or its secret, also of a program without a sandbox', () => {
  const definition = {
    kind: 'command' as const,
    command: 'node',
    args: [],
    env: { LEVEL: '3', TOKEN: { secret: 'servers/notes/token' } },
    cwd: null,
  }
  const grants = { read: [], write: [], hosts: [] }
  const variables = [
    'Gets the variable LEVEL with the value 3',
    'Gets the variable TOKEN from the secret servers/notes/token',
  ]
  expect(grantsOf({ ...definition, grants: { ...grants, unsandboxed: false } })).toEqual([
    ...variables,
    'No network access',
  ])
  expect(grantsOf({ ...definition, grants: { ...grants, unsandboxed: true } }).slice(1)).toEqual(variables)
})
