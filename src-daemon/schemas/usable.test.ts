import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { effort } from '../testing/effort.ts'
import { createSchemaChecker } from './checker.ts'
import { formatsLibrary } from './libraries.ts'
import { metaSchemaErrors } from './meta-schema.ts'
import { parametersOf } from './parameters.ts'
import { SchemaRefusal } from './refusal.ts'
import { usableSchema } from './usable.ts'

/** A schema as a server may write it: what fits it, what doesn't, and what of it can't be checked. */
const edgeSchema = z.strictObject({
  schema: z.record(z.string(), z.unknown()),
  fits: z.array(z.unknown()),
  unfit: z.array(z.unknown()),
  unchecked: z.array(z.string()),
  /** The arguments a model is told of. */
  names: z.array(z.string()).optional(),
  /** All that a model is told. */
  model: z.unknown().optional(),
})

const FOLDER = join(import.meta.dirname, 'testing/edges')
const edges = readdirSync(FOLDER).map((file) => {
  // Not by zod's record, which leaves out `__proto__`.
  const given = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as z.infer<typeof edgeSchema>
  edgeSchema.parse(given)
  return { name: file, ...given }
})

/** Whether any program that knows 2020-12 takes it, with its formats asserted. */
const library = () => {
  const ajv = new Ajv2020({ strict: false, logger: false })
  formatsLibrary().default(ajv)
  return ajv
}

describe.each(edges)('the schema in $name', ({ schema, fits, unfit, unchecked, names, model }) => {
  const checker = createSchemaChecker()

  it('is checked as far as it can be', async () => {
    for (const value of fits)
      expect([value, await checker.check(schema, value, 'arguments')]).toEqual([value, []])
    for (const value of unfit)
      expect([value, await checker.check(schema, value, 'arguments')]).not.toEqual([value, []])
  })

  it('says what is not', () => {
    const said = usableSchema(schema, 'arguments').unchecked.map(
      ({ pointer, reason }) => `${pointer} ${reason}`,
    )
    expect(said.toSorted()).toEqual(unchecked.toSorted())
  })

  it('is valid 2020-12 for models, with an object at the top', () => {
    const told = parametersOf(schema)
    for (const one of [told, usableSchema(schema, 'arguments').schema]) {
      const ajv = library()
      ajv.opts.validateFormats = one === told
      expect([ajv.validateSchema(one), ajv.errors]).toEqual([true, null])
      expect(() => library().compile(told)).not.toThrow()
    }
    expect(told).toMatchObject({ type: 'object', properties: {} })
    for (const refused of ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum'])
      expect(Object.keys(told)).not.toContain(refused)
    if (names !== undefined) expect(Object.keys(told['properties'] as object)).toEqual(names)
    if (model !== undefined) expect(told).toEqual(model)
  })
})

/** Keywords of all drafts, with values that some of them have. */
const anySchema = fc.letrec<{ schema: Record<string, unknown>; value: unknown }>((tie) => ({
  schema: fc.dictionary(
    fc.constantFrom(
      ...['type', 'enum', 'const', 'minimum', 'exclusiveMinimum', 'maxLength', 'required', 'pattern'],
      ...['format', 'properties', 'patternProperties', 'items', 'additionalItems', 'prefixItems', 'anyOf'],
      ...['oneOf', 'allOf', 'not', 'if', 'then', 'contains', 'maxContains', 'dependencies', 'extends'],
      ...['additionalProperties', 'unevaluatedProperties', 'dependentRequired', '$ref', '$recursiveRef'],
      ...['$dynamicRef', '$id', 'id', '$anchor', '$defs', 'definitions', '$schema', 'nullable', 'default'],
      ...['examples', 'title', 'multipleOf', 'uniqueItems', 'disallow', 'propertyNames', 'x-note', '$async'],
    ),
    tie('value'),
    { maxKeys: 5 },
  ),
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>(
      ...[
        null,
        true,
        false,
        0,
        1,
        -1,
        2.5,
        '',
        'a',
        '1',
        'true',
        [],
        {},
        'string',
        'Object',
        'any',
        'integer',
      ],
      ...['#', '#/$defs/a', '#/definitions/a', '#/properties/a', '#a', 'a', 'a#a', 'https://example.org/a'],
      ...['(?=a)', '^a+$', '(?i)a', '\\u0061', '\ud83d', 'date', 'http://json-schema.org/draft-04/schema#'],
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('schema'),
    fc.dictionary(fc.constantFrom('a', 'b', '^a', '(?=a)', '__proto__', 'constructor'), tie('value'), {
      maxKeys: 3,
    }),
  ),
}))

describe('members named like methods', () => {
  it.each<Record<string, unknown>>([
    { enum: [{ valueOf: 1 }, {}] },
    { anyOf: [{ const: {} }, { const: { valueOf: 1 } }] },
  ])('are ordinary members of what is compared: %j', async (schema) => {
    const { check } = createSchemaChecker()
    expect(await check(schema, { toString: '' })).not.toEqual([])
    expect(await check(schema, { constructor: null })).not.toEqual([])
    expect(await check(schema, { valueOf: 2 })).not.toEqual([])
    expect(await check(schema, { valueOf: 1 })).toEqual([])
    expect(await check(schema, {})).toEqual([])
  })
})

describe('whatever a schema says', () => {
  it(
    'it becomes one that is valid and can be run, or is refused for what it costs',
    { timeout: 120_000 },
    () => {
      const checker = createSchemaChecker()
      fc.assert(
        fc.property(anySchema.schema, fc.jsonValue(), (given, value) => {
          const schema = JSON.parse(JSON.stringify(given)) as Record<string, unknown>
          try {
            for (const made of [usableSchema(schema).schema, parametersOf(schema)])
              expect(metaSchemaErrors(made)).toEqual([])
            checker.checkAtOnce(schema, value)
            checker.checkAtOnce(parametersOf(schema), {})
          } catch (thrown) {
            if (!(thrown instanceof SchemaRefusal && thrown.kind === 'costly')) throw thrown
          }
        }),
        { numRuns: effort(300, 5000) },
      )
    },
  )
})
