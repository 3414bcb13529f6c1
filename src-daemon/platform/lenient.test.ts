import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseForeignJson, readLenient, wellFormed } from './lenient.ts'

const block = z.union([
  z.object({
    type: z.literal('text'),
    text: z.string(),
    note: z.object({ level: z.int().optional() }).optional(),
  }),
  z.object({ type: z.literal('image'), data: z.string() }),
])
const tool = z.object({
  name: z.string(),
  description: z.string().optional(),
  hints: z.object({ title: z.string() }).optional(),
})
const page = z.object({
  tools: z.array(tool),
  content: z.array(block).optional(),
  cursor: z.string().optional(),
  usage: z.object({ tokens: z.int(), cached: z.int().optional() }).optional(),
})

const read = (given: unknown) => readLenient(page, given)
const good = { name: 'good' }

describe('a value of a stranger', () => {
  it('is returned unchanged if it fits', () => {
    expect(read({ tools: [good] })).toEqual({ ok: true, value: { tools: [good] }, leftOut: [] })
  })

  it.each([
    ['a null member', { tools: [good], cursor: null }, { tools: [good] }],
    ['null deep inside', { tools: [{ ...good, hints: null, description: null }] }, { tools: [good] }],
    ['a null item', { tools: [null, good] }, { tools: [good] }],
    [
      'null in a member of a union',
      { tools: [], content: [{ type: 'text', text: 'a', note: null }] },
      { tools: [], content: [{ type: 'text', text: 'a' }] },
    ],
  ])('counts %s as absent, and does not name it', (_what, given, value) => {
    expect(read(given)).toEqual({ ok: true, value, leftOut: [] })
  })

  it('loses an item by itself, which is named with the number it had', () => {
    const given = { tools: [{ description: 'nameless' }, good, { name: 'odd', hints: 5 }, { name: 7 }] }
    expect(read(given)).toEqual({
      ok: true,
      value: { tools: [good, { name: 'odd' }] },
      leftOut: [
        expect.objectContaining({ place: 'tools[0]', name: null, at: 'tools[0].name', reason: 'missing' }),
        expect.objectContaining({ place: 'tools[2].hints', name: 'odd', reason: 'wrong_kind' }),
        expect.objectContaining({ place: 'tools[3]', at: 'tools[3].name', reason: 'wrong_kind' }),
      ],
    })
  })

  it('loses what needs something that is missing, and no more', () => {
    expect(read({ tools: [good], usage: { tokens: 1.5, cached: 3 } })).toEqual({
      ok: true,
      value: { tools: [good] },
      leftOut: [expect.objectContaining({ place: 'usage', at: 'usage.tokens', reason: 'wrong_kind' })],
    })
    expect(read({ tools: [good], usage: { tokens: 1, cached: 'x' } })).toMatchObject({
      value: { tools: [good], usage: { tokens: 1 } },
    })
  })

  it('is read by the member of a union that its fixed texts name', () => {
    const given = { tools: [], content: [{ type: 'text', text: 'a', note: 'x' }, { type: 'video' }, 7] }
    expect(read(given)).toMatchObject({
      value: { content: [{ type: 'text', text: 'a' }] },
      leftOut: [
        { place: 'content[0].note', name: 'text' },
        { place: 'content[1]', name: 'video' },
        { place: 'content[2]', name: null },
      ],
    })
  })

  it.each([[undefined], [null], [7], [[]], [{}], [{ tools: 'none' }]])(
    'is refused where what is needed lacks: %j',
    (given) => {
      const reading = read(given)
      expect(reading.ok).toBe(false)
      expect(reading.leftOut.length).toBeGreaterThan(0)
    },
  )

  it('is not changed', () => {
    const given = { tools: [good, { name: 7 }], cursor: null }
    read(given)
    expect(given).toEqual({ tools: [good, { name: 7 }], cursor: null })
  })

  it('always gives what the schema takes, and keeps every item that fits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.jsonValue(), fc.record({ name: fc.string() }))),
        fc.jsonValue(),
        (tools, cursor) => {
          const reading = read({ tools, cursor })
          if (!reading.ok) throw new Error('refused')
          expect(page.safeParse(reading.value).success).toBe(true)
          const fitting = tools.filter((one) => z.object({ name: z.string() }).safeParse(one).success)
          expect(reading.value.tools.map(({ name }) => name)).toEqual(
            fitting.map((one) => (one as { name: string }).name),
          )
        },
      ),
    )
  })
})

describe('text of a stranger', () => {
  it('is well-formed and begins without a byte order mark', () => {
    expect(wellFormed('\uFEFFa\uD83D')).toBe('a\uFFFD')
    expect(parseForeignJson('\uFEFF{"a\\ud83d":["\\ude00 b", "\\ud83d\\ude00"]}')).toEqual({
      'a\uFFFD': ['\uFFFD b', '😀'],
    })
  })

  it('keeps a member named __proto__ as a member', () => {
    const value = parseForeignJson('{"__proto__": {"a": "\\ud83d"}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
  })

  it('is refused if it is not JSON', () => {
    expect(() => parseForeignJson('{"a": NaN}')).toThrow(SyntaxError)
    expect(() => parseForeignJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(SyntaxError)
  })
})

it('leaves out a part whose own mistakes are told behind the one that removes it', () => {
  const schema = z.object({
    quote: z.object({ payee: z.string(), options: z.object({ rail: z.string() }) }).optional(),
  })
  const read = readLenient(schema, { quote: { options: { rail: 1 } } })
  expect(read).toMatchObject({ ok: true, value: {}, leftOut: [{ place: 'quote' }] })
})
