import { describe, expect, it } from 'vitest'
import { isVerifiable, readSignedText, writeSignedText } from './signed-text.ts'

const signed = { text: '你好\n"x"', keyId: 'did:key:z6Mk#z6Mk', signature: 'ab-_9' }

describe('a signed text', () => {
  it('can be copied and pasted back', () => {
    expect(readSignedText(writeSignedText(signed))).toEqual(signed)
  })

  it('is not read out of anything else', () => {
    for (const pasted of [
      '',
      'hello',
      '[]',
      'null',
      '{"text":1,"keyId":"a","signature":"b"}',
      '{"text":"a"}',
    ])
      expect(readSignedText(pasted)).toBeNull()
  })

  it('is verified only when key and signature can be such', () => {
    expect(isVerifiable(signed)).toBe(true)
    expect(isVerifiable({ ...signed, keyId: 'did:key:z6Mk' })).toBe(false)
    expect(isVerifiable({ ...signed, signature: 'ab=' })).toBe(false)
    expect(isVerifiable({ ...signed, text: '' })).toBe(false)
  })
})
