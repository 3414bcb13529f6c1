import { expect, it } from 'vitest'
import { COMPRESSIONS } from '../schema/annotations.ts'
import { compress, decompress } from './compression.ts'

const bytes = Buffer.from('the same again and again, '.repeat(400))

it.each(COMPRESSIONS)('%s gives back what it made smaller', (compression) => {
  const small = compress(compression, bytes)
  expect(small.length).toBeLessThan(bytes.length / 10)
  expect(decompress(compression, small, bytes.length)).toEqual(bytes)
})

it.each(COMPRESSIONS)('%s refuses to make more of a few bytes than it may', (compression) => {
  const small = compress(compression, bytes)
  expect(() => decompress(compression, small, bytes.length - 1)).toThrow()
})

it.each(COMPRESSIONS)('%s refuses bytes that it did not make', (compression) => {
  expect(() => decompress(compression, bytes, 1 << 20)).toThrow()
})
