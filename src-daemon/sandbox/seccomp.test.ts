import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxGrantsSchema } from '../contract/sandbox.ts'
import { spawnHeld } from '../platform/processes.ts'
import { createSandbox } from './sandbox.ts'
import { ARGUMENT_RULES, REFUSED, UNKNOWN, type SystemCall } from './seccomp-rules.ts'
import { seccompFilter } from './seccomp.ts'

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]
const AUDIT = { x64: 0xc000_003e, arm64: 0xc000_00b7, ia32: 0x4000_0003, arm: 0x4000_0028 }

/** Runs a filter as the kernel does: a number stands for the error it answers with. */
const answerOf = (
  filter: Uint8Array,
  call: { readonly machine: number; readonly number: number; readonly args?: readonly number[] },
): number | 'allow' | 'kill' => {
  const view = new DataView(filter.buffer)
  const data = new DataView(new ArrayBuffer(64))
  data.setUint32(0, call.number, true)
  data.setUint32(4, call.machine, true)
  call.args?.forEach((value, index) => {
    data.setUint32(16 + 8 * index, value, true)
  })
  let loaded = 0
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, ifSo, ifNot] = [
      view.getUint16(at * 8, true),
      view.getUint8(at * 8 + 2),
      view.getUint8(at * 8 + 3),
    ]
    const value = view.getUint32(at * 8 + 4, true)
    if (code === 0x20) loaded = data.getUint32(value, true)
    else if (code === 0x15) at += loaded === value ? ifSo : ifNot
    else if (code === 0x35) at += loaded >= value ? ifSo : ifNot
    else if (code === 0x45) at += (loaded & value) !== 0 ? ifSo : ifNot
    else if (value === 0x7fff_0000) return 'allow'
    else if (value === 0x8000_0000) return 'kill'
    else return value & 0xffff
  }
  throw new Error('it ended without an answer')
}

describe.each([
  ['x64', 1, AUDIT.ia32],
  ['arm64', 2, AUDIT.arm],
] as const)('the filter for %s', (arch, column, other) => {
  const filter = seccompFilter(arch) ?? new Uint8Array()
  const machine = AUDIT[arch]
  const answer = (number: number, ...args: readonly number[]) => answerOf(filter, { machine, number, args })
  const numbers = (calls: readonly SystemCall[]) =>
    calls.map((call) => call[column]).filter((number) => number !== null)

  it('refuses what is listed and allows everything else', () => {
    const [refused, unknown] = [numbers(REFUSED), numbers(UNKNOWN)]
    const partly = numbers(ARGUMENT_RULES.map(({ call }) => call))
    expect(new Set([...refused, ...unknown, ...partly]).size).toBe(
      refused.length + unknown.length + partly.length,
    )
    for (let number = 0; number < 500; number += 1) {
      if (partly.includes(number)) continue
      const expected = refused.includes(number) ? EPERM : unknown.includes(number) ? ENOSYS : 'allow'
      expect({ number, answer: answer(number) }).toEqual({ number, answer: expected })
    }
  })

  it('looks at the arguments of others', () => {
    const [clone, ioctl, personality, socket] = ARGUMENT_RULES.map(({ call }) => call[column] ?? -1)
    const cases = [
      [clone, [0x11], 'allow'],
      [clone, [0x1000_0011], EPERM],
      [clone, [0x7e02_0000], EPERM],
      [ioctl, [0, 0x5401], 'allow'],
      [ioctl, [0, 0x5412], EPERM],
      [ioctl, [0, 0x541c], EPERM],
      [ioctl, [0x5412, 0], 'allow'],
      [personality, [0], 'allow'],
      [personality, [0xffff_ffff], 'allow'],
      [personality, [0x0004_0000], EPERM],
      ...[0, 1, 2, 10, 16].map((family) => [socket, [family], 'allow'] as const),
      ...[3, 9, 17, 38, 40].map((family) => [socket, [family], EAFNOSUPPORT] as const),
    ] as const
    for (const [number, args, expected] of cases)
      expect({ number, args, answer: answer(number ?? -1, ...args) }).toEqual({
        number,
        args,
        answer: expected,
      })
  })

  it('ends a program for another machine, and knows no second numbers of this one', () => {
    expect(answerOf(filter, { machine: other, number: 20 })).toBe('kill')
    for (const number of [0x4000_0000, 0x4000_0000 + 101, 0xffff_ffff]) expect(answer(number)).toBe(ENOSYS)
  })
})

it('is missing for a machine without a table', () => {
  expect(seccompFilter('riscv64')).toBeNull()
})

