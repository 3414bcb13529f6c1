import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { run } from './testing.ts'

describe('invention', () => {
  const leaf = fc.oneof(
    fc.constant({ type: 'string' }),
    fc
      .constantFrom('date', 'date-time', 'uri', 'email', 'uuid')
      .map((format) => ({ type: 'string', format })),
    fc.constant({ type: 'string', enum: ['red', 'green', 'in_progress'] }),
    fc.constant({ const: 'fixed' }),
    fc.constantFrom('integer', 'number', 'boolean').map((type) => ({ type })),
    fc.constant({ type: 'array', items: { type: 'string' } }),
  )
  const NAMES = /title|body|name|due|start|tags|count|url|location|x|urgent|note/i
  const name = fc.constantFrom(
    'title',
    'body',
    'name',
    'due',
    'start',
    'tags',
    'count',
    'url',
    'location',
    'x',
    'urgent',
    'note',
  )
  const properties = fc.dictionary(name, leaf, { maxKeys: 6 })
  const schema = fc
    .record({
      outer: properties,
      inner: properties,
      required: fc.subarray(['title', 'body', 'due', 'count', 'tags', 'x', 'urgent']),
    })
    .map(({ outer, inner, required }) => {
      const of = (some: Record<string, unknown>) => ({
        type: 'object',
        properties: some,
        required: required.filter((one) => Object.hasOwn(some, one)),
      })
      return of({ ...outer, object: of(inner) })
    })
  const word = fc.oneof(
    fc.constantFrom(
      ...[
        'add',
        'note',
        'milk',
        'tomorrow',
        'next friday',
        '明天',
        'red',
        'in progress',
        'count 7',
        '12.5',
        '#tag',
        'urgent',
        'title: X',
        'in Oslo',
        ',',
      ],
      ...[
        '"a quote"',
        'https://a.example/b',
        'a@b.example',
        '2026-12-01',
        '2026-12-01T10:00',
        '$&',
        'body=Y',
        '買う',
        'メモして',
        'ñ',
        '.',
      ],
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  const message = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.join(' '))

  const leavesOf = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

  it('never happens: every value is in the message, in the schema, or read from the message', async () => {
    await fc.assert(
      fc.asyncProperty(schema, message, fc.nat(30), async (parameters, said, trigger) => {
        const text = said.normalize('NFC')
        const chunks = await run(
          said,
          [{ name: 'create_x', description: '', parameters }],
          said.slice(trigger),
        )
        for (const chunk of chunks) {
          if (chunk.type !== 'form' && chunk.type !== 'tool_call') continue
          const values = chunk.type === 'form' ? chunk.values : chunk.call.arguments
          for (const value of leavesOf(values)) {
            if (typeof value === 'number') expect(text).toMatch(/\d/)
            else if (typeof value === 'boolean') expect(text).toMatch(NAMES)
            else {
              const word = String(value)
              const known = text.includes(word) || ['red', 'green', 'in_progress', 'fixed'].includes(word)
              expect(known || /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d))?$/.test(word)).toBe(true)
            }
          }
        }
      }),
      { numRuns: effort(100, 400) },
    )
  })
})
