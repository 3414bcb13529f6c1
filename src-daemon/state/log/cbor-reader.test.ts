import { decode, encode } from '@ipld/dag-cbor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCbor, encodeCbor } from './cbor.ts'
import { createCborReader, UNUSUAL } from './cbor-reader.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.startsWith('\uFEFF'))
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      23,
      24,
      255,
      256,
      65_535,
      65_536,
      2 ** 32 - 1,
      2 ** 32,
      2 ** 53 - 1,
    ),
    fc.constantFrom(-1, -24, -25, 1 - 2 ** 53, 2 ** 60, 0.5, -0, 'x\uFFFDy', 2n ** 60n),
    text,
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 30 }),
    fc.dictionary(text, tie('value'), { maxKeys: 20, noNullPrototype: true }),
  ),
})).value

/** The result, or that there is none. */
const outcome = (read: () => unknown): unknown => {
  try {
    return { value: read() }
  } catch (thrown) {
    return thrown === UNUSUAL ? 'unusual' : 'refused'
  }
}
const readOnly = (bytes: Uint8Array): unknown =>
  outcome(() => {
    const reader = createCborReader()
    reader.open(bytes)
    const read = reader.value()
    if (!reader.isAtEnd()) throw UNUSUAL
    return read
  })

describe('reading DAG-CBOR', () => {
  it('gives what the library gives, whatever is written', () => {
    fc.assert(
      fc.property(value, (given) => {
        const bytes = encode(given)
        expect(decodeCbor(bytes)).toEqual(decode(bytes))
      }),
      { numRuns: 1000 },
    )
  })

  it('needs the library for nothing that is written here', () => {
    for (const given of [
      { a: [1, -2, 0.5, null, true, 'é', new Uint8Array([1])] },
      'x'.repeat(70_000),
      2 ** 40,
    ])
      expect(readOnly(encodeCbor(given))).toEqual({ value: given })
  })

  it('gives or refuses what the library does where bytes were changed, cut off or put in', () => {
    const damage = fc.record({
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 255 }),
      how: fc.constantFrom('xor', 'cut', 'in'),
    })
    fc.assert(
      fc.property(value, damage, (given, { at, by, how }) => {
        const bytes = Buffer.from(encode(given))
        const place = at % bytes.length
        if (how === 'xor') bytes[place] = (bytes[place] ?? 0) ^ by
        const hurt =
          how === 'cut'
            ? bytes.subarray(0, place)
            : how === 'in'
              ? Buffer.concat([bytes.subarray(0, place), Buffer.from([by]), bytes.subarray(place)])
              : bytes
        if (hurt.includes(Buffer.from('\uFEFF'))) return
        const expected = outcome(() => decode(hurt))
        expect(outcome(() => decodeCbor(hurt))).toEqual(expected)
        const alone = readOnly(hurt)
        if (alone !== 'unusual') expect(alone).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['a longer number than needed', '1817'],
    ['a longer length than needed', '780161'],
    ['a 64-bit number that 32 bits hold', '1b00000000ffffffff'],
    ['a number beyond the safe ones', '1b0020000000000000'],
    ['a negative one just beyond', '3b001fffffffffffff'],
    ['half of a text', '62c3'],
    ['no text', '61ff'],
    ['a member twice', 'a2616101616102'],
    ['a member __proto__', 'a1695f5f70726f746f5f5f01'],
    ['a member whose name is a number', 'a10101'],
    ['a number that is none', 'fb7ff8000000000000'],
    ['an endless list', '9f01ff'],
    ['undefined', 'f7'],
    ['a short float', 'f93c00'],
    ['a tag', 'c100'],
    ['nothing', ''],
    ['more than one', '0101'],
    ['4 GiB announced', '5affffffff00'],
  ])('leaves to the library: %s', (_what, hex) => {
    const bytes = Buffer.from(hex, 'hex')
    expect(readOnly(bytes)).toBe('unusual')
    expect(outcome(() => decodeCbor(bytes))).toEqual(outcome(() => decode(bytes)))
  })

  it('keeps a byte order mark, which is part of the text that was hashed', () => {
    expect(decodeCbor(encodeCbor('\uFEFFx'))).toBe('\uFEFFx')
  })

  it('goes no deeper than it may', () => {
    const nested = (depth: number): Buffer => Buffer.concat([Buffer.alloc(depth, 0x81), Buffer.from([0])])
    expect(readOnly(nested(129))).toBe('unusual')
    expect(readOnly(nested(1_000_000))).toBe('unusual')
    expect(readOnly(nested(128))).not.toBe('unusual')
  })
})
