import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import type { Findings } from './findings.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the fields of one part of a document; an invalid one is reported with its position and read as empty.
 */
export interface FieldReader {
  /** Required text; empty counts as missing. */
  text(path: Path, value: unknown, options?: { max?: number; pattern?: RegExp; expected?: string }): string
  optionalText(path: Path, value: unknown, options?: { pattern?: RegExp; expected?: string }): string | null
  texts(path: Path, value: unknown): string[]
  /** True or false; absent counts as false. */
  flag(path: Path, value: unknown): boolean
  fields(path: Path, value: unknown): Fields | null
  list(path: Path, value: unknown): readonly unknown[]
  unknown(path: Path, value: Fields, known: readonly string[]): void
}

export const createFieldReader = (document: PackageDocument, findings: Findings): FieldReader => {
  const wrong = (path: Path, value: unknown, expected: string): void => {
    const code = value === undefined || value === null ? 'missing_field' : 'wrong_type'
    findings.error(code, document.place(path), {
      found: value === undefined ? null : JSON.stringify(value),
      expected,
    })
  }

  const text: FieldReader['text'] = (path, value, { max = 4000, pattern, expected = 'a text' } = {}) => {
    if (typeof value !== 'string' || value.trim() === '') {
      wrong(path, value === '' ? null : value, expected)
      return ''
    }
    if (value.length > max || pattern?.test(value) === false) {
      findings.error('invalid_value', document.place(path), { found: value, expected })
      return ''
    }
    return value
  }

  const list: FieldReader['list'] = (path, value) => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value
    wrong(path, value, 'a list')
    return []
  }

  return {
    text,
    list,
    optionalText: (path, value, options) =>
      value === undefined || value === null ? null : text(path, value, options),
    texts: (path, value) =>
      list(path, value)
        .map((item, index) => text([...path, index], item))
        .filter((item) => item !== ''),
    flag: (path, value) => {
      if (value === undefined || value === null || typeof value === 'boolean') return value === true
      wrong(path, value, 'true or false')
      return false
    },
    fields: (path, value) => {
      if (isRecord(value)) return value
      wrong(path, value, 'a map')
      return null
    },
    unknown: (path, value, known) => {
      for (const key of Object.keys(value)) {
        if (known.includes(key)) continue
        findings.warning('unknown_field', document.keyPlace([...path, key]), {
          found: key,
          expected: known.join(', '),
        })
      }
    },
  }
}
