import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createModuleRunner, type ModuleRun } from './run-module.ts'
import { compile } from './testing/compile.ts'

const MIB = 1024 * 1024
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const run = (
  bytes: Uint8Array,
  more: Partial<ModuleRun> = {},
  guard: NetworkGuard = createNetworkGuard(),
) => {
  closing.push(() => guard.close())
  return createModuleRunner({ guard }).run({
    bytes,
    entry: 'run',
    input: '{"a":1}',
    memoryBytes: 16 * MIB,
    timeoutMs: 20_000,
    hosts: [],
    ...more,
  })
}

describe('a module that does its work', () => {
  it('gets the input, and gives the output', async () => {
    const echo = await compile(`export function run(): void {
      const length = <i32>input_length()
      const block = alloc(length)
      for (let at = 0; at < length; at++) store_u8(block + <u64>at, input_load_u8(<u64>at))
      output_set(block, length)
    }`)
    expect(await run(echo, { input: '{"ü":"世界"}' })).toBe('{"ü":"世界"}')
  })

  it('asks its hosts through the network guard, and no other', async () => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(`${request.method ?? ''} ${chunk.toString()}`))
      request.on('end', () => response.end('"from outside"'))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => new Promise((done) => server.close(done)))
    const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const asking = await compile(`export function run(): void {
      const answer = http_request(toBlock('{"url":"http://${host}/","method":"POST"}'), toBlock("hello"))
      if (http_status_code() != 200) unreachable()
      output_set(answer, length(answer))
    }`)
    const guard = createNetworkGuard({ developmentHosts: () => [host] })
    expect(await run(asking, { hosts: [host] }, guard)).toBe('"from outside"')
    expect(seen).toEqual(['POST hello'])
    await expect(run(asking, { hosts: [] }, guard)).rejects.toMatchObject({
      code: 'network_refused',
      details: { reason: 'host_not_allowed' },
    })
    await expect(run(asking, { hosts: [host] })).rejects.toMatchObject({ details: { reason: 'not_https' } })
    expect(seen).toHaveLength(1)
  })
})

describe('a module that has a text read by a model', () => {
  const reading = (times: number) =>
    compile(`export function run(): void {
      let answer: u64 = 0
      for (let at = 0; at < ${String(times)}; at++) answer = model_extract(toBlock("send it"), toBlock('{"type":"object"}'))
      output_set(answer, length(answer))
    }`)

  it('gets the fields, and its time stands still meanwhile', async () => {
    const asked: unknown[] = []
    const extract = async (...read: readonly unknown[]) => {
      asked.push(read)
      await new Promise((done) => setTimeout(done, 1500))
      return { amount: 12, payee: null }
    }
    expect(await run(await reading(1), { extract, timeoutMs: 1200 })).toBe('{"amount":12,"payee":null}')
    expect(asked).toEqual([['send it', { type: 'object' }]])
  })

  it('may do so if its package may, four times a call, and learns no reason', async () => {
    const refused = {
      code: 'wasm_failed',
      details: { problem: expect.stringContaining('model.extract') as string },
    }
    await expect(run(await reading(1))).rejects.toMatchObject(refused)
    let times = 0
    const extract = () => {
      times += 1
      return Promise.resolve({})
    }
    await expect(run(await reading(5), { extract })).rejects.toMatchObject({ code: 'wasm_failed' })
    expect(times).toBe(4)
    const long = compile(
      `export function run(): void { model_extract(toBlock("x"), toBlock('"' + "x".repeat(20000) + '"')) }`,
    )
    await expect(run(await long, { extract })).rejects.toMatchObject({
      details: { problem: expect.stringContaining('too long') as string },
    })
    const failing = () => Promise.reject(new SatchelError('sampling_no_model'))
    await expect(run(await reading(1), { extract: failing })).rejects.toMatchObject({
      code: 'sampling_no_model',
    })
  })
})

