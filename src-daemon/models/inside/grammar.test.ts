import { describe, expect, it } from 'vitest'
import { grammarOf } from './grammar.ts'

/** The rules of a schema, without those that every grammar has. */
const own = (schema: unknown): string[] =>
  grammarOf(schema)
    .split('\n')
    .filter((line) => /^(?:root|r\d+) ::=/.test(line))

describe('a grammar', () => {
  it('lets optional members be left out, whichever they are, and has the required ones first', () => {
    expect(
      own({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['b'] }),
    ).toEqual([
      'root ::= r16',
      String.raw`r16 ::= "{" blank "\"b\"" ":" blank integer ("," blank "\"a\"" ":" blank string)? blank "}"`,
    ])
    expect(own({ properties: { a: { type: 'null' }, b: { type: 'boolean' } } })).toEqual([
      'root ::= r18',
      String.raw`r16 ::= ("," blank "\"b\"" ":" blank boolean)?`,
      String.raw`r17 ::= ("," blank "\"a\"" ":" blank null)? r16`,
      String.raw`r18 ::= "{" blank ("\"a\"" ":" blank null r16 | "\"b\"" ":" blank boolean)? blank "}"`,
    ])
  })

  it('quotes what a schema says, so that it can end no rule', () => {
    expect(own({ enum: ['a" | value', 'b\\\n'] })).toEqual([
      'root ::= r16',
      String.raw`r16 ::= "\"a\\\" | value\"" | "\"b\\\\\\n\""`,
    ])
  })

  it('allows anything where a schema says nothing, and where it goes too deep', () => {
    expect(own(true)).toEqual(['root ::= value'])
    let deep: unknown = { type: 'string' }
    for (let depth = 0; depth < 40; depth += 1) deep = { type: 'array', items: deep }
    expect(own(deep).at(1)).toContain('value')
    expect(grammarOf(deep).length).toBeLessThan(4000)
  })

  it('stays small for a schema that grows with each level', () => {
    const wide = (depth: number): unknown =>
      depth === 0
        ? { type: 'string' }
        : {
            type: 'object',
            properties: Object.fromEntries(
              ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, wide(depth - 1)]),
            ),
          }
    expect(grammarOf(wide(6)).split('\n').length).toBeLessThan(6000)
  })
})
