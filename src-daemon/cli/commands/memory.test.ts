import type { ChildProcess } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { factSchema } from '../../contract/memory.ts'
import { changeRecordSchema } from '../../contract/state.ts'
import { clockStatusSchema, purgeReportSchema } from '../../contract/state-lifecycle.ts'
import { coreObjectId, MEMORY_STORE } from '../../state/index.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf, spawnDaemon } from '../../testing/daemon-process.ts'
import { makeQuickVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000
const STORE_ID = coreObjectId(MEMORY_STORE)

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess | null = null
beforeAll(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  await makeQuickVault(env)
}, TIMEOUT)
const stop = async (): Promise<void> => {
  daemon?.kill('SIGTERM')
  if (daemon !== null) await endOf(daemon)
  daemon = null
}
afterEach(stop, TIMEOUT)
afterAll(() => {
  home.remove()
})

/** Starts a daemon whose clock is that many days ahead. */
const startAhead = async (days: number): Promise<void> => {
  const ahead = days * 24 * 60 * 60 * 1000
  const shift = `const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + ${String(ahead)}); else super(...given) }
  static now() { return Real.now() + ${String(ahead)} }
}`
  const url = `data:text/javascript,${encodeURIComponent(shift)}`
  daemon = await spawnDaemon({ ...env, NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import=${url}` })
  await (await connectReady(env)).close()
}
const satchel = (...args: string[]) => runCli(env, ...args)
const json = async (...args: string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await satchel(...args, '--json')
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}
const facts = async () => z.array(factSchema).parse(await json('memory', 'list'))
const values = async (): Promise<string[]> => (await facts()).map(({ value }) => value).sort()
const purge = async () => purgeReportSchema.parse(await json('state', 'purge'))
const clock = async () => clockStatusSchema.parse(await json('state', 'clock'))

it('memory is whole after a session with the clock 91 days ahead', { timeout: TIMEOUT }, async () => {
  await startAhead(0)
  await json('memory', 'remember', 'I like tea')
  const low = { value: 'said by a tool', importance: 0, createdAt: new Date().toISOString() }
  await json('state', 'update', MEMORY_STORE, STORE_ID, JSON.stringify({ $set: { 'items.low': low } }))
  await purge()
  expect(await values()).toEqual(['I like tea', 'said by a tool'])
  await stop()

  await startAhead(91)
  expect(await purge()).toMatchObject({ expired: 0, evicted: 0 })
  expect(await clock()).toMatchObject({ doubtful: true })
  expect((await satchel('state', 'clock')).stdout).toContain('satchel state clock confirm')
  expect((await satchel('state', 'purge')).stdout).toContain('satchel state clock confirm')
  expect(await values()).toEqual(['I like tea', 'said by a tool'])
  await stop()

  await startAhead(0)
  expect(await clock()).toMatchObject({ doubtful: false })
  expect(await purge()).toMatchObject({ expired: 0, evicted: 0 })
  expect(await values()).toEqual(['I like tea', 'said by a tool'])
})

it('expired memories can be restored after the clock is confirmed', { timeout: TIMEOUT }, async () => {
  await startAhead(91)
  expect((await satchel('state', 'clock', 'confirm')).code).toBe(1)
  expect(await purge()).toMatchObject({ evicted: 0 })
  await json('state', 'clock', 'confirm', '--yes')
  expect(await purge()).toMatchObject({ evicted: 1 })
  expect(await values()).toEqual(['I like tea'])
  const [eviction] = z.array(changeRecordSchema).parse(await json('state', 'history', MEMORY_STORE, STORE_ID))
  await json('state', 'revert', '--change', eviction?.hash ?? '', '--yes')
  expect(await purge()).toMatchObject({ evicted: 0 })
  expect(await values()).toEqual(['I like tea', 'said by a tool'])
})

it('says how long facts stay, and lets them be pinned', { timeout: TIMEOUT }, async () => {
  await startAhead(0)
  expect((await satchel('memory')).stdout).toMatch(/kept until you forget it +I like tea/)
  const key = (await facts()).find(({ value }) => value === 'I like tea')?.key ?? ''
  expect((await satchel('memory', 'unpin', key)).stdout).toMatch(/expires \d{4}-\d\d-\d\d unless it’s used/)
  expect(factSchema.parse(await json('memory', 'pin', key))).toMatchObject({ leavesAt: null, importance: 1 })
  expect((await satchel('memory', 'forget', key)).stdout).toContain('Forgotten.')
  expect(await values()).toEqual(['said by a tool'])
  expect((await satchel('memory', 'pin', key)).code).toBe(1)
})