describe('a module that means harm', () => {
  let endless: Uint8Array
  beforeAll(async () => {
    endless = await compile(
      'export function run(): void { let n = 0; while (true) { n++; if (n == -7) output("x") } }',
    )
  })

  it('is ended when its time is over, and when the caller gives up', async () => {
    await expect(run(endless, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'wasm_timeout' })
    const stop = new AbortController()
    const stopped = run(endless, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopped')), 300)
    await expect(stopped).rejects.toThrow('stopped')
    await expect(run(endless, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })

  it('does not block others: they wait, run when it has been ended, and can stop waiting', async () => {
    const guard = createNetworkGuard()
    closing.push(() => guard.close())
    const runner = createModuleRunner({ guard })
    const good = await compile('export function run(): void { output("{}") }')
    const input = { entry: 'run', input: '{}', memoryBytes: MIB, hosts: [] }
    const bad = [0, 1].map(() => runner.run({ ...input, bytes: endless, timeoutMs: 500 }))
    const waiting = runner.run({ ...input, bytes: good, timeoutMs: 20_000, signal: AbortSignal.timeout(50) })
    const patient = runner.run({ ...input, bytes: good, timeoutMs: 20_000 })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
    for (const one of bad) await expect(one).rejects.toMatchObject({ code: 'wasm_timeout' })
    expect(await patient).toBe('{}')
  })

  it('gets no more memory than its limit', async () => {
    const growing = await compile(`export function run(): void {
      let pages = memory.size()
      while (memory.grow(1) != -1) pages++
      output(pages.toString())
    }`)
    const pages = Number(await run(growing, { memoryBytes: 4 * MIB }))
    expect(pages).toBeLessThanOrEqual((4 * MIB) / 65_536)
    expect(pages).toBeGreaterThan(16)
    await expect(run(growing, { memoryBytes: 65_536 / 2 })).rejects.toMatchObject({ code: 'wasm_failed' })
  })

  it.each([
    ['in one piece', 'alloc(1 << 40)'],
    ['of a size below zero', 'alloc(<u64>-1)'],
    ['in a thousand pieces', 'while (true) alloc(100000)'],
    ['in pieces of nothing', 'while (true) alloc(0)'],
  ])('gets no more of the host’s memory either, %s', async (_how, code) => {
    const hungry = await compile(`export function run(): void { ${code} }`)
    await expect(run(hungry)).rejects.toMatchObject({ code: 'wasm_failed', details: { problem: /memory/ } })
  })

  it('fails for an output over one MiB, one that is not text, and none', async () => {
    const large = await compile('export function run(): void { output_set(alloc(2 << 20), 2 << 20) }')
    await expect(run(large)).rejects.toMatchObject({ details: { problem: 'its output is too large' } })
    const binary = await compile(
      'export function run(): void { const b = alloc(1); store_u8(b, 0xff); output_set(b, 1) }',
    )
    await expect(run(binary)).rejects.toMatchObject({ details: { problem: 'its output is no text' } })
    const silent = await compile('export function run(): void {}')
    await expect(run(silent)).rejects.toMatchObject({ details: { problem: 'it gave no output' } })
  })

  it.each([
    ['traps', 'unreachable()'],
    [
      'divides by nothing',
      'output((1 / <i32>input_length() / <i32>(input_length() - input_length())).toString())',
    ],
    ['reads past its memory', 'output(load<u8>(0x7fffffff).toString())'],
    ['reads a block that is not there', 'output(load_u8(<u64>99 << 48).toString() + "x"); unreachable()'],
    ['reads past a block', 'load_u8(alloc(1) + 4096)'],
    ['writes into a block that is not there', 'output_set(<u64>99 << 48, 1)'],
    ['calls itself without end', 'deep(1)'],
  ])('%s, and ends as a failure', async (_what, code) => {
    const module = await compile(
      `function deep(n: i32): i32 { return n > 0 ? deep(n + 1) + deep(n + 2) : 0 }
       export function run(): void { ${code} }`,
    )
    await expect(run(module)).rejects.toMatchObject({ code: 'wasm_failed' })
  })

  it.each([
    ['files', '@external("wasi_snapshot_preview1", "fd_write")'],
    ['the engine’s own objects', '@external("constructor", "constructor")'],
    ['what every object has', '@external("env", "hasOwnProperty")'],
    ['a function Extism does not have', '@external("extism:host/env", "constructor")'],
  ])('cannot import %s', async (_what, external) => {
    const module = await compile(`${external} declare function foreign(n: i32): i32
      export function run(): void { output(foreign(1).toString()) }`)
    await expect(run(module)).rejects.toMatchObject({
      code: 'wasm_failed',
      details: { problem: /which is not given to modules/ },
    })
  })

  it('finds nothing in its configuration, not even what every object has', async () => {
    const module =
      await compile(`@external("extism:host/env", "config_get") declare function config_get(key: u64): u64
      export function run(): void {
        output(config_get(toBlock("constructor")) == 0 && config_get(toBlock("__proto__")) == 0 ? "{}" : "found")
      }`)
    expect(await run(module)).toBe('{}')
  })

  it('cannot run while it starts, either', async () => {
    const endless = await compile('while (true) {}\nexport function run(): void {}')
    await expect(run(endless, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'wasm_timeout' })
    const asking = await compile('while (true) { input_length() }\nexport function run(): void {}')
    await expect(run(asking)).rejects.toMatchObject({ code: 'wasm_failed' })
  })

  it('cannot ask without end', async () => {
    const module = await compile(`export function run(): void {
      while (true) http_request(toBlock('{"url":"https://api.example.org/"}'), 0)
    }`)
    let asked = 0
    const guard = {
      fetch: () => {
        asked += 1
        return Promise.resolve(new Response('x'))
      },
    }
    const runner = createModuleRunner({ guard })
    const input = { bytes: module, entry: 'run', input: '{}', memoryBytes: MIB, timeoutMs: 20_000 }
    await expect(runner.run({ ...input, hosts: ['api.example.org'] })).rejects.toMatchObject({
      details: { problem: /more than 16 requests/ },
    })
    expect(asked).toBe(16)
  })
})
