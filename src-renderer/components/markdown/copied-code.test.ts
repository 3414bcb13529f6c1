import { expect, it } from 'vitest'
import { copiedCode } from './copied-code.ts'

const copied = (text: string): string => {
  const code = document.createElement('code')
  code.textContent = text
  return copiedCode(code)
}

it.each([
  ['does not run where it is pasted', 'rm -rf x\n', 'rm -rf x'],
  ['has no other order than it is seen in', 'if (a\u202e\u2066// admin\u2069 \u2066) {', 'if (a// admin ) {'],
  ['has nothing in it that isn’t seen', `ls\u200b${String.fromCodePoint(0xe0041)}\u0008\u001b[2K`, 'ls[2K'],
  [
    'keeps its lines, tabs, signs and words of all scripts',
    '\ta\n\n  b = "नमस्ते 👩‍🚀"',
    '\ta\n\n  b = "नमस्ते 👩‍🚀"',
  ],
])('code that is copied %s', (_, shown, expected) => {
  expect(copied(shown)).toBe(expected)
})
