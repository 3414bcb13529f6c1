import asc from 'assemblyscript/asc'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { searchIndex } from '../search/search.ts'
import { openSqliteIndex } from '../sqlite/index.ts'
import { pageOf, publishedOf, verifiedOf } from '../testing/events.ts'
import { createMeaning } from './meaning.ts'
import { SCAN_MODULE } from './scan-module.ts'
import { SCAN_OPTIONS, SCAN_SOURCE } from './scan-source.ts'
import { createVectorIndex } from './vector-index.ts'

/** Reproducible pseudo-random numbers. */
const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32 - 0.5
  }
}

const product = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

it('is compiled from its source', async () => {
  const { error, binary } = await asc.compileString(SCAN_SOURCE, SCAN_OPTIONS)
  expect(error).toBeNull()
  expect(Buffer.from(binary ?? []).toString('base64')).toBe(SCAN_MODULE)
})

it('finds exactly the nearest, whatever the numbers are', () => {
  for (const [dimensions, scale] of [
    [384, 1],
    [7, 1],
    [16, 1e-6],
    [33, 1e4],
  ] as const) {
    const next = numbers(dimensions)
    const make = (): Float32Array => Float32Array.from({ length: dimensions }, () => next() * scale)
    const first = make()
    const all = [first, ...Array.from({ length: 2999 }, make)]
    // Some vectors are close together, some are zero, some much longer.
    for (let at = 0; at < 200; at += 1) all[at] = first.map((one) => one + next() * scale * 1e-3)
    all[500] = new Float32Array(dimensions)
    all[501] = make().map((one) => one * 1000)
    const index = createVectorIndex(dimensions)
    for (const [at, vector] of all.entries()) index.add(at + 10, vector)
    for (const query of [make(), ...all.slice(3, 4), ...all.slice(501, 502), new Float32Array(dimensions)]) {
      const expected = all
        .map((vector) => product(query, vector))
        .sort((a, b) => b - a)
        .slice(0, 5)
      const found = index.nearest(query, 5)
      for (const [at, { id, score }] of found.entries()) {
        expect(score).toBeCloseTo(expected[at] ?? NaN, 5)
        expect(score).toBeCloseTo(product(query, all[id - 10] ?? query), 5)
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(5)
    }
  }
})

it('is empty, small and strict', () => {
  const index = createVectorIndex(3)
  expect(index.nearest(Float32Array.of(1, 0, 0), 5)).toEqual([])
  index.add(1, Float32Array.of(1, 0, 0))
  expect(index.nearest(Float32Array.of(1, 0, 0), 5)).toEqual([{ id: 1, score: 1 }])
  expect(() => {
    index.add(2, Float32Array.of(1))
  }).toThrow(RangeError)
})

it('finds documents by meaning without any of the words, including later ones', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-meaning-'))
  const store = openSqliteIndex({ path: join(directory, 'registry-index.db') })
  // A model that knows two topics: animals and money.
  const embed = (texts: readonly string[]): Promise<Float32Array[]> =>
    Promise.resolve(
      texts.map((text) =>
        /whale|mammal|animal/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1),
      ),
    )
  const meaning = createMeaning({ store, embedder: { id: 'm', embed } })
  const samples = [
    { name: 'sea', description: 'About whales.' },
    { name: 'bank', description: 'About money.' },
    { name: 'zoo', description: 'Animals.' },
  ]
  const publish = async (at: number): Promise<void> => {
    const sample = samples[at] ?? { name: '' }
    await store.append(pageOf(at + 1, at + 1, [publishedOf(sample, at + 1)]))
    await store.settle([verifiedOf(sample, at + 1)])
    const missing = await store.withoutVector('m', 10)
    const vectors = await embed(missing.map(({ text }) => text))
    await store.keepVectors(
      'm',
      missing.map(({ id }, row) => ({ id, vector: vectors[row] ?? new Float32Array(2) })),
    )
  }
  const find = async (): Promise<string[]> => {
    const input = { query: 'mammals', filters: {}, limit: 10, cursor: null, facets: false }
    const { results } = await searchIndex({ store, meaning }, input)
    return results.map(({ version }) => version.capUri.replace('did:nuwa:cap:', ''))
  }
  try {
    await publish(0)
    await publish(1)
    expect(await find()).toEqual(['sea', 'bank'])
    await publish(2)
    expect(await find()).toEqual(['zoo', 'sea', 'bank'])
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
