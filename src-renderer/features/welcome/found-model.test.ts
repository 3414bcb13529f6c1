import { expect, it } from 'vitest'
import { foundModel } from './found-model.ts'

const EMPTY = { preset: 'jan', models: 0 }
const LM_STUDIO = { preset: 'lm-studio', models: 1 }

it('begins with a server of this computer that has a model, Ollama first', () => {
  expect(foundModel(2, [LM_STUDIO])).toEqual({ kind: 'ollama' })
  expect(foundModel(0, [EMPTY, LM_STUDIO])).toEqual({ kind: 'local', preset: 'lm-studio' })
  expect(foundModel(0, [EMPTY])).toEqual({ kind: 'none' })
})
