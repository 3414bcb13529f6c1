import { describe, expect, it } from 'vitest'
import { reviewSteps } from './review-steps.ts'

const shown = (...given: Parameters<typeof reviewSteps>) =>
  reviewSteps(...given).map(({ step, state }) => `${step} ${state}`)

describe('the steps of a review', () => {
  it('begin with the first before any was told', () => {
    expect(shown('capability', null)).toEqual(['find now', 'fetch waiting', 'verify waiting', 'read waiting'])
  })

  it('are done up to the one it is at', () => {
    expect(shown('capability', { step: 'verify', fetched: 10 })).toEqual([
      'find done',
      'fetch done',
      'verify now',
      'read waiting',
    ])
  })

  it('have nothing to find where a CID or an address is given', () => {
    expect(shown('cid', { step: 'fetch', fetched: null })).toEqual([
      'fetch now',
      'verify waiting',
      'read waiting',
    ])
    expect(shown('url', null)[0]).toBe('fetch now')
  })
})
