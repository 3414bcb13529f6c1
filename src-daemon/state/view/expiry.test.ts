import { expect, it } from 'vitest'
import { readAnnotations } from '../schema/annotations.ts'
import { visible } from './expiry.ts'

it('looks up when an entry came only where the entry does not say it, as that reads the whole log', () => {
  const { annotations } = readAnnotations({
    'x-asm': { container: 'log', crdt: 'append_only', 'x-ttl': 'P1D' },
  })
  const asked: unknown[] = []
  const appended = (entry: unknown): null => {
    asked.push(entry)
    return null
  }
  const now = Date.UTC(2026, 0, 31)
  const dated = { timestamp: new Date(now).toISOString() }
  const seen = visible(
    { annotations, members: ['entries'] },
    { entries: [dated, { n: 1 }, dated] },
    { now, lastChange: now, appended },
  )
  expect(seen?.['entries']).toHaveLength(3)
  expect(asked).toEqual([{ n: 1 }])
})
