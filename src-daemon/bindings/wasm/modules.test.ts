import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createModuleFiles } from '../../packages/index.ts'
import { cidOf } from '../../platform/cid.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { note, packageOf } from '../../testing/chat.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { createPackageModules } from './modules.ts'

const MODULE = Buffer.from('the bytes of a module')
const cid = cidOf(MODULE)
const units = packageOf('units', [], [], {
  bindings: {
    convert: { type: 'wasm', module: cid },
    compare: { type: 'wasm', module: cid, function: 'compare' },
    other: { type: 'wasm', module: MODULE.toString('base64') },
  },
})

let dir: string
let installed: readonly AcpPackage[]
let isOff = false
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-modules-'))
  installed = [units, note]
  isOff = false
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})
const start = () =>
  createPackageModules({
    files: createModuleFiles(dir),
    packages: {
      installed: () => installed.map(installedPackage),
      get: (name) => (isOff ? null : (installed.find((acp) => acp.name === name) ?? null)),
    },
  })

describe('modules that a package names by CID', () => {
  it('are there once their very file was given, and stay after a restart', () => {
    const modules = start()
    let told = 0
    modules.onChange(() => (told += 1))
    expect(modules.list('units')).toEqual([{ cid, tools: ['convert', 'compare'], size: null }])
    expect(() => modules.read('units', cid)).toThrow(/wasm_module_unavailable/)
    const given = modules.give({ packageName: 'units', bytes: MODULE })
    expect(given).toEqual([{ cid, tools: ['convert', 'compare'], size: MODULE.length }])
    expect(told).toBe(1)
    expect(Buffer.from(start().read('units', cid))).toEqual(MODULE)
    // Giving it again changes nothing.
    expect(modules.give({ packageName: 'units', bytes: MODULE })).toEqual(given)
  })

  it('are no others: an unnamed file is refused, and nothing is stored', () => {
    const modules = start()
    const other = Buffer.from('the bytes of a Module')
    expect(() => modules.give({ packageName: 'units', bytes: other })).toThrow(/wasm_module_not_asked/)
    expect(() => modules.give({ packageName: 'note', bytes: MODULE })).toThrow(/wasm_module_not_asked/)
    expect(() => modules.give({ packageName: 'none', bytes: MODULE })).toThrow(/package_not_installed/)
    expect(readdirSync(dir)).toEqual([])
  })

  it('stay with a capability that is switched off, and are deleted with one that is removed', () => {
    const modules = start()
    modules.give({ packageName: 'units', bytes: MODULE })
    isOff = true
    expect(modules.list('units')).toEqual([])
    modules.sweep()
    isOff = false
    expect(modules.list('units')).toMatchObject([{ size: MODULE.length }])
    installed = [note]
    modules.sweep()
    installed = [units]
    expect(modules.list('units')).toMatchObject([{ size: null }])
  })
})
