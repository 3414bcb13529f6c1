import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readRoutingData } from './routing-data.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-routing-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

const file = (name: string, content: string): string => {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}
const CAPABILITIES = '[{"name": "tasks", "examples": ["call Ann"]}, {"name": "notes"}]'
const QUERIES = '[{"text": "call Bob", "expected": "tasks"}, {"text": "who won", "expected": null}]'

it('reads capabilities and queries, with nothing where a part is left out', () => {
  const { capabilities, queries } = readRoutingData(file('c.json', CAPABILITIES), file('q.json', QUERIES))
  expect(capabilities[1]).toEqual({ name: 'notes', description: '', examples: [], keywords: [] })
  expect(queries.map(({ expected }) => expected)).toEqual(['tasks', null])
})

it.each([
  ['[{"examples": []}]', QUERIES, /c\.json: \[0\]\.name: /],
  ['[{"name": "a", "examples": [1]}]', QUERIES, /c\.json: \[0\]\.examples\[0\]: /],
  ['[{"name": "tasks"}, {"name": "tasks"}]', QUERIES, /c\.json: \[1\]\.name: "tasks" = \[0\]\.name/],
  ['{}', QUERIES, /c\.json: \$: /],
  ['[{"name": "tasks"},\n oops]', QUERIES, /c\.json: 2:2: Unexpected/],
  [CAPABILITIES, '[{"text": "hi", "expected": "mail"}]', /q\.json: \[0\]\.expected: "mail"/],
  [CAPABILITIES, '[{"text": "hi"}]', /q\.json: \[0\]\.expected: /],
])('says the file and the place of what is wrong: %s %s', (capabilities, queries, said) => {
  expect(() => readRoutingData(file('c.json', capabilities), file('q.json', queries))).toThrow(said)
})

it('says when a file is not there', () => {
  expect(() => readRoutingData(join(directory, 'none.json'), file('q.json', QUERIES))).toThrow(
    /file_unreadable/,
  )
})
