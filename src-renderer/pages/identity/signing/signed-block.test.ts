import { describe, expect, it } from 'vitest'
import { isVerifiable, readSignedFile, readSignedText, writeSigned } from './signed-block.ts'

const signed = { text: '你好\n"x"', keyId: 'did:key:z6Mk#z6Mk', signature: 'ab-_9' }
const signedFile = { file: 'a "b".pdf', sha256: 'a1'.repeat(32), keyId: signed.keyId, signature: 'ab-_9' }

describe('a signed text', () => {
  it('can be copied and pasted back', () => {
    expect(readSignedText(writeSigned(signed))).toEqual(signed)
  })

  it('is not read out of anything else', () => {
    for (const pasted of [
      '',
      'hello',
      '[]',
      'null',
      '{"text":1,"keyId":"a","signature":"b"}',
      '{"text":"a"}',
      writeSigned(signedFile),
    ])
      expect(readSignedText(pasted)).toBeNull()
  })
})

describe('a signed file', () => {
  it('can be copied and pasted back, its digest in one case', () => {
    expect(readSignedFile(writeSigned(signedFile))).toEqual(signedFile)
    expect(readSignedFile(writeSigned({ ...signedFile, sha256: 'A1'.repeat(32) }))).toEqual(signedFile)
  })

  it('is not read out of a text, or without a digest', () => {
    expect(readSignedFile(writeSigned(signed))).toBeNull()
    expect(readSignedFile(writeSigned({ ...signedFile, sha256: 'a1' }))).toBeNull()
  })
})

describe('what can be verified', () => {
  it('names a key by a DID and has a signature that can be one', () => {
    expect(isVerifiable(signed)).toBe(true)
    expect(isVerifiable({ ...signed, keyId: 'did:web:example.com' })).toBe(true)
    for (const keyId of ['', 'did:key:', 'did:key:z6Mk#', 'z6Mk', 'did:web:example .com'])
      expect(isVerifiable({ ...signed, keyId })).toBe(false)
    expect(isVerifiable({ ...signed, signature: 'ab=' })).toBe(false)
  })
})
