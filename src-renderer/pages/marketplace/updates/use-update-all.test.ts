import { describe, expect, it } from 'vitest'
import type { MarketUpdate } from '../../../../src-daemon/contract/market-updates.ts'
import type { MarketWanted } from '../../../../src-daemon/contract/marketplace.ts'
import type { Reviewed } from '../../../features/package-review/review-state.ts'
import { packageDifference, permissionReview } from '../../../testing/packages.ts'
import { useUpdateAll, wantedUpdate } from './use-update-all.ts'

const update = (name: string, offered = true): MarketUpdate => ({
  name,
  capUri: `did:nuwa:cap:${name}`,
  title: name,
  installed: { version: '1.0.0', sha256: 'a'.repeat(64) },
  offered: offered
    ? { version: '1.1.0', source: 'main', sha256: 'b'.repeat(64), cid: null, problem: null, higher: null }
    : null,
  yanked: null,
  foundAt: '2026-01-02T03:04:05.000Z',
})
const reviewed = (name: string, widens: string[] = []): Reviewed => ({
  review: permissionReview(name, { difference: packageDifference({ widens }) }),
  source: { kind: 'candidate', id: name },
  market: null,
})
const nameOf = (wanted: MarketWanted) => (wanted.kind === 'capability' ? wanted.capUri : '')

describe('updating all', () => {
  it('asks for the offered version of the source that has it', () => {
    expect(wantedUpdate(update('note'))).toEqual({
      kind: 'capability',
      capUri: 'did:nuwa:cap:note@1.1.0',
      source: 'main',
    })
    expect(wantedUpdate(update('note', false))).toBeNull()
  })

  it('installs what may do nothing more, and leaves what asks or fails to the user', async () => {
    const installed: string[] = []
    const all = useUpdateAll({
      review: (wanted) => {
        const uri = nameOf(wanted)
        if (uri.includes('broken')) return Promise.reject(new Error('no file'))
        return Promise.resolve(uri.includes('wide') ? reviewed('wide', ['Delete notes']) : reviewed('calm'))
      },
      install: ({ review }) => {
        installed.push(review.name)
        return Promise.resolve()
      },
    })
    await all.run([update('wide'), update('broken'), update('gone', false), update('calm')])
    expect(installed).toEqual(['calm'])
    expect(all.done.value).toBe(1)
    expect(all.running.value).toBe(false)
    expect(all.left.value.map(({ update: { name }, error }) => [name, error === null])).toEqual([
      ['wide', true],
      ['broken', false],
    ])
  })
})
