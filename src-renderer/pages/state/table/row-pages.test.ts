import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import { createRowPages, type RowPages, type RowPart } from './row-pages.ts'

const objectOf = (id: string): StateObject => ({
  id,
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'v',
  object: { title: id },
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(7, '0'))

/** Index of the first id after `cursor`; ids are sorted. */
const firstAfter = (all: readonly string[], cursor: string): number => {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] ?? '') > cursor) high = middle
    else low = middle + 1
  }
  return low
}

/** A daemon with these ids, sorted; a cursor names the last one returned. */
const daemon = (all: string[], options: { counts?: boolean; exact?: boolean } = {}) => {
  const requested: RowPart[] = []
  let fail = false
  const change = vi.fn<() => void>()
  const rows: RowPages = createRowPages({
    pageSize: 100,
    onChange: change,
    count: () =>
      options.counts === false
        ? Promise.resolve({ count: 0, exact: false })
        : Promise.resolve({ count: all.length, exact: options.exact ?? true }),
    query: (part) => {
      requested.push(part)
      if (fail) return Promise.reject(new Error('lost'))
      const { limit } = part
      const left = all.slice('cursor' in part ? firstAfter(all, part.cursor) : part.offset)
      const items = left.slice(0, limit)
      return Promise.resolve({
        items: items.map(objectOf),
        cursor: left.length > limit ? (items.at(-1) ?? null) : null,
      })
    },
  })
  return {
    rows,
    requested,
    change,
    failing: (now: boolean) => {
      fail = now
    },
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('rows read by cursor', () => {
  it('come when they are looked at, page by page', async () => {
    const { rows, requested } = daemon(ids(1000))
    await rows.show({ start: 0, end: 40 })
    await rows.reload()
    expect(rows.total()).toBe(1000)
    expect(requested.every(({ limit }) => limit === 100)).toBe(true)
    await rows.show({ start: 90, end: 130 })
    expect(rows.at(129)?.id).toBe('0000129')
    expect(rows.at(300)).toBeUndefined()
  })

  it('come after a jump to any place in one query, and from there on by its cursor', async () => {
    const { rows, requested } = daemon(ids(100_000))
    await rows.reload()
    requested.splice(0)
    await rows.show({ start: 60_130, end: 60_170 })
    expect(rows.at(60_169)?.id).toBe('0060169')
    expect(requested).toEqual([
      { limit: 100, offset: 60_100 },
      { limit: 100, cursor: '0060199' },
      { limit: 100, offset: 60_000 },
    ])
    await rows.show({ start: 99_960, end: 100_000 })
    expect(rows.at(99_999)?.id).toBe('0099999')
    expect(rows.loaded()).toBeLessThanOrEqual(3000)
  })

  it('of the places a reader passes quickly only the last is read', async () => {
    const { rows, requested } = daemon(ids(100_000))
    await rows.reload()
    requested.splice(0)
    const passed = Array.from({ length: 50 }, (_, n) => rows.show({ start: n * 1000, end: n * 1000 + 20 }))
    await Promise.all(passed)
    await settled()
    expect(rows.at(49_010)?.id).toBe('0049010')
    expect(requested.length).toBeLessThan(6)
  })

  it('are right wherever the reader goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.integer({ min: 0, max: 3100 }), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (count, places, counts) => {
          const { rows } = daemon(ids(count), { counts })
          await rows.reload()
          for (const place of places) {
            const start = Math.max(0, Math.min(place, rows.total() - 1))
            const end = Math.min(rows.total(), start + 30)
            await rows.show({ start, end })
            await settled()
            for (let row = start; row < Math.min(end, count); row++)
              expect(rows.at(row)?.id).toBe(String(row).padStart(7, '0'))
          }
          if (counts) expect(rows.total()).toBe(count)
          rows.close()
        },
      ),
      { numRuns: 100 },
    )
  })

  it('continue without a count, until the end is seen', async () => {
    const { rows } = daemon(ids(250), { counts: false })
    await rows.reload()
    expect(rows.total()).toBe(101)
    expect(rows.exact()).toBe(false)
    await rows.show({ start: 90, end: 101 })
    await rows.show({ start: 190, end: 201 })
    expect(rows.total()).toBe(250)
    expect(rows.exact()).toBe(true)
  })

  it('say that reading failed, keep what is there, and can be asked again', async () => {
    const { rows, failing } = daemon(ids(500))
    await rows.reload()
    failing(true)
    await rows.show({ start: 200, end: 240 })
    expect(rows.failure()).toBeInstanceOf(Error)
    expect(rows.at(0)?.id).toBe('0000000')
    failing(false)
    await rows.reload()
    expect(rows.failure()).toBeNull()
    expect(rows.at(200)?.id).toBe('0000200')
  })

  it('show what was there until it is read again, and drop what is gone', async () => {
    const all = ids(300)
    const { rows } = daemon(all)
    await rows.reload()
    await rows.show({ start: 250, end: 280 })
    all.splice(50)
    const reading = rows.refresh()
    expect(rows.at(260)?.id).toBe('0000260')
    await rows.show({ start: 0, end: 40 })
    await reading
    await settled()
    expect(rows.total()).toBe(50)
    expect(rows.at(260)).toBeUndefined()
  })

  it('stay known when all places that were read first were left far behind', async () => {
    const { rows } = daemon(ids(100_000))
    expect(rows.known()).toBe(false)
    await rows.reload()
    for (let place = 1; place <= 40; place++) await rows.show({ start: place * 2000, end: place * 2000 + 20 })
    expect(rows.at(0)).toBeUndefined()
    expect(rows.known()).toBe(true)
  })

  it('are counted again where a far place turns out to be gone', async () => {
    const all = ids(5000)
    const { rows } = daemon(all)
    await rows.reload()
    all.splice(1230)
    await rows.show({ start: 4900, end: 4940 })
    await settled()
    expect(rows.total()).toBe(1230)
    await rows.show({ start: 1200, end: 1230 })
    expect(rows.at(1229)?.id).toBe('0001229')
  })

  it('far down, say that something changed instead of moving under the reader', async () => {
    const { rows, requested } = daemon(ids(5000))
    await rows.reload()
    await rows.show({ start: 4000, end: 4040 })
    const before = requested.length
    await rows.refresh()
    expect(rows.changed()).toBe(true)
    expect(requested).toHaveLength(before)
    await rows.reload()
    expect(rows.changed()).toBe(false)
  })

  it('never show the answer to an older question', async () => {
    const { rows, change } = daemon(ids(100))
    const reading = rows.reload()
    rows.close()
    await reading
    expect(rows.at(0)).toBeUndefined()
    expect(change).not.toHaveBeenCalled()
  })
})
