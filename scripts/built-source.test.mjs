import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './freshness.mjs'

const filesWith = (pattern) => {
  const files = globSync('out/main/**/*.js', { cwd: root })
  expect(files.length).toBeGreaterThan(0)
  return files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
}

// By hand, the build may be an old one.
describe.skipIf(process.env.SATCHEL_TEST_BUILT !== '1')('what was built', () => {
  it('is kept by V8 with one byte per character', () => {
    expect(filesWith(/[^\0-\xff]/)).toEqual([])
  })

  it('imports no node:http, which src-daemon/platform/http-server.ts loads without its client', () => {
    expect(filesWith(/^import .*["'](?:node:)?http["']/m)).toEqual([])
  })
})
