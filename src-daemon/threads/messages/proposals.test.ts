import { createRequire } from 'node:module'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type * as AjvFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { schemaNamed } from './capabilities.ts'
import { schemaOf } from './schemas.ts'

/** The proposed schemas, as JSON Schemas that anybody can use: what we write must be valid by them, too. */
const folder = new URL('../../../../shared/examples/aitp/', import.meta.url)
const isHere = existsSync(folder)
const filesIn = (name: string): { file: string; json: Record<string, unknown> }[] =>
  (isHere ? readdirSync(new URL(`${name}/`, folder)) : [])
    .filter((file) => /^(aitp|x01)/.test(file))
    .map((file) => ({
      file,
      json: JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), 'utf8')) as Record<string, unknown>,
    }))

/** The value with each member, at any depth, taken away or made something else. */
const mutations = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return (value as unknown[]).flatMap((one, n, all) =>
      mutations(one).map((other) => all.toSpliced(n, 1, other)),
    )
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value as Record<string, unknown>
    const others = [1, -1.5, 'x', '', true, [], {}, ...mutations(member)]
    return [rest, ...others.map((other) => ({ ...rest, [name]: other }))]
  })
}

describe.skipIf(!isHere)('the proposed schemas in ../shared (skipped where that is absent)', () => {
  const ajv = new Ajv2020({ strict: false })
  const formats = createRequire(import.meta.url)('ajv-formats') as typeof AjvFormats
  formats.default(ajv)
  for (const { json } of filesIn('proposed')) ajv.addSchema(json)

  it.each(filesIn('proposed-examples').map(({ file, json }) => [file, json] as const))(
    'accept whatever ours accept of %s and what it could be',
    (_file, json) => {
      const { $schema, ...parts } = json
      const [[type, body] = ['', null]] = Object.entries(parts)
      const named = schemaNamed(String($schema))
      const ours = named === null ? undefined : schemaOf('strict', named.capability, type)
      expect(ours?.safeParse(body).error).toBeUndefined()
      const wrong = mutations(body).filter(
        (one) =>
          ours?.safeParse(one).success === true && !ajv.validate(String($schema), { $schema, [type]: one }),
      )
      expect(wrong).toEqual([])
    },
  )
})
