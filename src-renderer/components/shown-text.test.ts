import { describe, expect, it } from 'vitest'
import { hasHidden, shownParts } from './shown-text.ts'

const hosts = (text: string) =>
  shownParts(text)
    .filter(({ kind }) => kind === 'host')
    .map((part) => part.text)

describe('text as it is shown', () => {
  it.each([
    ['a\u202eb', 'U+202E'],
    ['a\u200bb', 'U+200B'],
    ['a\u2066b', 'U+2066'],
    ['a\u{e0041}b', 'U+E0041'],
    ['a\u00adb', 'U+00AD'],
    ['a\rb', 'U+000D'],
    ['a\u00a0b', 'U+00A0'],
    ['a\u3164b', 'U+3164'],
    ['a\ud800b', 'U+D800'],
  ])('makes %j visible', (text, shown) => {
    expect(shownParts(text)).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: shown },
      { kind: 'plain', text: 'b' },
    ])
    expect(hasHidden(text)).toBe(true)
  })

  it.each([
    'plain text',
    'two\nlines\tand a tab',
    '203.8\u00a0MB of 1\u202f000\u00a0%',
    '日本語のテキスト',
    'مرحبا',
    'naïve café 👍',
  ])('leaves %j as it is', (text) => {
    expect(shownParts(text)).toEqual([{ kind: 'plain', text }])
    expect(hasHidden(text)).toBe(false)
  })

  it.each([
    ['https://api.example.org/v1', 'api.example.org'],
    ['see http://a.example:81?x and more', 'a.example:81'],
    ['https://api.example.org@evil.example/', 'evil.example'],
    ['https://api.example.org.evil.example/', 'api.example.org.evil.example'],
    ['HTTPS://EVIL.example', 'EVIL.example'],
  ])('marks the host in %j', (text, host) => {
    expect(hosts(text)).toEqual([host])
    expect(
      shownParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('shows what is hidden within a host', () => {
    expect(shownParts('https://api\u200b.example.org/')).toEqual([
      { kind: 'plain', text: 'https://' },
      { kind: 'host', text: 'api' },
      { kind: 'hidden', text: 'U+200B' },
      { kind: 'host', text: '.example.org' },
      { kind: 'plain', text: '/' },
    ])
  })
})
