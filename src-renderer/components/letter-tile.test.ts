import { describe, expect, it } from 'vitest'
import { authorHue, firstLetter } from './letter-tile.ts'

describe('a letter tile', () => {
  it.each([
    ['recipes', 'R'],
    ['«élan»', 'É'],
    ['  3D models', '3'],
    ['読書記録', '読'],
    ['🙂', '·'],
    ['', '·'],
  ])('stands for %j', (title, letter) => {
    expect(firstLetter(title)).toBe(letter)
  })

  it('has a colour of the author, which differs between authors', () => {
    const authors = Array.from({ length: 12 }, (_, at) => `did:key:z6Mk${String(at)}`)
    const hues = authors.map(authorHue)
    expect(hues).toEqual(authors.map(authorHue))
    expect(hues.every((hue) => hue >= 0 && hue < 360)).toBe(true)
    expect(new Set(hues).size).toBeGreaterThan(9)
  })
})
