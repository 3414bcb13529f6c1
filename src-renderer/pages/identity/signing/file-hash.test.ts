import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashFile } from './file-hash.ts'

describe('the digest of a file', () => {
  it('is the SHA-256 of its bytes, and reports progress', async () => {
    const bytes = new Uint8Array(randomBytes(300_000))
    const shares: number[] = []
    const digest = await hashFile(new Blob([bytes]), (share) => shares.push(share))
    expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(shares.at(-1)).toBe(1)
  })

  it('is that of nothing for an empty file', async () => {
    expect(await hashFile(new Blob([]), () => undefined)).toBe(createHash('sha256').update('').digest('hex'))
  })
})
