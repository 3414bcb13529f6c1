import { expect } from 'vitest'
import type { IndexStore } from '../core/types.ts'
import { pageOf, publishedOf, verifiedOf } from './events.ts'
import { search } from './store-under-test.ts'

/** How many steps the format had before versions had an order. */
export const STEPS_BEFORE_ORDER = 2

/** A capability at block 9, as an index of that format stored it, searchable. */
export const OLDER_ROWS: readonly string[] = [
  "INSERT INTO meta (key, value) VALUES ('documents', 1)",
  "INSERT INTO block (number, hash) VALUES (9, 'of the old one')",
  `INSERT INTO version (block, log_index, tx, cap_uri, semver, cid, sha256, publisher, author_did, file_state, attempts, state_path)
   VALUES (9, 0, 't', 'did:nuwa:cap:old', '1.0.0', 'c', 's', 'p', 'did:key:z', 'good', 1, 'old')`,
  "INSERT INTO yank (block, log_index, cap_uri, semver, reason) VALUES (9, 1, 'did:nuwa:cap:other', '1.0.0', 'no')",
  "INSERT INTO vote (block, log_index, cap_uri, voter, vote) VALUES (9, 2, 'did:nuwa:cap:old', 'v', 1)",
  `INSERT INTO doc (id, cap_uri, block, log_index, votes, fields, terms, text)
   VALUES (1, 'did:nuwa:cap:old', 9, 0, 1, '{}', 'diary', 'diary')`,
  "INSERT INTO facet (term, name, value) VALUES ('f', 'tags', 'old')",
]

/** The index is empty and starts reading its chain again. */
export const expectBegunAnew = async (store: IndexStore): Promise<void> => {
  expect(await store.position()).toBeNull()
  expect(await store.versions('did:nuwa:cap:old')).toEqual([])
  expect(await store.votes('did:nuwa:cap:old')).toBe(0)
  expect(await store.facetValues('tags', 5)).toEqual([])
  const sample = { name: 'diary' }
  await store.append(pageOf(1, 1, [publishedOf(sample, 1)]))
  await store.settle([verifiedOf(sample, 1)])
  expect(await search(store, 'diary')).toEqual(['diary'])
}
