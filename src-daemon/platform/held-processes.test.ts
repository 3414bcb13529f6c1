import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appRoot } from './app.ts'
import { isRunning, runToEnd, spawnHeld } from './processes.ts'

const node = process.execPath
const cwd = appRoot
/** Says its own id, then those of a child, of a grandchild that has a session of its own, and stays deaf to every wish. */
const STUBBORN = `
  const { spawn } = require('node:child_process')
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE']) process.on(name, () => {})
  const sleep = ['-e', "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"]
  const child = spawn(process.execPath, sleep, { stdio: 'ignore' })
  const apart = spawn(process.execPath, sleep, { stdio: 'ignore', detached: true })
  console.log([process.pid, child.pid, apart.pid].join(' '))
  setInterval(() => {}, 1000)
`

describe.each([
  { how: 'watched', diesWithParent: false },
  { how: 'held by the system', diesWithParent: true },
])('a program that is $how', ({ diesWithParent }) => {
  const start = (source: string, env: Record<string, string> = {}) =>
    spawnHeld({ command: node, args: ['-e', source], env, cwd }, { diesWithParent })

  it('is talked to over its standard streams, with the environment it was given and no more', async () => {
    const held = await start(
      `process.stdin.on('data', (d) => { console.log(d + JSON.stringify(process.env)); console.error('said'); process.exit(3) })`,
      { ONLY: 'this' },
    )
    held.stdin.write('hello ')
    const [out, err, end] = await Promise.all([text(held.stdout), text(held.stderr), held.ended])
    expect(out).toContain('hello {')
    expect(out).toContain('"ONLY":"this"')
    expect(out).not.toContain('PATH')
    expect(err).toBe('said\n')
    expect(end).toEqual({ code: 3, signal: null })
  })

  it.skipIf(process.platform === 'win32')('gets input that no other user can see', async () => {
    const handover = 'a secret\n'.repeat(50_000)
    const program = {
      command: node,
      args: ['-e', `process.stdout.write(require('node:fs').readFileSync(3))`],
      env: {},
      cwd,
      handover,
    }
    const held = await spawnHeld(program, { diesWithParent })
    expect(await text(held.stdout)).toBe(handover)
    expect((await runToEnd(program, { timeoutMs: 20_000 })).output).toBe(handover)
    // One that does not read it ends all the same.
    const deaf = { ...program, args: ['-e', ''] }
    expect(await (await spawnHeld(deaf, { diesWithParent })).ended).toEqual({ code: 0, signal: null })
  })

  it('says why it cannot be started', async () => {
    const missing = spawnHeld(
      { command: join(cwd, 'there-is-no-such-program'), args: [], env: {}, cwd },
      { diesWithParent },
    )
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('ends with its group when it is ended', async () => {
    const held = await start(`
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'setInterval(()=>{},1000)'], { stdio: 'ignore' })
      console.log(process.pid + ' ' + child.pid)
      setInterval(() => {}, 1000)`)
    const [chunk] = (await once(held.stdout, 'data')) as [Buffer]
    const pids = chunk.toString().trim().split(' ').map(Number)
    held.signal('SIGKILL')
    await held.ended
    for (const pid of pids) await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
    held.signal('SIGKILL') // once more: nothing is there, and nothing happens
  })
})

it.skipIf(process.platform !== 'linux')(
  'leaves nothing behind when its parent is killed: no child, no grandchild in a session of its own',
  async () => {
    const holder = spawn(
      node,
      [
        '--input-type=module',
        '-e',
        `import { spawnHeld } from ${JSON.stringify(join(appRoot, 'src-daemon/platform/processes.ts'))}
         const held = await spawnHeld({ command: process.execPath, args: ['-e', ${JSON.stringify(STUBBORN)}], env: {}, cwd: '/' }, { diesWithParent: false })
         held.stdout.pipe(process.stdout)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => {
      holder.kill('SIGKILL')
    })
    const [chunk] = (await once(holder.stdout, 'data')) as [Buffer]
    const pids = chunk.toString().trim().split(' ').map(Number)
    expect(pids).toHaveLength(3)
    expect(pids.map(isRunning)).toEqual([true, true, true])
    holder.kill('SIGKILL')
    for (const pid of pids) await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  },
)

it.skipIf(process.platform !== 'linux')(
  'ends what a program that the system holds has put into a session apart and not yet bound to itself',
  async () => {
    // As a sandbox does in its first milliseconds: a child apart, which asks to end with its parent only a moment later.
    const held = await spawnHeld(
      { command: '/bin/sh', args: ['-c', "setsid sh -c 'echo $$; exec sleep 300' & wait"], env: {}, cwd },
      { diesWithParent: true },
    )
    const [chunk] = (await once(held.stdout, 'data')) as [Buffer]
    const apart = Number(chunk.toString())
    onTestFinished(() => {
      if (isRunning(apart)) process.kill(apart, 'SIGKILL')
    })
    held.signal('SIGKILL')
    await held.ended
    await expect.poll(() => isRunning(apart), { timeout: 20_000 }).toBe(false)
  },
)

it('runs a program to its end, and says what went wrong', async () => {
  const run = (source: string, timeoutMs = 20_000, signal?: AbortSignal) =>
    runToEnd({ command: node, args: ['-e', source], env: {}, cwd }, { timeoutMs, signal })
  expect(await run('console.log(1)')).toEqual({ problem: null, output: '1\n', said: '' })
  expect(await run('console.error("no good\\nat all"); process.exit(1)')).toMatchObject({
    problem: 'no good',
    said: 'no good\nat all\n',
  })
  expect((await run('setInterval(() => {}, 1000)', 200)).problem).not.toBeNull()
  const endless = await run('setInterval(() => process.stdout.write("x".repeat(65536)), 1)')
  expect(endless.problem).toContain('more than 1048576 bytes')
  expect(endless.output.length).toBeLessThanOrEqual(1024 * 1024)
  expect((await run('setInterval(() => {}, 1000)', 20_000, AbortSignal.timeout(200))).problem).not.toBeNull()
})
