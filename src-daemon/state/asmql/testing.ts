import { createStatements } from '../base/statements.ts'
import { createShape } from '../schema/shape.ts'
import { noteAccess, openTestState, type TestState } from '../testing.ts'
import { putRow, type WriteRow } from '../view/rows.ts'

export const ITEM = 'did:nuwa:state:note#items'
/** A field of each kind that has an index. */
export const itemSchema = {
  $id: ITEM,
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string', 'x-index': true },
    status: { type: 'string', 'x-index': true },
    size: { type: ['number', 'null'], 'x-index': true },
    at: { type: 'string', format: 'date-time', 'x-index': true },
    tags: { type: 'array', items: { type: 'string' }, 'x-index': true },
    body: { type: 'string', 'x-search': true },
    plain: { type: 'integer' },
  },
}

/** State with `count` items, written into the view directly; `more`: members of their schema. */
export const openItems = (
  count: number,
  more: Readonly<Record<string, string>> = {},
): TestState & { readonly view: string; put: (row: Partial<WriteRow> & { id: string }) => void } => {
  const test = openTestState()
  test.state.registerSchema({
    owner: noteAccess.owner,
    scope: noteAccess.scope,
    title: 'Items',
    schema: { ...itemSchema, ...more },
  })
  const [view, log] = test.db
    .prepare('SELECT view_name, log FROM state_schemas WHERE schema_uri = ?')
    .raw()
    .get(ITEM) as [string, number]
  const statement = createStatements(test.db)
  const shape = createShape(itemSchema)
  let rows = 0
  const put = (row: Partial<WriteRow> & { id: string }): void => {
    const hash = Buffer.alloc(32)
    const object = { ...row.object, id: row.id }
    const clock = '018bcfe56800-0000'
    putRow(statement, view, shape, { number: ++rows, log, hash, clock, deleted: false, ...row, object })
  }
  test.db.transaction(() => {
    for (let n = 0; n < count; n++)
      put({
        id: `i${String(n).padStart(6, '0')}`,
        object: {
          title: `title ${String((n * 7919) % count)}`,
          status: ['open', 'done', 'late'][n % 3] ?? '',
          size: n % 5 === 0 ? null : n % 50,
          at: new Date(1.7e12 + ((n * 31) % count) * 1000).toISOString(),
          tags: [`a${String(n % 10)}`, `r${String(n % 1000)}`],
          body: n % 100 === 0 ? 'a red apple' : 'a green pear',
          plain: n,
        },
      })
  })()
  return { ...test, view, put }
}