const hasPerl = spawnSync('/usr/bin/perl', ['-e', '1']).status === 0
const root = mkdtempSync(join(tmpdir(), 'satchel-seccomp-'))
beforeAll(() => {
  for (const name of ['home', 'data', 'shared']) mkdirSync(join(root, name))
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

/** What a program in the sandbox prints, and how it ends. */
const run = async (command: string, args: readonly string[]) => {
  const prepared = await createSandbox({
    places: { home: join(root, 'home'), dataDir: join(root, 'data') },
    runDir: root,
    searchPath: process.env['PATH'] ?? '',
  }).prepare({
    command,
    args,
    env: {},
    cwd: null,
    grants: sandboxGrantsSchema.parse({ read: [join(root, 'shared')] }),
  })
  try {
    const held = await spawnHeld(prepared, prepared)
    held.stdin.end()
    const [out, err, { code }] = await Promise.all([text(held.stdout), text(held.stderr), held.ended])
    return { out, err, code }
  } finally {
    await prepared.release()
  }
}

describe.skipIf(process.platform !== 'linux')('a program in the sandbox', () => {
  it('runs under the filter, with everything it starts', async () => {
    const look = 'grep -h ^Seccomp: /proc/self/status; /bin/sh -c "grep -h ^Seccomp: /proc/self/status"'
    expect((await run('/bin/sh', ['-c', look])).out).toBe('Seccomp:\t2\nSeccomp:\t2\n')
  })

  it.skipIf(!hasPerl || process.arch !== 'x64')('is refused by the kernel what the rules say', async () => {
    const calls = [...REFUSED, ...UNKNOWN].flatMap(([name, number]) =>
      number === null ? [] : [[name, number]],
    )
    const cases: readonly (readonly [string | number, ...(readonly number[])])[] = [
      ...calls.map(([name = '', number]) => [name, Number(number), 0, 0, 0, 0, 0] as const),
      ['a namespace', 56, 0x1000_0011, 0, 0, 0, 0],
      ['typing into the terminal', 16, 0, 0x5412, 0],
      ['another personality', 135, 0x0004_0000],
      ['a socket below IP', 41, 17, 3, 0],
      ['a Unix socket', 41, 1, 1, 0],
      ['which personality', 135, 0xffff_ffff],
    ]
    const lines = cases.map(
      ([name, ...numbers]) => `$! = 0; syscall(${numbers.join(', ')}); print "${name}=", $! + 0, "\\n";`,
    )
    const { out } = await run('/usr/bin/perl', ['-e', lines.join('\n')])
    const expected = [
      ...REFUSED.flatMap(([name, number]) => (number === null ? [] : [`${name}=${EPERM}`])),
      ...UNKNOWN.map(([name]) => `${name}=${ENOSYS}`),
      ...[`a namespace=${EPERM}`, `typing into the terminal=${EPERM}`, `another personality=${EPERM}`],
      ...[`a socket below IP=${EAFNOSUPPORT}`, 'a Unix socket=0', 'which personality=0'],
    ]
    expect(out.trim().split('\n')).toEqual(expected)
  })

  it.skipIf(process.arch !== 'x64')('is ended when it calls as a 32-bit program', async () => {
    const program = join(root, 'shared', 'both-ways')
    writeFileSync(
      program,
      elfOf('b814000000cd80' /* getpid by int 0x80 */ + 'bf07000000b83c0000000f05' /* exit(7) */),
    )
    chmodSync(program, 0o755)
    const seen = await run('/bin/sh', ['-c', `${program}; echo $?`])
    const SIGSYS = 31
    expect(seen.out).toBe(`${String(128 + SIGSYS)}\n`)
  })

  it('has threads, children, WebAssembly and sockets in Node', async () => {
    const source = `
      const { Worker } = require('node:worker_threads')
      const { execFileSync, spawn } = require('node:child_process')
      const net = require('node:net')
      const fs = require('node:fs')
      const module_ = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
      const main = async () => {
        const worker = await new Promise((resolve, reject) =>
          new Worker("require('node:worker_threads').parentPort.postMessage('thread')", { eval: true })
            .once('message', resolve).once('error', reject))
        const child = execFileSync(process.execPath, ['-e', "process.stdout.write('child')"], { encoding: 'utf8' })
        const shell = await new Promise((resolve) => spawn('/bin/sh', ['-c', 'sleep 0 | cat; exit 3']).once('exit', resolve))
        const wasm = (await WebAssembly.instantiate(module_)).instance instanceof WebAssembly.Instance
        const server = net.createServer((socket) => socket.end('over a socket')).listen(0, '127.0.0.1')
        await new Promise((resolve) => server.once('listening', resolve))
        let said = ''
        for await (const part of net.connect(server.address().port, '127.0.0.1')) said += part
        server.close()
        const files = await fs.promises.readdir('/tmp')
        console.log(JSON.stringify({ worker, child, shell, wasm, said, files: files.length >= 0 }))
      }
      main()`
    const { out, err } = await run(process.execPath, ['-e', source])
    expect(out === '' ? err : JSON.parse(out)).toEqual({
      worker: 'thread',
      child: 'child',
      shell: 3,
      wasm: true,
      said: 'over a socket',
      files: true,
    })
  })
})

/** The smallest program for 64-bit x86 Linux: its headers and its code, loaded as one. */
const elfOf = (code: string): Buffer => {
  const at = 0x40_0000
  const headers = Buffer.alloc(120)
  headers.write('7f454c4602010100', 0, 'hex')
  headers.writeUInt16LE(2, 16) // a program
  headers.writeUInt16LE(62, 18) // x86-64
  headers.writeUInt32LE(1, 20)
  headers.writeBigUInt64LE(BigInt(at + headers.length), 24) // where it begins
  headers.writeBigUInt64LE(64n, 32) // the program header
  headers.writeUInt16LE(64, 52)
  headers.writeUInt16LE(56, 54)
  headers.writeUInt16LE(1, 56)
  headers.writeUInt32LE(1, 64) // to be loaded
  headers.writeUInt32LE(5, 68) // to be read and run
  headers.writeBigUInt64LE(BigInt(at), 80)
  headers.writeBigUInt64LE(BigInt(at), 88)
  const whole = Buffer.concat([headers, Buffer.from(code, 'hex')])
  whole.writeBigUInt64LE(BigInt(whole.length), 96)
  whole.writeBigUInt64LE(BigInt(whole.length), 104)
  whole.writeBigUInt64LE(0x1000n, 112)
  return whole
}
