import { expect, it } from 'vitest'
import { CONTENT_SECURITY_POLICY } from './csp.ts'

it('names no remote origin, and lets no script in but the app’s own files', () => {
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/https?:|wss?:|\*/)
  const directives = new Map(
    CONTENT_SECURITY_POLICY.split('; ').map((text) => {
      const [name = '', ...sources] = text.split(' ')
      return [name, sources]
    }),
  )
  expect(directives.get('default-src')).toEqual(["'none'"])
  expect(directives.get('script-src')).toEqual(["'self'"])
  for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'form-action'])
    expect(directives.get(name)).toEqual(["'none'"])
  expect(directives.get('frame-src')).toEqual(["'self'"])
})
