// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { spokenLanguage, spokenText } from './spoken-text.ts'

describe('what is read aloud', () => {
  it('is the words of an answer, sentence by sentence', () => {
    expect(
      spokenText(
        '# Hello\n\nIt costs **3.50** now. [Really](https://a.example)?\n\n- one\n- two\n\n```js\nx\n```\n\n$$a$$',
      ),
    ).toEqual(['Hello', 'It costs 3.50 now.', 'Really?', 'one', 'two'])
    expect(spokenText('今日は晴れ。明日は雨！')).toEqual(['今日は晴れ。', '明日は雨！'])
  })

  it('is never more than the system takes, and nothing without words', () => {
    const pieces = spokenText('word '.repeat(200))
    expect(pieces.join(' ').split(' ')).toHaveLength(200)
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(200)
    expect(spokenText('x'.repeat(500)).map(({ length }) => length)).toEqual([200, 200, 100])
    expect(spokenText('```\ncode\n```\n\n---')).toEqual([])
  })

  it.each([
    ['Hola', 'es', 'es'],
    ['Hello', 'ja', 'en'],
    ['你好', 'en', 'zh'],
    ['こんにちは世界', 'en', 'ja'],
    ['世界', 'ja', 'ja'],
  ])('%j for a person who reads %s is in %s', (text, own, language) => {
    expect(spokenLanguage(text, own)).toBe(language)
  })
})
