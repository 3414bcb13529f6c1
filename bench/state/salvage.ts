import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSalvaged } from '../../src-daemon/composition/salvage/build.ts'
import type { SalvageReport } from '../../src-daemon/contract/salvage.ts'
import { createRandom, newSeed } from '../../src-daemon/state/survival/testing/random.ts'
import { damageFile } from '../../src-daemon/testing/damage.ts'
import type { Frame } from '../frame.ts'
import { openStore } from './ours.ts'

/** Changes and the objects they made are each lost with one in a hundred pages. */
const MAX_LOST = 0.001
/** A salvage takes half a minute. */
const RUNS = 3

/**
 * Seconds to salvage a store of which one page in a hundred is garbled, other ones each time; and the objects that are lost. The store is one
 * of its own: each object was made, and nothing else happened.
 */
export const salvaging = async (frame: Frame, count: number): Promise<void> => {
  const store = openStore(count)
  const directory = mkdtempSync(join(tmpdir(), 'satchel-salvage-'))
  const damaged = join(directory, 'damaged.db')
  const seed = newSeed()
  process.stderr.write(`salvage: seed ${String(seed)}\n`)
  const random = createRandom(seed)
  let lost = 0
  try {
    store.db.pragma('wal_checkpoint(TRUNCATE)')
    const there = Number(store.db.prepare('SELECT sum(objects) FROM state_view_totals_now').pluck().get())
    let run = 0
    await frame.compare({
      what: `salvage of ${String(count)} objects with 1 % of the pages broken`,
      unit: 's',
      ours: () => {
        copyFileSync(store.path, damaged)
        damageFile(damaged, 'garbled', random)
        const made = join(directory, String((run += 1)))
        mkdirSync(made)
        const started = performance.now()
        const report = salvage(damaged, made)
        lost = Math.max(lost, there - report.objects)
        rmSync(made, { recursive: true })
        return (performance.now() - started) / 1000
      },
      bar: { atMost: 60 },
      runs: RUNS,
    })
    await frame.compare({
      what: 'objects lost with those pages, at most',
      unit: 'objects',
      ours: () => lost,
      bar: { atMost: count * MAX_LOST },
      runs: 1,
    })
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

const salvage = (path: string, made: string): SalvageReport =>
  buildSalvaged(
    { path, key: null, database: join(made, 'state.db'), report: join(made, 'report.json'), original: path },
    () => undefined,
  )
