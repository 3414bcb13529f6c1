import type { FuncKeywordDefinition } from 'ajv/dist/2020.js'
import type { Fuel } from './fuel.ts'
import { draft2020Library } from './libraries.ts'
import { keyOf } from './value-key.ts'

/**
 * `enum` and `const`. The library calls `toString` and `valueOf` of the objects it compares, which may be members of a
 * foreign value.
 */
export const allowedValues = (fuel: Fuel): readonly FuncKeywordDefinition[] => [
  {
    keyword: 'enum',
    schemaType: 'array',
    errors: false,
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => draft2020Library()._`{allowedValues: ${schemaCode}}`,
    },
    compile: (values: readonly unknown[]) => isOneOf(values, fuel),
  },
  {
    keyword: 'const',
    errors: false,
    error: {
      message: 'must be equal to constant',
      params: ({ schemaCode }) => draft2020Library()._`{allowedValue: ${schemaCode}}`,
    },
    compile: (value: unknown) => isOneOf([value], fuel),
  },
]

const isOneOf = (values: readonly unknown[], fuel: Fuel): ((value: unknown) => boolean) => {
  const unlimited: Fuel = { left: 0, spend: () => undefined }
  const keys = new Set(values.map((value) => keyOf(value, unlimited)))
  const hasObjects = values.some(isObject)
  return (value) => (hasObjects || !isObject(value)) && keys.has(keyOf(value, fuel))
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
