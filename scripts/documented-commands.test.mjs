import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './freshness.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const pages = execFileSync('git', ['ls-files', 'README.md', 'CONTRIBUTING.md', 'docs/**.md', 'fuzz/*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const lines = pages.flatMap((page) =>
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .map((line, at) => ({ where: `${page}:${at + 1}`, line })),
)

it('are scripts of the package', () => {
  const named = lines.flatMap(({ where, line }) =>
    [...line.matchAll(/\bnpm run (?:-s )?([a-z:-]+)/g)].map(([, name]) => ({ where, name })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([])
})

// Typing `node` runs the machine's, which may be older than the sources need; npm puts ours first.
it('never start a script of the project on the Node of the machine', () => {
  expect(lines.filter(({ line }) => /\bnode (?:scripts|bench|fuzz|e2e|src-)/.test(line))).toEqual([])
})
