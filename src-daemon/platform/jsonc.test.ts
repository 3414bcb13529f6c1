import { expect, it } from 'vitest'
import { jsonMistake } from './json-mistake.ts'
import { parseJsonc } from './jsonc.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

it('reads comments and trailing commas, and tells mistakes', () => {
  expect(parseJsonc('[1, /* one */]', { allowTrailingComma: true })).toEqual({ value: [1], errors: [] })
  expect(parseJsonc('[1', {}).errors).toHaveLength(1)
})

it.each([1_000, 200_000])('takes %i lists in each other for a mistake', (depth) => {
  expect(parseJsonc(nested(depth), {})).toMatchObject({ value: undefined, errors: [{ offset: 0 }] })
  expect(jsonMistake(`${nested(depth)}]`)).toMatchObject({ line: 1 })
})
