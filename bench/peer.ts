import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const bench = import.meta.dirname

/** A peer of `bench/package.json`; they are installed when a benchmark first needs one that is not there. */
export const loadPeer = (name: string): unknown => {
  if (!existsSync(join(bench, 'node_modules', name))) {
    const done = spawnSync('npm', ['ci', '--prefix', bench, '--ignore-scripts'], { stdio: 'inherit' })
    if (done.status !== 0) throw new Error('npm ci --prefix bench failed')
  }
  return createRequire(join(bench, 'package.json'))(name) as unknown
}
