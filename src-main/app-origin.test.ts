import { describe, expect, it } from 'vitest'
import { isOwnBlob } from './app-origin.ts'

describe('what a page may save', () => {
  it('is what it made itself', () => {
    expect(isOwnBlob('blob:satchel://app/0d3a1f6e-5c1b-4a39-9a4d-3f6f3d1d2b11')).toBe(true)
  })

  it.each([
    'satchel://app/index.html',
    'blob:null/0d3a1f6e-5c1b-4a39-9a4d-3f6f3d1d2b11',
    'blob:https://example.com/0d3a1f6e',
    'blob:satchel://other/0d3a1f6e',
    'blob:satchel://app@evil.example/0d3a1f6e',
    'data:text/plain,hello',
    'https://example.com/a.zip',
  ])('is not %s', (url) => {
    expect(isOwnBlob(url)).toBe(false)
  })
})
