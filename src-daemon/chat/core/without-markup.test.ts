import { expect, it } from 'vitest'
import { withoutMarkup } from './without-markup.ts'

it.each([
  ['# Walnut cake', 'Walnut cake'],
  ['Take **200 g** of `walnuts`, ~~or~~ not', 'Take 200 g of walnuts, or not'],
  ['> said\n> before', 'said\nbefore'],
  ['| what | how much |\n|---|--:|\n| walnuts | 200 g |', 'what, how much\n\nwalnuts, 200 g'],
  ['one\n\n---\n\ntwo', 'one\n\n\n\ntwo'],
])('%j is quoted as %j', (markdown, words) => {
  expect(withoutMarkup(markdown)).toBe(words)
})

it.each(['5 * 3 and $5', 'snake_case, a|b, C# and #1', '- a list', 'x = [1, 2]', ''])(
  'leaves %j as it is',
  (text) => {
    expect(withoutMarkup(text)).toBe(text)
  },
)

it.each([' ', '|', '`', '*', '>', '| ', ' |', '-- |', '# '])('takes no longer than %j is long', (piece) => {
  const text = `${piece.repeat(50_000)}x`
  const began = performance.now()
  withoutMarkup(text)
  // Milliseconds where it is linear; minutes where it isn't.
  expect(performance.now() - began).toBeLessThan(5_000)
})
