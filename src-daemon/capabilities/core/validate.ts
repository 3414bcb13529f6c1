import { createRequire } from 'node:module'
import type * as AjvDraft7 from 'ajv'
import type { ValidateFunction } from 'ajv'
import type * as Ajv2020 from 'ajv/dist/2020.js'
import type * as AjvFormats from 'ajv-formats'
import canonicalize from 'canonicalize'
import type * as Re2 from 're2js'
import { LRUCache } from 'lru-cache'
import { sha256 } from '../../platform/sha256.ts'

/** One place where a value does not fit: a JSON pointer, and what is expected there. */
export interface SchemaProblem {
  readonly pointer: string
  readonly problem: string
}

/** Checks values against JSON Schemas. Nothing is fetched; `$ref` stays inside the schema. */
export interface SchemaChecker {
  /** Problems of `value`, none when it fits. Throws when the schema itself cannot be used. */
  check(schema: Readonly<Record<string, unknown>>, value: unknown): readonly SchemaProblem[]
}

interface Engine {
  compile(schema: object): ValidateFunction
}

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const KEPT = 500
const REPORTED = 20

/**
 * Makes a checker for 2020-12, or draft-07 where `$schema` says so, with formats asserted. Validators are kept by the hash
 * of their schema. Ajv and RE2 are loaded on first use, because starting should not wait for it.
 */
export const createSchemaChecker = (): SchemaChecker => {
  // `require` gives no types: each library is given its own.
  const load = createRequire(import.meta.url)
  const engines = new Map<'2020-12' | 'draft-07', Engine>()
  const validators = new LRUCache<string, ValidateFunction>({ max: KEPT })
  /** Of the very same object: a manifest is checked against again and again, and is never changed. */
  const seen = new WeakMap<object, ValidateFunction>()

  const check: SchemaChecker['check'] = (schema, value) => {
    const validate = seen.get(schema) ?? validatorOf(schema)
    seen.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).slice(0, REPORTED).map((error) => ({
      pointer: error.instancePath + missing(error.params),
      problem: (error.message ?? error.keyword) + choices(error.params),
    }))
  }

  const validatorOf = (schema: Readonly<Record<string, unknown>>): ValidateFunction => {
    const key = sha256(canonicalize(schema) ?? '').toString('base64')
    const known = validators.get(key)
    if (known !== undefined) return known
    const { $schema, ...body } = schema
    const draft = typeof $schema === 'string' && DRAFT_7.test($schema) ? 'draft-07' : '2020-12'
    const made = engineOf(draft).compile(body)
    validators.set(key, made)
    return made
  }

  const engineOf = (draft: '2020-12' | 'draft-07'): Engine => {
    const known = engines.get(draft)
    if (known !== undefined) return known
    const formats = load('ajv-formats') as typeof AjvFormats
    const options = {
      strict: false,
      allErrors: true,
      addUsedSchema: false,
      logger: false,
      code: { regExp: linearRegExp(load('re2js') as typeof Re2) },
    } as const
    const ajv =
      draft === '2020-12'
        ? new (load('ajv/dist/2020.js') as typeof Ajv2020).Ajv2020(options)
        : new (load('ajv') as typeof AjvDraft7).Ajv(options)
    formats.default(ajv)
    engines.set(draft, ajv)
    return ajv
  }

  return { check }
}

/** Patterns of a schema come from others: they run in linear time, never in `RegExp`. */
const linearRegExp = ({ RE2JS }: typeof Re2) =>
  Object.assign(
    (pattern: string) => {
      const compiled = RE2JS.compile(pattern)
      // Ajv keeps compiled patterns by their `toString`.
      return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
    },
    { code: 'linearRegExp' },
  )

/** Problems as one line for a message. */
export const sayProblems = (problems: readonly SchemaProblem[]): string =>
  problems.map(({ pointer, problem }) => `${pointer === '' ? '/' : pointer} ${problem}`).join('; ')

/** A missing property is named itself, not only the object that lacks it. */
const missing = (params: Readonly<Record<string, unknown>>): string =>
  typeof params.missingProperty === 'string'
    ? `/${params.missingProperty.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : ''

/** An enum's problem is of use only with its values. */
const choices = (params: Readonly<Record<string, unknown>>): string =>
  Array.isArray(params.allowedValues)
    ? `: ${params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
    : ''
