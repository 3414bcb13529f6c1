/** A process to kill: exports a folder of packages as a static registry, or reads one into a marketplace's cache. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, openMarket } from '../../../testing/market.ts'
import { exportTo, publisher } from '../../static/testing/web-space.ts'

const [what, packages = '', place = '', dir = ''] = process.argv.slice(2)

if (what === 'export') {
  const files = readdirSync(packages)
    .toSorted()
    .map((fileName) => ({ fileName, bytes: readFileSync(join(packages, fileName)) }))
  process.stdout.write('begun\n')
  await exportTo(place, files, { time: new Date('2026-02-01T00:00:00Z') })
} else {
  const catalogue = { kind: 'static', name: 'shelf', trust: 'trusted', place, did: publisher.did } as const
  const here = openMarket({ dir, catalogues: [catalogue] })
  process.stdout.write('begun\n')
  await here.market.search(ask(''))
  await here.close()
}
