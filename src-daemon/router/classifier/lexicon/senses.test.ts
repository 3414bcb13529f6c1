import { expect, it } from 'vitest'
import { EVERYDAY } from './everyday.ts'
import { IRREGULAR } from './irregular.ts'
import { sensesOf } from './senses.ts'
import { WORLD } from './world.ts'

const shared = (one: string, other: string): boolean =>
  sensesOf(one).senses.some((sense) => sensesOf(other).senses.includes(sense))

it.each([
  ['movie', 'film'],
  ['purchased', 'buying'],
  ['went', 'going'],
  ['stopped', 'ending'],
  ['replies', 'answer'],
  ['children', 'kid'],
  ['scheduled', 'plans'],
])('knows that %s and %s may mean the same', (one, other) => {
  expect(shared(one, other)).toBe(true)
})

it.each([
  ['movie', 'soup'],
  ['wrote', 'note'],
  ['boss', 'bo'],
  ['__proto__', 'constructor'],
  ['string', 'str'],
])('does not take %s for %s', (one, other) => {
  expect(shared(one, other)).toBe(false)
})

it('names the subject of a text, and nothing for unknown words', () => {
  expect(sensesOf('purchase').topics).toEqual(['@money'])
  for (const word of ['', 's', 'ing', 'xyzzy', '买', '0']) expect(sensesOf(word).senses).toEqual([])
})

it('holds case-folded words, each once in a group', () => {
  for (const line of [EVERYDAY, WORLD, IRREGULAR].flatMap((list) => list.trim().split('\n'))) {
    expect(line).toMatch(/^@?[a-z]+(?: [a-z]+)*$/u)
    const words = line.split(' ')
    expect(words).toHaveLength(new Set(words).size)
  }
})
