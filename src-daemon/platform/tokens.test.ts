import { expect, it } from 'vitest'
import { estimateTokens } from './tokens.ts'

it('counts four Latin characters as one token, and any other character as one', () => {
  const counted = ['', 'a', 'four', 'fünf!', '牛乳を買う', '우유', '👍🏽', 'buy 牛乳'].map(estimateTokens)
  expect(counted).toEqual([0, 1, 1, 2, 5, 2, 2, 3])
})
