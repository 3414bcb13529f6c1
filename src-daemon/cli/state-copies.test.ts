import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../storage/index.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../state/testing.ts'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { makeQuickVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

/** A data directory. */
interface Data {
  readonly env: NodeJS.ProcessEnv
  readonly directory: string
  readonly path: string
}

const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Data with a schema of notes, as if a package had brought it. */
const newData = async (): Promise<Data> => {
  const home = tempHome()
  cleanups.push(home.remove)
  const env = {
    ...home.env,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    LC_ALL: 'en_GB.UTF-8',
  }
  await makeQuickVault(env)
  const db = openDatabase({ path: home.paths.database })
  plainState({ db }).registerSchema({ ...noteAccess, title: 'Note', schema: noteSchema })
  db.close()
  return { env, directory: home.paths.dataDir, path: home.paths.database }
}

const copyOf = (from: Data): Data => {
  const directory = `${from.directory}-b`
  execFileSync('cp', ['-a', from.directory, directory])
  cleanups.push(() => {
    rmSync(directory, { recursive: true, force: true })
  })
  return { env: { ...from.env, SATCHEL_HOME: directory }, directory, path: join(directory, 'state.db') }
}

/** Runs its daemon; what is returned ends it. */
const start = async ({ env }: Data): Promise<() => Promise<void>> => {
  let daemon: ChildProcess | null = await spawnDaemon(env)
  const stop = async (): Promise<void> => {
    if (daemon === null) return
    const ending = daemon
    daemon = null
    ending.kill('SIGTERM')
    await endOf(ending)
  }
  cleanups.push(stop)
  const client = await connectReady(env)
  await client.close()
  return stop
}

/** Runs a command that must succeed, and returns what it says. */
const cli = async ({ env }: Data, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(env, ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const json = async (data: Data, ...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await cli(data, ...args, '--json')) as Record<string, unknown>
const create = (data: Data, title: string) => cli(data, 'state', 'create', NOTE, JSON.stringify({ title }))
const titles = async (data: Data): Promise<unknown[]> => {
  const { items } = await json(data, 'state', 'query', '--from', NOTE)
  return (items as { object: { title: string } }[]).map(({ object }) => object.title).sort()
}
const at = (data: Data, name: string): string => join(data.directory, name)

/** What `to` lacks, as the guide says. */
const send = async (
  from: Data,
  to: Data,
): Promise<{ exported: unknown; applied: unknown; waiting: unknown }> => {
  writeFileSync(at(to, 'vectors.json'), await cli(to, 'state', 'vectors'))
  const file = at(from, `for-${String(Date.now())}.changes`)
  const args = ['--since', at(to, 'vectors.json'), '--out', file, '--overwrite']
  const { changes } = await json(from, 'state', 'export', ...args)
  const { applied, waiting } = await json(to, 'state', 'import', file)
  return { exported: changes, applied, waiting }
}

describe.skipIf(process.platform === 'win32')('cp -a of a data directory, and a new object in each', () => {
  it('makes two devices that exchange them; the copy says what it is', async () => {
    const a = await newData()
    const stop = await start(a)
    await create(a, 'common')
    expect(await cli(a, 'doctor')).not.toContain('device of its own')
    await stop()
    const b = copyOf(a)
    await Promise.all([start(a), start(b)])
    await create(a, 'of a')
    await create(b, 'of b')
    expect(await send(a, b)).toEqual({ exported: 1, applied: 1, waiting: 0 })
    expect(await send(b, a)).toEqual({ exported: 1, applied: 1, waiting: 0 })
    for (const data of [a, b]) expect(await titles(data)).toEqual(['common', 'of a', 'of b'])
    expect(await cli(b, 'doctor')).toContain(`it was at ${a.path}. It has been a device of its own since`)
    expect(await cli(a, 'doctor')).not.toContain('device of its own')
  }, 120_000)

  it('is repaired if it happened to an older Satchel, and both continued under one name', async () => {
    const a = await newData()
    const stop = await start(a)
    await create(a, 'common')
    await stop()
    const b = copyOf(a)
    const db = openDatabase({ path: b.path })
    db.prepare("DELETE FROM state_meta WHERE key = 'place'").run()
    db.close()
    await Promise.all([start(a), start(b)])
    await create(a, 'of a')
    await create(a, 'more of a')
    await create(b, 'of b')
    expect(await send(a, b)).toEqual({ exported: 2, applied: 2, waiting: 0 })
    expect(await send(b, a)).toEqual({ exported: 1, applied: 1, waiting: 0 })
    for (const data of [a, b]) {
      expect(await titles(data)).toEqual(['common', 'more of a', 'of a', 'of b'])
      expect(await json(data, 'state', 'rebuild', '--check')).toMatchObject({ ok: true })
    }
    // A whole export is as good, in both directions, and nothing is left to send.
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const file = at(from, 'all.changes')
      await cli(from, 'state', 'export', '--out', file)
      expect(await json(to, 'state', 'import', file)).toMatchObject({ applied: 0, waiting: 0 })
    }
    expect(await send(a, b)).toEqual({ exported: 0, applied: 0, waiting: 0 })
    expect(await cli(a, 'doctor')).toContain('It has been a device of its own since')
  }, 120_000)

  it('needs no older list of what the other one has, and says so', async () => {
    const a = await newData()
    await start(a)
    const old = at(a, 'old.json')
    writeFileSync(old, JSON.stringify({ format: 'satchel-vectors', version: 1, owner: 'x', logs: [] }))
    const { code, stderr } = await runCli(a.env, 'state', 'export', '--since', old, '--out', at(a, 'x'))
    expect(code).not.toBe(0)
    expect(stderr).toContain('was made by an older Satchel')
  }, 60_000)
})
