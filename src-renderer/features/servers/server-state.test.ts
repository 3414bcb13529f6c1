import { expect, it } from 'vitest'
import { grantsOf, movedGrantOf, wroteOf } from './server-state.ts'

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

it('offers the place a grant leads to by now, and nothing for a container’s volume or another problem', () => {
  const problem = { code: 'server_grant_moved', message: '', action: '' }
  const details = { path: '~/notes', real: '/mnt/notes' }
  expect(movedGrantOf({ ...problem, details })).toEqual(details)
  for (const other of [
    null,
    problem,
    { ...problem, code: 'server_ended', details },
    { ...problem, details: {} },
  ])
    expect(movedGrantOf(other)).toBeNull()
})
