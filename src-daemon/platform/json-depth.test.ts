import { expect, it } from 'vitest'
import { isCyclic, isDeeper } from './json-depth.ts'

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)

it('counts the lists and objects around the innermost value', () => {
  expect(isDeeper(1, 0)).toBe(false)
  expect(isDeeper([], 0)).toBe(false)
  expect(isDeeper({ a: [1] }, 2)).toBe(false)
  expect(isDeeper({ a: [1], b: { c: [2] } }, 2)).toBe(true)
  expect(isDeeper([nested(9), null], 10)).toBe(false)
  expect(isDeeper([nested(10), null], 10)).toBe(true)
})

it('answers where nothing recursive could', () => {
  expect(isDeeper(nested(200_000), 100)).toBe(true)
  expect(
    isDeeper(
      Array.from({ length: 200_000 }, () => [1]),
      2,
    ),
  ).toBe(false)
})

it('tells what contains itself from what is there twice', () => {
  const twice = [1]
  const itself: Record<string, unknown> = { a: [{}] }
  itself['b'] = { c: [itself, itself] }
  expect(isCyclic({ a: twice, b: [twice, { c: twice }], d: null })).toBe(false)
  expect(isCyclic(itself)).toBe(true)
  expect(isCyclic([twice, { c: itself }])).toBe(true)
})
