import { expect, it } from 'vitest'
import type { ChangeRecord, StateObject } from '../../../../src-daemon/contract/state.ts'
import { originsOf, valueAt } from './conflict-origins.ts'

const change = (hash: string, paths: readonly string[], purged = false): ChangeRecord => ({
  hash,
  scope: 'sc:a',
  seq: 1,
  actor: hash,
  at: '2026-01-01T00:00:00.000Z',
  origin: { kind: 'owner', via: 'cli' },
  kind: 'update',
  paths: [...paths],
  purged,
})
const version = (object: StateObject['object'], conflicts?: StateObject['conflicts']): StateObject => ({
  id: 'id',
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'v',
  object,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...(conflicts === undefined ? {} : { conflicts }),
})
const hashes = (changes: readonly (ChangeRecord | null)[] = []) => changes.map((one) => one?.hash ?? null)

it('each value came with the change after which it was there and before which it was not', async () => {
  const versions: Readonly<Record<string, StateObject>> = {
    made: version({ mood: 'calm' }),
    ours: version({ mood: 'glad' }),
    other: version({ mood: 'glad', title: 'x' }),
    theirs: version({ mood: 'sad', title: 'x' }, { '/mood': ['glad', 'sad'] }),
  }
  const origins = await originsOf({
    conflicts: { '/mood': ['sad', 'glad', 'gone'] },
    changes: [
      change('theirs', ['/mood']),
      change('other', ['/title']),
      change('ours', ['/mood']),
      change('made', ['/mood', '/title']),
    ],
    at: (hash) => Promise.resolve(versions[hash] ?? version({})),
  })
  expect(hashes(origins['/mood'])).toEqual(['theirs', 'ours', null])
})

it('a change of the object around a field counts, and a forgotten one is not asked for', async () => {
  const asked: string[] = []
  const origins = await originsOf({
    conflicts: { '/place/city': ['Rome', 'Bern'] },
    changes: [change('b', ['/place']), change('a', ['/place'], true)],
    at: (hash) => {
      asked.push(hash)
      return Promise.resolve(version({ place: { city: 'Rome' } }, { '/place/city': ['Rome', 'Bern'] }))
    },
  })
  expect(hashes(origins['/place/city'])).toEqual(['b', 'b'])
  expect(asked).toEqual(['b'])
})

it('a pointer leads through lists and names with slashes', () => {
  expect(valueAt({ 'a/b': [{ c: 1 }] }, '/a~1b/0/c')).toBe(1)
  expect(valueAt({}, '/a/b')).toBeUndefined()
})
