import { describe, expect, it } from 'vitest'
import { codeTokens } from './code-tokens.ts'

describe('the tokens of code', () => {
  it.each([
    ['ts', 'const a = f("b") // c', { keyword: 'const', function: 'f', string: 'b', comment: '// c' }],
    ['py', 'def f(x): return 1', { keyword: 'def return', function: 'f', number: '1' }],
    ['json', '{"a": true}', { property: 'a', number: 'true' }],
    ['SQL', 'select 1 -- c', { keyword: 'select', number: '1', comment: '-- c' }],
    ['diff', '-a\n+b', { deleted: '-a', inserted: '+b' }],
  ])('are known in %s', async (language, code, wanted) => {
    const lines = (await codeTokens(code, language)) ?? []
    expect(lines.map((line) => line.map(([text]) => text).join('')).join('\n')).toBe(code)
    const said = (kind: string): string =>
      lines
        .flat()
        .filter((token) => token[1] === kind)
        .map(([text]) => text.replaceAll('"', '').trim())
        .filter((text) => text !== '')
        .join(' ')
    for (const [kind, text] of Object.entries(wanted)) expect(said(kind)).toBe(text)
  })

  it('are nobody’s in a language nobody knows', async () => {
    expect(await codeTokens('a', 'constructor')).toBeNull()
  })
})
