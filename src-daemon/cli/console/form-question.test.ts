import { expect, it } from 'vitest'
import { formQuestion } from './form-question.ts'

const schema = {
  type: 'object',
  properties: {
    from: {
      type: 'string',
      title: 'Unit',
      description: 'The unit it is in.\nMore about it.',
      enum: ['km', 'mi'],
    },
    object: { type: 'object', properties: { due_at: { type: 'string' }, 'a/b': { type: 'string' } } },
    broken: { title: 7, enum: 'no' },
  },
}

it('asks for missing values by title, with their description and allowed values', () => {
  const missing = ['/from', '/object/due_at', '/object/a~1b', '/broken', '/elsewhere']
  expect(formQuestion({ tool: 'convert', schema, missing }, 'en').split('\n')).toEqual([
    'convert needs more information:',
    '  Unit: The unit it is in. One of: km, mi.',
    '  Object › Due at',
    '  Object › A/b',
    '  Broken',
    '  Elsewhere',
  ])
})

it('does not list hundreds of values', () => {
  const units = Array.from({ length: 300 }, (_, index) => `u${index}`)
  const question = formQuestion(
    { tool: 't', schema: { properties: { u: { enum: units } } }, missing: ['/u'] },
    'en',
  )
  expect(question).toContain('u11, ….')
  expect(question).not.toContain('u12')
})
