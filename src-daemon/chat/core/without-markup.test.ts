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

// Where it isn't linear, this takes longer than a test may.
it.each([' ', '|', '`', '*', '>', '| ', ' |', '-- |', '# '])(
  'takes no longer than many of %j are',
  (piece) => {
    expect(withoutMarkup(`${piece.repeat(400_000)}x`)).toMatch(/x$/)
  },
)
