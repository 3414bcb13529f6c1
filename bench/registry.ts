/** The registry's index: search over 100,000 packages, exact nearest vectors, how fast published packages are indexed, update checks, and a static registry. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteIndex } from '../src-daemon/registry/indexer/sqlite/index.ts'
import type { Benchmark } from './frame.ts'
import { catchingUpRows } from './registry/catching-up.ts'
import { checkingRows } from './registry/checking.ts'
import { indexingRows } from './registry/indexing.ts'
import { asPublished, makePackages } from './registry/packages.ts'
import { searchingRows } from './registry/searching.ts'
import { staticRows } from './registry/static-rows.ts'
import { typoRows } from './registry/typos.ts'
import { vectorRows } from './registry/vectors.ts'

const PACKAGES = 100_000
/** For a rough answer. */
const FEW = 20_000
const AT_ONCE = 5000

export const registry: Benchmark = async (frame, { quick }) => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-registry-'))
  const store = openSqliteIndex({ path: join(directory, 'registry-index.db') })
  try {
    const count = quick ? FEW : PACKAGES
    const packages = makePackages(count)
    for (let at = 0; at < packages.length; at += AT_ONCE) {
      const part = packages.slice(at, at + AT_ONCE).map((one, n) => asPublished(one, at + n))
      const events = part.map(({ event }) => event)
      const last = events.at(-1)
      if (last === undefined) continue
      await store.append({ from: at + 1, to: { number: last.block, hash: last.blockHash }, events })
      await store.settle(part.map(({ outcome }) => outcome))
    }
    await searchingRows(frame, { store, packages, quick })
    await typoRows(frame)
    await indexingRows(frame, { directory, count: quick ? 300 : 1500 })
    await catchingUpRows(frame, { directory, count: quick ? 1000 : 10_000 })
    await checkingRows(frame, { directory, packages })
    await staticRows(frame)
    await vectorRows(frame, { count, quick })
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
