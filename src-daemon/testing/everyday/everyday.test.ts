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

it('a quantity is converted, whatever the conversation was about, and what changed is said with its day', async () => {
  const app = await openEverydayApp('en')
  try {
    const heard = async (...messages: readonly string[]): Promise<string> => {
      let conversationId: string | undefined
      let last = ''
      for (const message of messages) {
        const said = await app.say(message, conversationId)
        conversationId = said.conversationId
        last = said.answer.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      }
      return last
    }
    expect(await heard('which notes speak of wifi', '8 oz in g')).toBe('8 ounces = 226.8 grams')
    expect(await heard('add a note about tea', 'add a note: 5 miles in km')).toBe(
      'Added to Note: “5 miles in km”.',
    )
    expect(await heard('add task call Eva', 'make it friday')).toMatch(
      /^Changed in Task: “call Eva”, now for Friday, /,
    )
  } finally {
    await app.close()
  }
})
