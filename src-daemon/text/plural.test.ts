import { expect, it } from 'vitest'
import { say, type PhraseKey } from './index.ts'

const usage = (language: 'en' | 'zh' | 'ja' | 'es', objects: number) =>
  say(language, 'cli_state_usage_part', {
    schema: 's',
    objects,
    objectBytes: '1 B',
    changes: 2,
    changeBytes: '2 B',
  })

it('a counted word takes the form its number asks for, in each language', () => {
  expect(usage('en', 1)).toBe('s: 1 object 1 B, 2 changes 2 B')
  expect(usage('en', 0)).toBe('s: 0 objects 1 B, 2 changes 2 B')
  expect(usage('es', 1)).toBe('s: 1 objeto 1 B, 2 cambios 2 B')
  expect(usage('es', 1_000_000)).toContain('1.000.000 objetos')
  expect(usage('zh', 1)).toContain('1 个对象')
  expect(usage('ja', 1)).toContain('1 件')
})

it('a number that is not given leaves the words as they are written', () => {
  expect(say<PhraseKey>('en', 'cli_state_usage_part', {})).toContain(
    '{objects, plural, one {# object} other {# objects}}',
  )
})
