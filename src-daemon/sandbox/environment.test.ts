/** What a program's variables can and cannot do: they are its own, and nothing outside its sandbox has them. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runToEnd, spawnHeld } from '../platform/processes.ts'
import { nativeLibrary } from '../testing/native-library.ts'
import { createSandbox, type SandboxDeps } from './sandbox.ts'
import { sandboxGrantsSchema, type SandboxGrants } from '../contract/sandbox.ts'

let root: string
let outside: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-environment-')))
  outside = join(root, 'outside')
  for (const folder of ['home', 'data', 'outside']) mkdirSync(join(root, folder))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

interface Options {
  readonly grants?: Partial<SandboxGrants>
  readonly deps?: Partial<SandboxDeps>
}

/** How a Node of this machine runs `source` with these variables. */
const prepare = (source: string, env: Readonly<Record<string, string>>, { grants, deps }: Options = {}) =>
  createSandbox({
    places: { home: join(root, 'home'), dataDir: join(root, 'data') },
    runDir: root,
    searchPath: process.env['PATH'] ?? '',
    ...deps,
  }).prepare({
    command: process.execPath,
    args: ['-e', source],
    env,
    cwd: null,
    grants: sandboxGrantsSchema.parse(grants ?? {}),
  })

/** All that it writes; `meanwhile` is called once it has written something, and its input ends after that. */
const run = async (
  source: string,
  env: Readonly<Record<string, string>>,
  { meanwhile, ...options }: Options & { readonly meanwhile?: () => void } = {},
): Promise<string> => {
  const prepared = await prepare(source, env, options)
  try {
    const held = await spawnHeld(prepared, prepared)
    held.stdout.once('data', () => {
      meanwhile?.()
      held.stdin.end()
    })
    return (await Promise.all([text(held.stdout), text(held.stderr)])).join('')
  } finally {
    await prepared.release()
  }
}
const SAY = `process.stdin.resume(); console.log(JSON.stringify(process.env))`
const said = async (...given: Parameters<typeof run>): Promise<unknown> => JSON.parse(await run(...given))

/** As the library wraps a command on macOS: what starts the sandbox is found by `PATH`. */
const macOS: Partial<SandboxDeps> = {
  platform: 'darwin',
  loadSeatbelt: () =>
    Promise.resolve({
      SandboxManager: {
        initialize: () => Promise.resolve(),
        checkDependencies: () => ({ errors: [] }),
        wrapWithSandboxArgv: (command, shell) => {
          const quoted = `'${command.replaceAll("'", `'\\''`)}'`
          return Promise.resolve({ argv: [shell, '-c', `env INSIDE=1 ${shell} -c ${quoted}`], env: {} })
        },
      },
    }),
}
const WAYS: [string, Options][] = [
  ['in bubblewrap', {}],
  ['in bubblewrap, with a network', { grants: { hosts: ['example.org'] } }],
  ['without a sandbox', { grants: { unsandboxed: true } }],
  [
    'without a sandbox, where there is no bubblewrap',
    { grants: { unsandboxed: true }, deps: { bwrap: null } },
  ],
  ['in seatbelt', { deps: macOS }],
]

describe.skipIf(process.platform !== 'linux').each(WAYS)('the variables of a program %s', (_way, options) => {
  const env = { PLAIN: 'x', EMPTY: '', SPOKEN: `it's "said"\n$(id) \`id\` \\ --bind`, PATH: '/nowhere' }

  it('reach it as they were given', async () => {
    expect(await said(SAY, env, options)).toMatchObject(env)
    const prepared = await prepare('console.log(process.env.SPOKEN)', env, options)
    expect(await runToEnd(prepared, { timeoutMs: 20_000 })).toMatchObject({ output: `${env.SPOKEN}\n` })
    await prepared.release()
  })

  it('are on no command line', async () => {
    const secret = `sk-${String(Math.random()).slice(2)}`
    let lines = ''
    const meanwhile = (): void => {
      lines = allCommandLines()
    }
    expect(await said(SAY, { SECRET: secret }, { ...options, meanwhile })).toMatchObject({ SECRET: secret })
    expect(lines).toContain(SAY)
    expect(lines).not.toContain(secret)
  })

  it('cannot be what no environment holds', async () => {
    for (const wrong of [{ A: 'x\0--bind\0/\0/' }, { 'A=B': 'x' }, { '': 'x' }, { 'A\0B': 'x' }])
      await expect(prepare(SAY, wrong, options)).rejects.toMatchObject({
        code: 'server_variable_refused',
        params: { reason: 'variable_malformed' },
      })
  })
})

describe.skipIf(process.platform !== 'linux')(
  'nothing outside the sandbox obeys the variables of a program',
  () => {
    it.each(WAYS.slice(0, 2))('%s: the loader of what is started', async (_way, options) => {
      // The loader of every program that has these writes a file before the program's first line.
      const env = { LD_DEBUG: 'all', LD_DEBUG_OUTPUT: join(outside, 'trace') }
      expect(await run(SAY, env, options)).toContain('"LD_DEBUG":"all"')
      expect(readdirSync(outside)).toEqual([])
    })

    it('a library of its own', async (context) => {
      const native = nativeLibrary(join(outside, 'escaped'))
      if (native === null) return context.skip() // the loader's own trace shows the same without a compiler
      const library = join(outside, 'native.so')
      writeFileSync(library, native)
      await run(SAY, { LD_PRELOAD: library }, { grants: { read: [library] } })
      expect(readdirSync(outside)).toEqual(['native.so'])
    })

    it('a program of its own by the name of one that starts the sandbox', async () => {
      const own = join(outside, 'env')
      writeFileSync(own, `#!/bin/sh\n: > '${outside}/escaped'\n`)
      chmodSync(own, 0o755)
      expect(await said(SAY, { PATH: outside }, { deps: macOS })).toMatchObject({
        PATH: outside,
        INSIDE: '1',
      })
      expect(readdirSync(outside)).toEqual(['env'])
    })
  },
)

/** What every user of this machine can read about all processes. */
const allCommandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return '' // it has ended
      }
    })
    .join('\n')
