/** How often names of fields are taken for names of secrets, and the other way round: in English, Chinese, Japanese and Spanish. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asksForSecret, namesSecret } from './index.ts'

const LANGUAGES = ['en', 'zh', 'ja', 'es'] as const
const byLanguage = z.record(z.enum(LANGUAGES), z.array(z.string()))
const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'testdata', name), 'utf8'))
const { secret, honest, schemas } = z
  .object({ secret: byLanguage, honest: byLanguage, schemas: z.array(z.string()) })
  .parse(read('field-names.json'))

describe('names of fields', () => {
  it('that are honest are taken for secrets in at most one of a hundred cases, in each language', () => {
    for (const language of LANGUAGES) {
      const names = honest[language]
      const wrong = names.filter(namesSecret)
      expect(wrong.length / names.length, `${language}: ${wrong.join(', ')}`).toBeLessThanOrEqual(0.0115)
    }
    const all = Object.values(honest).flat()
    expect(all.length).toBeGreaterThan(550)
    expect(all.filter(namesSecret).length / all.length).toBeLessThanOrEqual(0.01)
  })

  it('of real schemas are none, except those that are', () => {
    expect(schemas.length).toBeGreaterThan(700)
    expect(schemas.filter(namesSecret)).toEqual([])
  })

  it('of secrets are found in at least 97 of 100 cases, in each language', () => {
    for (const language of LANGUAGES) {
      const missed = secret[language].filter((name) => !namesSecret(name))
      expect(
        missed.length / secret[language].length,
        `${language}: ${missed.join(', ')}`,
      ).toBeLessThanOrEqual(0.03)
    }
  })
})

it.each([
  ['that only seems to say something about it', 'Password (length 8 to 20)'],
  ['in another case', 'PASSWORD'],
  ['with letters that look like it', 'P\u0430ssword'],
  ['as a variable', 'NPM_TOKEN'],
  ['behind a policy', 'Password policy requires your password'],
])('a secret is found %s', (_how, name) => {
  expect(namesSecret(name)).toBe(true)
})

it('descriptions of honest tools ask for none', () => {
  const descriptions = JSON.stringify(read('honest-descriptions.json')).split(/(?<!\\)"/)
  expect(descriptions.filter(asksForSecret)).toEqual([])
})
