import { firstSort, type ObjectQuery, type Sort } from '../filter/object-query.ts'
import { columnsOf, rowFields } from '../schema/columns.ts'
import { propertiesOf } from '../../../features/state-objects/schema-properties.ts'
import type { Kind } from '../schema/kinds.ts'

/** Which tasks are shown. */
export type Shown = 'open' | 'done' | 'all'

/** Above this number, only an indexed field orders the objects: each page would read them all. */
const MANY = 20_000

/**
 * The query for a kind's page: tasks by date, other objects by last change, or, if that would be too
 * slow, by creation, newest first.
 */
export const kindQuery = (kind: Kind, shown: Shown): ObjectQuery => {
  const { done } = kind.presentation
  const order = orderOf(kind)
  const fields = fieldsOf(kind)
  return {
    from: kind.schemaUri,
    ...(fields === null ? {} : { select: [...fields] }),
    ...(done === null || shown === 'all'
      ? {}
      : { where: { [done.field]: shown === 'done' ? done.yes : { $ne: done.yes } } }),
    ...(order === null ? {} : { order: [{ ...order }] }),
  }
}

const orderOf = ({ schema, presentation: { view, date }, count }: Kind): Sort | null => {
  const columns = columnsOf(schema)
  const dated = columns.find(({ key }) => key === date)
  if (view === 'tasks' && dated !== undefined && (dated.indexed || count <= MANY))
    return { field: dated.key, direction: 'asc' }
  const first = firstSort(columns, count)
  if (first !== null) return first
  return propertiesOf(schema).has('id') ? { field: 'id', direction: 'desc' } : null
}

/** The fields that lines and cards are drawn from. */
const fieldsOf = ({ schema, presentation }: Kind): readonly string[] | null => {
  const columns = columnsOf(schema)
  const { title, summary, date, done } = presentation
  const named = [title, summary, date, done?.field]
  return rowFields(
    columns,
    columns.filter(
      ({ key, kind }) => named.includes(key) || kind === 'tags' || kind === 'tag' || key === 'updatedAt',
    ),
  )
}
