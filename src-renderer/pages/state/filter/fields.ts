import type { JsonRecord } from '../../../../src-daemon/contract/state.ts'
import { t } from '../../../i18n/index.ts'
import {
  asRecord,
  hasWordSearch,
  propertiesOf,
  titleOf,
} from '../../../features/state-objects/schema-properties.ts'
import { kindOf, type ColumnKind } from '../schema/columns.ts'

/** The fields a condition can test. */
export interface FilterField {
  /** Dotted path; `$text` for word search in all fields marked for it. */
  readonly path: string
  readonly title: string
  readonly kind: ColumnKind | 'words'
  /** Values of an `enum`. */
  readonly choices: readonly string[]
}

/** Pseudo field for word search; also the operator's name. */
export const WORDS = '$text'
const DEEPEST = 4

/** The fields of a schema a filter can use, including those of nested objects. */
export const filterFields = (schema: JsonRecord): readonly FilterField[] => [
  ...(hasWordSearch(schema)
    ? [{ path: WORDS, title: t('state.filter.anyText'), kind: 'words' as const, choices: [] }]
    : []),
  ...fieldsUnder(schema, '', '', 1),
]

const fieldsUnder = (schema: JsonRecord, path: string, title: string, depth: number): FilterField[] =>
  [...propertiesOf(schema)].flatMap(([key, property]) => {
    // A name with a dot can't be distinguished from a path.
    if (/[.$"\\]/.test(key)) return []
    const own = {
      path: `${path}${key}`,
      title: `${title}${titleOf(key, property)}`,
      kind: kindOf(property),
      choices: choicesOf(property),
    }
    const nested = asRecord(property['properties'])
    return nested === null || depth >= DEEPEST
      ? [own]
      : [own, ...fieldsUnder(property, `${own.path}.`, `${own.title} › `, depth + 1)]
  })

const choicesOf = (property: JsonRecord): readonly string[] => {
  const items = asRecord(property['items'])
  const values = property['enum'] ?? items?.['enum']
  return Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
}
