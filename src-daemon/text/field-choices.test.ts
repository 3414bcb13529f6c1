import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fieldChoices } from './field-choices.ts'

/** Fields as servers write them, each with what can be chosen there. A file that is dropped in joins. */
const folder = join(import.meta.dirname, 'testing', 'edges')
const cases = readdirSync(folder).map((name) => {
  const { schema, choices } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
    schema: unknown
    choices: unknown
  }
  return [name, schema, choices] as const
})

it.each(cases)('%s', (_name, schema, choices) => {
  expect(fieldChoices(schema)).toEqual(choices)
})
