import { expect, it } from 'vitest'
import { foldText, wordsOf } from './words.ts'

it('gives the same words for a text that needs no normalization as for one that gets it', () => {
  const differing: string[] = []
  for (let point = 0x80; point <= 0xffff; point++) {
    const character = String.fromCodePoint(point)
    // A ligature among them sends a text through normalization, and adds a word of its own.
    const normalized = wordsOf(`a${character}b ﬁ`).slice(0, -1)
    if (wordsOf(`a${character}b`).join(' ') !== normalized.join(' ')) differing.push(character)
  }
  expect(differing).toEqual([])
})

it('ignores case, width and accents', () => {
  expect(foldText('ÀÉ Ｔｏｋｙｏ ΆΒ')).toBe('ae tokyo αβ')
  expect(wordsOf('Der Straßenname, 牛奶 2')).toEqual(['der', 'straßenname', '牛', '奶', '2'])
})
