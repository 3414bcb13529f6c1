import { describe, expect, it } from 'vitest'
import type { FormField } from '../../contract/form.ts'
import { formOfSchema } from '../../text/index.ts'
import { fieldDefault, readField } from './form-field.ts'

const fieldOf = (schema: object): FormField => {
  const [field] = formOfSchema({ properties: { it: schema } }).fields
  if (field === undefined) throw new Error('no field')
  return field
}

const size = {
  type: 'string',
  oneOf: [
    { const: 's', title: 'Small' },
    { const: 'l', title: 'Large, or so' },
  ],
}
const colours = {
  type: 'array',
  items: {
    anyOf: [
      { const: '#f00', title: 'Red' },
      { const: '#0f0', title: 'Green' },
    ],
  },
}
/** Each is called what the other one means. */
const crossed = {
  type: 'string',
  oneOf: [
    { const: 'no', title: 'Yes' },
    { const: 'yes', title: 'No' },
    { const: 'x', title: 'Again' },
    { const: 'y', title: 'again' },
  ],
}
const counts = { type: 'number', enum: [2, 1] }

describe('what is typed for a field', () => {
  it.each([
    [size, '2', 'l'],
    [size, 'small', 's'],
    [size, 's', 's'],
    [size, 'Large, or so', 'l'],
    // What it is called, not the second of the list.
    [counts, '2', '2'],
    [crossed, 'yes', 'no'],
    [crossed, 'No', 'yes'],
    [crossed, '1', 'no'],
    [{ type: 'string', enum: ['x'], enumNames: ['The x'] }, 'the X', 'x'],
    [colours, '1, Green', ['#f00', '#0f0']],
    [colours, 'red、#f00', ['#f00']],
    [{ type: 'array', items: { type: 'string' } }, 'a, b', ['a', 'b']],
    [{ type: 'boolean' }, 'はい', true],
    [{ type: 'boolean' }, 'N', false],
    [{ type: 'integer' }, '7', 7],
    [{ type: 'string' }, '7', '7'],
    [size, '', null],
  ])('%j: %s', (field, given, value) => {
    expect(readField(fieldOf(field), given)).toEqual({ value })
  })

  it.each([
    [size, '3', 'cli_field_one'],
    [size, '0', 'cli_field_one'],
    [size, 'medium', 'cli_field_one'],
    // Two are called so.
    [crossed, 'again', 'cli_field_one'],
    [colours, 'Red, Blue', 'cli_field_several'],
    [{ type: 'boolean' }, 'perhaps', 'cli_field_boolean'],
    [{ type: 'number' }, 'seven', 'cli_field_number'],
    [{ type: 'number' }, 'Infinity', 'cli_field_number'],
    [{ type: 'integer' }, '7.5', 'cli_field_integer'],
  ])('is no answer for %j: %s', (field, given, problem) => {
    expect(readField(fieldOf(field), given)).toEqual({ problem })
  })

  it('is offered what the tool would take', () => {
    expect(fieldDefault(fieldOf({ ...size, default: 's' }))).toBe('Small')
    expect(fieldDefault(fieldOf({ ...colours, default: ['#0f0', '#f00'] }))).toBe('Green, Red')
    expect(fieldDefault(fieldOf({ type: 'boolean', default: false }))).toBe('false')
    expect(fieldDefault(fieldOf({ type: 'string', default: null }))).toBe('')
    expect(fieldDefault(fieldOf({ type: 'string', default: { a: 1 } }))).toBe('')
  })
})
