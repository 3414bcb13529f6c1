import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compileSample, sourceHash } from '../../../scripts/build-samples.mjs'
import { cidOf } from '../../platform/cid.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { runWasmBinding } from './binding.ts'
import { createModuleRunner } from './run-module.ts'

const resource = (path: string) => readFileSync(new URL(`../../../resources/${path}`, import.meta.url))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const nothing = () => Promise.reject(new Error('nothing is fetched here'))

describe('the sample module, units', () => {
  const guard = createNetworkGuard()
  afterAll(() => guard.close())
  const runner = createModuleRunner({ guard })
  const shipped = parse(resource('catalogue/units.acp.yaml').toString()) as {
    tool_bindings: { convert: { module: string } }
  }
  const binding = shipped.tool_bindings.convert
  const convert = (value: number, from: string, to: string) =>
    runWasmBinding({ binding, arguments: { value, from, to }, runner, fetchBlob: nothing })

  it('was made of its sources, and is what the catalogue carries', async () => {
    const made = JSON.parse(resource('samples/units/made-of.json').toString()) as Record<string, string>
    const module = resource('samples/units/units.wasm')
    expect(sourceHash('units')).toBe(made['sources'])
    expect(sha256(module)).toBe(made['module'])
    expect(binding.module).toBe(module.toString('base64'))
    expect(sha256(await compileSample('units'))).toBe(made['module'])
  })

  it.each([
    [5, 'mile', 'kilometre', 8.04672],
    [100, 'fahrenheit', 'celsius', 37.7777777778],
    [-40, 'celsius', 'fahrenheit', -40],
    [0, 'kelvin', 'celsius', -273.15],
    [1, 'nautical mile', 'mile', 1.15077944802],
    [3, 'kilogram', 'pound', 6.61386786555],
    [1e-9, 'millimetre', 'kilometre', 1e-15],
    [1e21, 'metre', 'millimetre', 1e24],
    [0, 'litre', 'US gallon', 0],
  ])('converts %d %s to %s', async (value, from, to, expected) => {
    const { value: converted, unit } = await convert(value, from, to)
    expect(converted).toBeCloseTo(expected, 10)
    expect(unit).toBe(to)
  })

  it('says what it cannot do', async () => {
    await expect(convert(1, 'mile', 'pound')).rejects.toMatchObject({
      code: 'wasm_failed',
      details: { problem: /mile measures length, pound measures mass/ },
    })
    await expect(convert(1, 'parsec', 'mile')).rejects.toMatchObject({ code: 'wasm_failed' })
  })
})

describe('a wasm binding', () => {
  const runner = { run: ({ bytes }: { bytes: Uint8Array }) => Promise.resolve(Buffer.from(bytes).toString()) }
  const run = (
    binding: Record<string, unknown>,
    fetchBlob: Parameters<typeof runWasmBinding>[0]['fetchBlob'] = nothing,
  ) => runWasmBinding({ binding: { type: 'wasm', ...binding }, arguments: {}, runner, fetchBlob })
  /** Of the raw bytes `{"x":1}`. */
  const cid = cidOf(Buffer.from('{"x":1}'))

  it('wraps a value that is not an object, and refuses invalid JSON', async () => {
    expect(await run({ module: Buffer.from('[1]').toString('base64') })).toEqual({ value: [1] })
    expect(await run({ module: Buffer.from('{"a":1}').toString('base64') })).toEqual({ a: 1 })
    await expect(run({ module: Buffer.from('oops').toString('base64') })).rejects.toMatchObject({
      code: 'wasm_answer_unusable',
    })
  })

  it('takes a module by its CID, checked against it', async () => {
    const right = () => Promise.resolve(Buffer.from('{"x":1}'))
    expect(await run({ module: cid }, right)).toEqual({ x: 1 })
    const wrong = () => Promise.resolve(Buffer.from('{"x":2}'))
    await expect(run({ module: cid }, wrong)).rejects.toMatchObject({ code: 'wasm_module_differs' })
  })

  it.each([
    { module: 'no base64!' },
    { module: 'AGFz', memory: 0 },
    { module: 'AGFz', memory: 5000 },
    { module: 'AGFz', timeout: 3600 },
    { module: 'AGFz', function: '../x' },
    { module: 'AGFz', hosts: 'api.example.org' },
  ])('refuses %j', async (binding) => {
    await expect(run(binding)).rejects.toMatchObject({ code: 'binding_invalid' })
  })
})
