import type { JsonRecord, Presentation, StateObject } from '../../../../src-daemon/contract/state.ts'
import { propertiesOf } from '../../../features/state-objects/schema-properties.ts'
import { cellTags, cellText, objectTitle } from '../schema/cell-text.ts'
import { kindOf } from '../schema/columns.ts'

/** The parts of an object that a line or a card shows. */
export interface Face {
  /** Empty if it has none. */
  readonly title: string
  readonly summary: string
  /** The day or moment it is about, with the kind of that field. */
  readonly date: { readonly value: string; readonly kind: 'date' | 'day' } | null
  readonly tags: readonly string[]
  readonly done: boolean
}

export const faceOf = (
  { object }: StateObject,
  schema: JsonRecord,
  { title, summary, date, done }: Presentation,
): Face => {
  const properties = propertiesOf(schema)
  const named = title === null ? '' : cellText(object[title])
  const text = summary === null ? '' : cellText(object[summary])
  const day = date === null ? undefined : object[date]
  const kind = kindOf(properties.get(date ?? '') ?? {})
  const lists = [...properties].filter(([, property]) => kindOf(property) === 'tags').map(([key]) => key)
  return {
    title: named === '' ? text || objectTitle(object) : named,
    summary: named === '' || text === named ? '' : text,
    date:
      typeof day === 'string' && day !== '' && (kind === 'date' || kind === 'day')
        ? { value: day, kind }
        : null,
    tags: lists.flatMap((key) => cellTags(object[key])),
    done: done !== null && object[done.field] === done.yes,
  }
}
