import { expect, it } from 'vitest'
import { wroteOf } from './server-state.ts'

it('shows what a program wrote before it failed', () => {
  expect(wroteOf({ stderr: '$ bwrap --ro-bind /usr node server.js\nno settings\n' })).toBe('no settings')
  for (const details of [undefined, null, {}, { stderr: ' ' }, { stderr: 1 }])
    expect(wroteOf(details)).toBeNull()
})
