import { describe, expect, it } from 'vitest'
import { THRESHOLD } from './calibration.ts'
import { createSpace, type Meant } from './space.ts'

/** As a model places it: a direction for each topic, one for the language, and one in which everything lies. */
const placed = (topic: number, language: number, shade = 0): Float32Array => {
  const vector = new Float32Array(24)
  vector[topic] = 0.5
  vector[8 + ((topic + shade) % 12)] = 0.1
  vector[20 + language] = 0.9
  vector[23] = 0.6
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
const ENGLISH = 0
const JAPANESE = 1

const capabilities: readonly Meant[] = ['notes', 'timer', 'weather'].map((name, topic) => ({
  name,
  texts: [`${name} 1`, `${name} 2`],
  vectors: [placed(topic, ENGLISH, 1), placed(topic, ENGLISH, 2)],
}))
/** About four other things. */
const unrelated = (language: number) => [4, 5, 6, 7].map((topic) => placed(topic, language))
const spaceOf = (neutral: readonly (readonly Float32Array[])[]) => createSpace(capabilities, neutral)

describe('a model’s space', () => {
  it('is seen from the middle of each language, so that a message finds what is described in another', async () => {
    const space = await spaceOf([unrelated(ENGLISH), unrelated(JAPANESE)])
    for (const language of [ENGLISH, JAPANESE])
      for (const [topic, name] of ['notes', 'timer', 'weather'].entries()) {
        const [best, next] = space.likeness(placed(topic, language, 3))
        expect(best).toMatchObject({ name, matched: expect.stringContaining(name) as string })
        expect(best?.score).toBeGreaterThan(THRESHOLD)
        expect(next?.score).toBeLessThan(THRESHOLD)
      }
    for (const language of [ENGLISH, JAPANESE])
      expect(space.likeness(placed(7, language, 3))[0]?.score).toBeLessThan(THRESHOLD)
    // From one middle for all, another language is another place.
    const one = await spaceOf([unrelated(ENGLISH)])
    expect(one.likeness(placed(0, JAPANESE, 3))[0]?.score).toBeLessThan(THRESHOLD)
  })

  it('is sure of none of two that fit alike', async () => {
    const [notes] = capabilities
    if (notes === undefined) throw new Error('no notes')
    const twice = [...capabilities, { ...notes, name: 'jotter' }]
    const space = await createSpace(twice, [unrelated(ENGLISH)])
    const [best, next] = space.likeness(placed(0, ENGLISH, 3))
    expect([best?.name, next?.name]).toEqual(['jotter', 'notes'])
    expect(best?.score).toBeLessThan(THRESHOLD)
    expect(space.likeness(placed(1, ENGLISH, 3))[0]).toMatchObject({ name: 'timer' })
  })
})
