import { describe, expect, it } from 'vitest'
import { decidedLength, showHidden, splitHidden } from './hidden-characters.ts'

describe('hidden characters', () => {
  it.each([
    ['an escape that moves the cursor', '\u001b[2J', '\\u{1b}[2J'],
    ['an escape in one character', '\u009b31m', '\\u{9b}31m'],
    ['a carriage return', 'safe\rrm', 'safe\\u{d}rm'],
    ['a backspace', 'a\b', 'a\\u{8}'],
    ['DEL and NUL', '\u007f\u0000', '\\u{7f}\\u{0}'],
    ['a right-to-left override', 'txt\u202eexe', 'txt\\u{202e}exe'],
    ['isolates', '\u2066a\u2069', '\\u{2066}a\\u{2069}'],
    ['direction marks', '\u200e\u200f\u061c', '\\u{200e}\\u{200f}\\u{61c}'],
    ['line separators', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
    ['zero-width characters', 'a\u200bb\u2060c\u2064d\ufeff', 'a\\u{200b}b\\u{2060}c\\u{2064}d\\u{feff}'],
    ['a soft hyphen', 'pay\u00adpal', 'pay\\u{ad}pal'],
    ['joiners in other words', 'pay\u200cpal\u200d', 'pay\\u{200c}pal\\u{200d}'],
    ['a joiner after nothing', '\u200da', '\\u{200d}a'],
    ['tag characters', '\u{e0041}', '\\u{e0041}'],
    ['variation selectors', 'a\ufe0f\u{e0100}', 'a\\u{fe0f}\\u{e0100}'],
    ['bytes behind an emoji', '😀\ufe0f\ufe01', '😀\ufe0f\\u{fe01}'],
    ['fillers', '\u3164\uffa0\u034f', '\\u{3164}\\u{ffa0}\\u{34f}'],
    ['half a character', '\ud800a', '\\u{d800}a'],
    ['a joiner before no character', '👩\u200d\u{1fc69}', '👩\\u{200d}\\u{1fc69}'],
    ['a joiner after no character', '\u{1fc69}\u200d👩', '\\u{1fc69}\\u{200d}👩'],
    ['a joiner after what is hidden', '\ufe0f\u200d👩', '\\u{fe0f}\\u{200d}👩'],
    ['a joiner after a hidden mark of the script', '\u061c\u200dن', '\\u{61c}\\u{200d}ن'],
    ['private characters', '\ue000', '\\u{e000}'],
  ])('shows %s', (_what, hostile, shown) => {
    expect(showHidden(hostile)).toBe(shown)
    expect(showHidden(shown)).toBe(shown)
    expect(
      splitHidden(hostile)
        .map(({ text }) => text)
        .join(''),
    ).toBe(hostile)
  })

  it.each(['one\n\ttwo 買い物\u3000año 🧺', 'שלום مرحبا', 'می\u200cخواهم', 'क्\u200dष', '👩‍👩‍👧 👨🏽‍💻 ❤️‍🔥 ⚠️ 1️⃣'])(
    'leaves %j as it is',
    (text) => {
      expect(showHidden(text)).toBe(text)
    },
  )

  it.each([
    ['abc', 'abc'],
    ['abc ❤', 'abc '],
    ['abc 👩‍', 'abc '],
    ['abc \ud83d', 'abc '],
    ['\udc67', ''],
    ['abc\r', 'abc'],
    ['abc می', 'abc '],
    ['می\u200c.', 'می\u200c.'],
  ])('waits for what may follow: %j', (text, decided) => {
    expect(text.slice(0, decidedLength(text))).toBe(decided)
  })
})
