import { ITEM, openItems } from '../../src-daemon/state/asmql/testing.ts'
import { noteAccess } from '../../src-daemon/state/testing.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

let items: ReturnType<typeof openItems> | null = null

/** A query as a model or a program writes it. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () =>
    [
      {
        from: ITEM,
        where: { status: 'open', size: { $gte: 3, $lt: 40 } },
        order: [{ field: 'at', direction: 'desc' }],
        limit: 5,
      },
      {
        where: {
          $or: [
            { title: { $startsWith: 'title 1' } },
            { tags: { $contains: 'a1' } },
            { $nor: [{ plain: { $ne: 2 } }] },
          ],
        },
      },
      {
        where: { tags: { $elemMatch: { $eq: 'a1' } }, size: { $exists: true, $not: { $in: [1, null] } } },
        select: ['title', 'id'],
      },
      { where: { title: { $regex: '^title [0-9]+$' }, tags: { $size: 2 }, $not: { id: { $nin: ['x'] } } } },
      { where: { $text: 'apple', body: { $text: 'red' } }, explain: true },
      {
        group: ['status', { month: { $month: 'at' } }, { tag: { $each: 'tags' } }],
        aggregate: { n: { $count: true }, sum: { $sum: 'plain' }, last: { $max: 'at' } },
        timezone: 'Europe/Madrid',
        order: [{ field: 'sum', direction: 'desc' }],
        limit: 3,
      },
      { order: [{ field: 'size' }, { field: 'id' }], limit: 1, cursor: null },
    ].map((query) => JSON.stringify({ from: ITEM, ...query })),
  run: async (input) => {
    const query = jsonOf(input.toString('utf8'))
    if (query === undefined) return
    const page = await (items ??= openItems(60)).state.query(noteAccess, query)
    promised(page.items.length <= 1000 && (page.groups?.length ?? 0) <= 1000, 'a page has an end')
    promised(new Set(page.items.map(({ id }) => id)).size === page.items.length, 'nothing is found twice')
  },
  close: () => {
    items?.close()
    items = null
  },
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
