import { isAbsolute } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import type { SetupField, SetupValues } from '../../contract/server-setup.ts'

/**
 * The given values, validated against the fields; missing ones get their defaults. `kept` names secrets that
 * are already sealed and need no value. Errors: `server_setup_missing`, `server_setup_invalid`.
 */
export const checkedValues = (
  fields: readonly SetupField[],
  given: SetupValues,
  { home, kept = new Set<string>() }: { home: string; kept?: ReadonlySet<string> | undefined },
): ReadonlyMap<string, readonly string[]> => {
  const known = new Set(fields.map(({ key }) => key))
  for (const key of Object.keys(given)) {
    if (!known.has(key)) throw invalid(key, 'unknown_field')
  }
  return new Map(
    fields.map((field) => {
      const own = (Object.hasOwn(given, field.key) ? (given[field.key] ?? []) : []).filter(
        (one) => one !== '',
      )
      const values = (own.length > 0 ? own : field.preset).map((one) => checked(field, one, home))
      if (values.length > 1 && !field.multiple) throw invalid(field.title, 'several_values')
      if (values.length === 0 && field.required && !kept.has(field.key))
        throw new SatchelError('server_setup_missing', {
          params: { field: field.title, key: field.key },
          details: { key: field.key },
        })
      return [field.key, values]
    }),
  )
}

const checked = (field: SetupField, value: string, home: string): string => {
  if (/[\0\r\n]/.test(value)) throw invalid(field.title, 'line_break')
  switch (field.kind) {
    case 'number': {
      const number = value.trim() === '' ? NaN : Number(value)
      const { min, max } = field
      if (!Number.isFinite(number)) throw invalid(field.title, 'not_a_number')
      if ((min !== null && number < min) || (max !== null && number > max))
        throw invalid(field.title, `${String(min ?? '…')}–${String(max ?? '…')}`)
      return String(number)
    }
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw invalid(field.title, 'true, false')
      return value
    case 'choice':
      if (!field.choices.includes(value)) throw invalid(field.title, field.choices.join(', '))
      return value
    case 'folder':
    case 'file': {
      const path = value.replace(/^~(?=[\\/]|$)/, home)
      if (!isAbsolute(path)) throw invalid(field.title, 'relative')
      return path
    }
    default:
      return value
  }
}

const invalid = (field: string, problem: string): SatchelError =>
  new SatchelError('server_setup_invalid', { params: { field, problem }, details: { field, problem } })
