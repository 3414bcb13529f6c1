import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withMemoryFolder } from './memory-folder.mjs'

const print = `const { tmpdir } = require('node:os'), fs = require('node:fs')
fs.writeFileSync(tmpdir() + '/left', 'behind')
console.log(tmpdir(), fs.statfsSync(tmpdir()).type)`
const TMPFS = 0x01021994

it('gives a program a temporary folder in memory, where one may be made, and leaves nothing', async ({
  skip,
}) => {
  const { folder, said } = await withMemoryFolder(({ before, env }) => {
    const [program, ...args] = [...before, process.execPath, '-e', print]
    const { stdout } = spawnSync(program, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
    return { folder: env.TMPDIR, said: stdout.trim() }
  })
  if (folder === undefined) skip('this machine lets the tests make none')
  expect(said).toBe(`${folder} ${TMPFS}`)
  expect(existsSync(folder)).toBe(false)
})
