import { mkdtempSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './freshness.mjs'
import { satchelCommand } from './satchel-command.mjs'

it.skipIf(process.platform === 'win32')('is the name once it is linked, and a whole line before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-path-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const env = { PATH: ['/nonexistent', bin].join(delimiter) }
  expect(satchelCommand(env)).toBe(`node ${join(root, 'scripts/satchel.mjs')}`)
  // Another program of this name is another one.
  symlinkSync('/bin/sh', join(bin, 'satchel'))
  expect(satchelCommand(env)).toContain('satchel.mjs')
  rmSync(join(bin, 'satchel'))
  symlinkSync(join(root, 'scripts/satchel.mjs'), join(bin, 'satchel'))
  expect(satchelCommand(env)).toBe('satchel')
})
