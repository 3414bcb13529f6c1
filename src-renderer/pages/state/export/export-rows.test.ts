import { describe, expect, it } from 'vitest'
import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import { columnsOf } from '../schema/columns.ts'
import type { ObjectQuery } from '../filter/object-query.ts'
import { exportRows, type ExportFormat } from './export-rows.ts'

const columns = columnsOf({ properties: { title: { type: 'string' } } })
const objects = Array.from({ length: 2500 }, (_, n): StateObject => ({
  id: `id${String(n)}`,
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'v',
  object: { title: `Row ${String(n)}`, extra: n },
  updatedAt: '2026-01-01T00:00:00.000Z',
}))
const query = ({ cursor, limit = 50 }: ObjectQuery) => {
  const from = Number(cursor ?? 0)
  const next = from + limit
  return Promise.resolve({
    items: objects.slice(from, next),
    cursor: next < objects.length ? String(next) : null,
  })
}
const run = (format: ExportFormat, signal = new AbortController().signal, seen: number[] = []) =>
  exportRows({
    query,
    question: { from: 'a' },
    format,
    columns,
    signal,
    onProgress: (rows) => {
      seen.push(rows)
    },
  })

describe('an export', () => {
  it('holds every row that is found, and says how far it is', async () => {
    const seen: number[] = []
    const json = await run('json', undefined, seen)
    expect(JSON.parse(json?.parts.join('') ?? '')).toEqual(objects.map(({ object }) => object))
    expect(seen).toEqual([1000, 2000, 2500])
    const csv = (await run('csv'))?.parts.join('').split('\r\n') ?? []
    expect(csv[0]).toBe('\uFEFFid,title')
    expect(csv).toHaveLength(2502)
    expect(csv[2500]).toBe('id2499,Row 2499')
  })

  it('stops when it is told to, without a file', async () => {
    const stop = new AbortController()
    const running = run('csv', stop.signal)
    stop.abort()
    expect(await running).toBeNull()
  })
})
