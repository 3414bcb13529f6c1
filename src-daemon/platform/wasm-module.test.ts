import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitModule, ModuleRefused } from './wasm-module.ts'
import { compile } from '../bindings/wasm/testing/compile.ts'

const HEAD = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const moduleOf = (...sections: number[][]): Uint8Array =>
  Uint8Array.from([...HEAD, ...sections.flatMap(([id = 0, ...content]) => [id, content.length, ...content])])

describe('limits of a module', () => {
  it('writes a ceiling into memories and tables, and keeps a lower one', () => {
    const limited = (...section: number[]) => [...limitModule(moduleOf(section), 16)].slice(10)
    expect(limited(5, 1, 0, 1)).toEqual([1, 1, 1, 16])
    expect(limited(5, 1, 1, 1, 0x80, 0x80, 4)).toEqual([1, 1, 1, 16])
    expect(limited(5, 1, 1, 1, 2)).toEqual([1, 1, 1, 2])
    expect(limited(4, 1, 0x70, 0, 1)).toEqual([1, 0x70, 1, 1, 0xa0, 0x8d, 6])
    // Of two together, no more than of one.
    const half = [0x70, 1, 1, 0xd0, 0x86, 3]
    expect(limited(4, 2, 0x70, 0, 1, 0x70, 0, 1)).toEqual([2, ...half, ...half])
  })

  it.each([
    ['no module', Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])],
    ['nothing', new Uint8Array()],
    ['the beginning of one', Uint8Array.from([...HEAD, 5, 10, 1])],
    ['a number without end', Uint8Array.from([...HEAD, 5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['more memory than it may have', moduleOf([5, 1, 0, 17])],
    ['two memories', moduleOf([5, 2, 0, 1, 0, 1])],
    ['two memories in two sections', moduleOf([5, 1, 0, 1], [5, 1, 0, 1])],
    ['shared memory', moduleOf([5, 1, 3, 1, 2])],
    ['memory of 64 bits', moduleOf([5, 1, 4, 1])],
    ['arrays on the heap', moduleOf([1, 1, 0x5e, 0x7f, 0])],
    ['structures on the heap', moduleOf([1, 1, 0x5f, 0])],
    ['a group of types', moduleOf([1, 1, 0x4e, 1, 0x60, 0, 0])],
    ['references to such', moduleOf([1, 1, 0x60, 1, 0x63, 0x6a, 0])],
    ['a large table', moduleOf([4, 1, 0x70, 0, 0xc0, 0x84, 0x3d])],
    ['many tables', moduleOf([4, 2, 0x70, 0, 0xd1, 0x86, 3, 0x70, 0, 1])],
    ['a table of objects', moduleOf([4, 1, 0x63, 0x6a, 0, 1])],
  ])('refuses %s', (_what, bytes) => {
    expect(() => limitModule(bytes, 16)).toThrow(ModuleRefused)
  })

  it('never throws anything else, whatever the bytes', async () => {
    const module = await compile('export function run(): void { output("{}") }')
    const seed = 20261122
    fc.assert(
      fc.property(fc.nat(module.length - 1), fc.nat(255), fc.nat(module.length), (at, byte, length) => {
        const damaged = module.slice(0, length)
        damaged[at] = byte
        try {
          limitModule(damaged, 256)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ModuleRefused)
        }
      }),
      { seed, numRuns: 2000 },
    )
  })
})
