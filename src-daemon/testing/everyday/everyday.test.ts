import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/language.ts'
import { effort } from '../effort.ts'
import { combined } from './combined.ts'
import { openEverydayApp } from './app.ts'
import { judge, type Judged } from './judge.ts'
import { HALVES, sentencesOf } from './sentences.ts'

/** How many of the combinations are said in each language. */
const COMBINED = effort(10, 120)

/** Of how many sentences one is said in a quick run. */
const EVERY = effort(16, 3)

describe.each(LANGUAGES)('everyday sentences, without a model, in %s', (language) => {
  it('never end in a change that was not asked for', { timeout: 600_000 }, async () => {
    const app = await openEverydayApp(language)
    try {
      const judged: Judged[] = []
      for (const half of HALVES)
        for (const [at, sentence] of sentencesOf(half, language).entries())
          if (at % EVERY === 0) judged.push(await judge(app, sentence))
      expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
      expect(judged.filter(({ verdict }) => verdict === 'right').length).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  })

  it('never end in a wrong change, however orders are combined', { timeout: 600_000 }, async () => {
    const app = await openEverydayApp(language)
    try {
      const judged: Judged[] = []
      for (const sentence of combined(language, { count: COMBINED, seed: 27 }))
        judged.push(await judge(app, sentence))
      expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
    } finally {
      await app.close()
    }
  })
})
