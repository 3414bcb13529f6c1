import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './freshness.mjs'
import { NODE, nodeProblem } from './node-binary.mjs'

it('pins the version that package.json asks for', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(devDependencies.node).toBe(NODE.version)
})

it('accepts the Node installed here', () => {
  const problem = nodeProblem()
  expect(problem?.isOther ?? false, problem?.problem).toBe(false)
})

it('names another program, a missing one, and a platform without a hash', () => {
  const base = mkdtempSync(join(tmpdir(), 'satchel-node-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  expect(nodeProblem({ base, platform: 'linux-x64' })).toMatchObject({ isOther: true })
  mkdirSync(join(base, 'node_modules/node/bin'), { recursive: true })
  writeFileSync(join(base, 'node_modules/node/bin/node'), 'not Node')
  expect(nodeProblem({ base, platform: 'linux-x64' })?.problem).toContain('SHA-256')
  expect(nodeProblem({ base, platform: 'plan9-mips' })).toMatchObject({ isOther: false })
})
