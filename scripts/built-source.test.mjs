import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './freshness.mjs'

// By hand, the build may be an old one.
it.skipIf(process.env.SATCHEL_TEST_BUILT !== '1')(
  'V8 keeps what was built with one byte per character',
  () => {
    const files = globSync('out/main/**/*.js', { cwd: root })
    expect(files.length).toBeGreaterThan(0)
    const wide = files.filter((file) => /[^\0-\xff]/.test(readFileSync(join(root, file), 'utf8')))
    expect(wide).toEqual([])
  },
)
