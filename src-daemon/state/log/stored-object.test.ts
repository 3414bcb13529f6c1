import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { toJsonObject } from '../base/json.ts'
import { encodeOps } from './codec.ts'
import { readStoredObject, storedObject } from './stored-object.ts'

const ID = '0197a000-0000-7000-8000-00000000000a'
const NAMES = ['id', 'title', 'tags', 'at', ...Array.from({ length: 300 }, (_, n) => `field${String(n)}`)]
const numbers = new Map(NAMES.map((name, number) => [name, number]))

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uuid(),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(ID, '', '2026-02-30T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '\uFEFFmark'),
)
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, -1, 23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 60),
)
const name = fc.oneof(
  fc.constantFrom(...NAMES, 'constructor', '7', ''),
  fc.string({ unit: 'grapheme' }).filter((own) => own !== '__proto__'),
)
const { object } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 30 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 30 }),
}))

describe('an object as it is stored', () => {
  it('reads as it was, so that what was hashed can be made again', () => {
    fc.assert(
      fc.property(object, (given) => {
        const known = toJsonObject(given)
        const read = readStoredObject(storedObject(known, ID, numbers), ID, NAMES)
        expect(read).toEqual(known)
        expect(encodeOps([{ op: 'create', object: read }])).toEqual(
          encodeOps([{ op: 'create', object: known }]),
        )
      }),
      { numRuns: effort(100, 300) },
    )
  })

  it('that is damaged is refused or another object, and nothing worse', () => {
    fc.assert(
      fc.property(object, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, place, by) => {
        const bytes = storedObject(toJsonObject(given), ID, numbers)
        const at = place % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ by
        try {
          expect(readStoredObject(bytes, ID, NAMES)).toBeTypeOf('object')
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Error)
        }
        expect(() => readStoredObject(bytes.subarray(0, at), ID, NAMES)).toThrow()
      }),
      { numRuns: effort(100, 300) },
    )
  })

  it('says neither its names nor its id, and dates and ids in the bytes they are', () => {
    const made = { id: ID, title: 'Milk', at: '2026-11-22T05:22:52.123Z', tags: [ID.replace('a', 'b')] }
    const stored = storedObject(made, ID, numbers)
    // A map of four: at (10), id, tags (one of 19), title (5), each with its number.
    expect(stored).toHaveLength(1 + 4 + 10 + 1 + (1 + 19) + 5)
    expect(readStoredObject(stored, ID, NAMES)).toEqual(made)
  })
})
