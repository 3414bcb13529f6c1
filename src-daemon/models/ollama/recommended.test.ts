import { expect, it } from 'vitest'
import { recommendedModels } from './recommended.ts'

it.each([
  [4, 'qwen3:1.7b'],
  [8, 'qwen3:4b'],
  [16, 'qwen3:8b'],
  [32, 'qwen3:30b'],
])('recommends for %d GB of memory %s', (gigabytes, best) => {
  const all = recommendedModels(gigabytes * 1e9)
  expect(all.filter((one) => one.best).map(({ name }) => name)).toEqual([best])
  expect(all.find(({ name }) => name === best)?.fits).toBe(true)
})

it('recommends none that a small computer cannot hold', () => {
  expect(recommendedModels(1e9).filter(({ fits, best }) => fits || best)).toEqual([])
})
