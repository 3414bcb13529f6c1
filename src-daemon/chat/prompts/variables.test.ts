import { expect, it } from 'vitest'
import { fillVariables, variablesIn } from './variables.ts'

it('finds the names in order, each once, in any script', () => {
  expect(variablesIn('Write to {{name}} about {{ the topic }}, {{name}}; 给{{收件人}}')).toEqual([
    'name',
    'the topic',
    '收件人',
  ])
  for (const text of ['{name}', '{{}}', '{{ - }}', '{{a\nb}}', '{{{', `{{${'x'.repeat(61)}}}`, '{{a.b}}'])
    expect(variablesIn(text)).toEqual([])
})

it('fills in what it was given, and reads no value again', () => {
  expect(fillVariables('{{a}} and {{ b }} and {{a}}', { a: '{{b}}', b: '$&' })).toBe('{{b}} and $& and {{b}}')
  expect(fillVariables('{{a}} {{constructor}}', {})).toBe('{{a}} {{constructor}}')
  expect(fillVariables('[{{a}}]', { a: '' })).toBe('[]')
})
