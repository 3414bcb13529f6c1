import { describe, expect, it } from 'vitest'
import { filtered, withNewest } from './log-pages.ts'

const record = (id: string, keyId = 'did:key:a#a') => ({
  id,
  keyId,
  purpose: 'text',
  digest: `d${id}`,
  requester: 'renderer',
  at: '2026-11-21T23:00:00.000Z',
})
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id)

describe('the lines of the log', () => {
  it('keep the older ones that were read when newer ones come', () => {
    const known = ['4', '3', '2', '1'].map((id) => record(id))
    expect(
      ids(
        withNewest(
          known,
          ['5', '4', '3'].map((id) => record(id)),
        ),
      ),
    ).toEqual(['5', '4', '3', '2', '1'])
    expect(ids(withNewest([], [record('1')]))).toEqual(['1'])
  })

  it('leave no hole: a page that does not reach the known ones stands alone', () => {
    expect(ids(withNewest([record('1')], [record('9'), record('8')]))).toEqual(['9', '8'])
  })
})

describe('the filter of the log', () => {
  const records = [record('1'), record('2', 'did:key:b#b')]
  const words = ({ id }: { id: string }) => [id === '1' ? 'Package' : 'Sesión']

  it('finds by key, and by the words a line is shown in', () => {
    expect(ids(filtered(records, { search: '', keyId: 'did:key:b#b' }, words))).toEqual(['2'])
    expect(ids(filtered(records, { search: 'SESION', keyId: '' }, words))).toEqual(['2'])
    expect(ids(filtered(records, { search: 'd1', keyId: '' }, words))).toEqual(['1'])
    expect(ids(filtered(records, { search: '', keyId: '' }, words))).toEqual(['1', '2'])
  })
})
