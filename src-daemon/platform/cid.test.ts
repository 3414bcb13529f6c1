import { createHash, randomBytes } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { beforeAll, describe, expect, it } from 'vitest'
import { cidOf, parseCid, sha256OfCid } from './cid.ts'
import { cpuTime } from '../testing/cpu-time.ts'
import { toSatchelError } from './errors.ts'

// The words of all failures are read with the first one.
beforeAll(() => {
  toSatchelError(null)
})

describe('CIDs', () => {
  it('are version 1, raw, SHA-256 of the bytes, and lead back to it', () => {
    // The CID of no bytes at all, as `ipfs block put` names them.
    expect(cidOf(new Uint8Array())).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    const bytes = randomBytes(100)
    const hex = createHash('sha256').update(bytes).digest('hex')
    expect(sha256OfCid(parseCid(cidOf(bytes)))).toBe(hex)
  })

  it('are read in other bases and versions; of another codec the hash is not that of the bytes', () => {
    const bytes = Buffer.from('x')
    const base58 = parseCid(cidOf(bytes)).toString(base58btc)
    expect(parseCid(base58).equals(parseCid(cidOf(bytes)))).toBe(true)
    expect(sha256OfCid(parseCid('QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'))).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['a path', '/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['a damaged one', 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk'],
    ['a terminal escape', '\u001b[2Jbafk'],
    ['a mebibyte of it', 'b'.repeat(1024 * 1024)],
    ['a mebibyte of zeros', '\u0000'.repeat(1024 * 1024)],
  ])('refuses %s, soon and briefly', (_what, text) => {
    const started = cpuTime()
    const refusal = (): unknown => {
      try {
        return parseCid(text)
      } catch (thrown) {
        return thrown
      }
    }
    const error = toSatchelError(refusal())
    expect(error.code).toBe('cid_invalid')
    expect(error.message.length).toBeLessThan(500)
    expect(error.message).not.toMatch(/[\u0000-\u001f]/)
    expect(cpuTime() - started).toBeLessThan(100)
  })
})
