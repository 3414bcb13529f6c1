import { describe, expect, it } from 'vitest'
import { authorizationState } from './authorization-state.ts'

const NOW = Date.parse('2026-11-21T23:00:00Z')
const LATER = '2026-11-22T00:00:00Z'

describe('the state of an authorization', () => {
  it('is active until its end', () => {
    expect(authorizationState({ revokedAt: null, expiresAt: LATER }, NOW)).toBe('active')
    expect(authorizationState({ revokedAt: null, expiresAt: '2026-11-21T23:00:00Z' }, NOW)).toBe('expired')
  })

  it('is revoked even where it has not ended', () => {
    expect(authorizationState({ revokedAt: LATER, expiresAt: LATER }, NOW)).toBe('revoked')
  })
})
