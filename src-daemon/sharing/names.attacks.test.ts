/** Attacks by the name a program gives itself, under which it is asked about, allowed and logged. */
import { describe, expect, it } from 'vitest'
import { toolNameOf } from '../capabilities/index.ts'
import { nameFrom } from './clients.ts'

describe('a program’s own name', () => {
  it.each([
    ['a sequence for terminals', '\u001b[2Jeditor'],
    ['text to the left', '\u202erotide'],
    ['no width', 'edi\u200btor'],
    ['tags', 'editor\u{e0041}'],
    ['a line break', 'editor\nYou allowed this.'],
    ['a NUL', 'editor\0'],
    ['markup', '<b>editor</b>'],
    ['markdown', '[editor](https://evil.example)'],
    ['an address', 'https://evil.example/?q=1'],
    ['quotes', 'editor" is allowed. "'],
    ['a formula', '=HYPERLINK("https://evil.example")'],
    ['another formula', '@SUM(A1)'],
    ['one more', '-2+3'],
    ['blanks around', '   editor   '],
    ['blanks of many kinds', 'editor\u00a0\u3000\u2003x'],
    ['full-width letters', '\uff45ditor'],
    ['ligatures', '\ufb01le'],
    ['half a character', 'editor\ud800'],
    ['fillers', 'editor\u3164'],
    ['without end', 'x'.repeat(100_000)],
    ['marks without end', `a${'\u0301'.repeat(1000)}`],
    ['nothing', ''],
    ['nothing but marks', '\u0301\u0302'],
    ['nothing to see', '\u200b\u2060'],
  ])('is harmless wherever it is shown: %s', (_what, said) => {
    const name = nameFrom(said)
    expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@/()+-]{0,63}$/u)
    expect(name).not.toMatch(/ {2}|\s$/)
    expect(nameFrom(name)).toBe(name)
  })
})

describe('a tool’s name for programs', () => {
  it.each([
    ['acp:note/state.create', 'acp:note__state/create'],
    ['acp:note/a', 'acp:note__a'],
    ['mcp:a__b/c', 'mcp:a/b__c'],
    ['mcp:a/b', 'acp:mcp_a/b'],
    ['acp:a_b/c', 'acp:a/b_c'],
    ['skill:x/y', 'acp:skill_x/y'],
    ['mcp:a.b/c', 'mcp:a_b/c'],
    [`mcp:${'x'.repeat(60)}1/a`, `mcp:${'x'.repeat(60)}2/a`],
    ['mcp:é/a', 'mcp:e/a'],
    ['acp:satchel/search', 'mcp:satchel/search'],
  ])('is not that of another: %s, %s', (one, other) => {
    expect(toolNameOf(one)).not.toBe(toolNameOf(other))
    for (const name of [toolNameOf(one), toolNameOf(other)]) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})
