/** The life of the shell: its window and its port, its daemon, one at a time, and how it ends. */
import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { nodeProgram, launchSecond, type RunningShell } from './electron-host/launch.ts'
import { expect, test } from './support/shell.ts'

declare global {
  // The page's own globals, as functions given to `page.evaluate` see them.
  var portFrames: { kind: string; data?: string; code?: number; reason?: string }[]
  var port: MessagePort
}

test('the window shows the renderer, which reaches the daemon through the relay', async ({ app }) => {
  const { page } = await app.start()
  await expect(page).toHaveTitle(/Satchel/)
  // Only the daemon knows what is installed.
  await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible({ timeout: 30_000 })
})

test('a page’s message on its port reaches the daemon, and the answer comes back', async ({ app }) => {
  const { page } = await app.startQuietly()
  await openPort(page)
  await page.evaluate(() => {
    port.postMessage({
      kind: 'message',
      data: JSON.stringify({ id: 1, method: 'query', params: { path: 'system.status' } }),
    })
  })
  await expect.poll(() => frames(page)).toContainEqual(expect.objectContaining({ kind: 'message' }))
  const answer = (await frames(page)).find((frame) => frame.kind === 'message')
  expect(JSON.parse(answer?.data ?? '')).toMatchObject({
    id: 1,
    result: { data: { info: { pid: app.daemonPid() } } },
  })
})

test('a second start focuses the window of the first and ends', async ({ app }) => {
  const { running } = await app.start()
  await running.evaluate(({ BrowserWindow }) => {
    const counter = { focused: 0 }
    Object.assign(globalThis, { counter })
    const [window] = BrowserWindow.getAllWindows()
    if (window !== undefined) window.focus = () => (counter.focused += 1)
  })
  expect(await launchSecond(app.env)).toBe(0)
  await expect
    .poll(() =>
      running.evaluate(() => (globalThis as never as { counter: { focused: number } }).counter.focused),
    )
    .toBe(1)
  expect(running.pages()).toHaveLength(1)
})

test('another window is a second one of the same app, on a conversation if one is named', async ({ app }) => {
  const { running, page } = await app.start()
  const conversation = '01a21d40-f72f-71f8-af49-481733c27d1b'
  await page.evaluate((id) => satchel.newWindow(id), conversation)
  await expect.poll(() => running.pages().length).toBe(2)
  const other = running.pages().find((one) => one !== page)
  if (other === undefined) throw new Error('there is no second window')
  await expect.poll(() => other.url()).toContain(`#/chat/${conversation}`)
  // Each has its own port to the daemon: this conversation was never there.
  await expect(other.getByText('This conversation no longer exists')).toBeVisible({ timeout: 30_000 })
  await expect(other).toHaveTitle('Chat – Satchel')
  const bounds = await running.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getNormalBounds()),
  )
  expect((bounds[1]?.x ?? 0) - (bounds[0]?.x ?? 0)).toBe(24)

  await expect(page.evaluate(() => satchel.newWindow('../index.html?x'))).rejects.toThrow()
  expect(running.pages()).toHaveLength(2)
  await running.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.close()
  })
  await expect.poll(() => running.pages().length).toBe(1)
  await other.reload()
  await expect(other.getByText('This conversation no longer exists')).toBeVisible({ timeout: 30_000 })
})

test('closing the window ends the shell and leaves the daemon running, and the window comes back as it was', async ({
  app,
}) => {
  const { running, page } = await app.start()
  await expect(page.getByRole('navigation')).toBeVisible()
  const pid = app.daemonPid()
  expect(runCommand(app.env, 'settings', 'set', 'theme', 'dark')).toBe(0)
  const themeOf = (app: RunningShell) => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
  await expect.poll(() => themeOf(running)).toBe('dark')
  await running.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setBounds({ x: 40, y: 60, width: 900, height: 600 })
    window?.close()
  })
  expect(await running.ended).toBe(0)
  expect(() => process.kill(pid, 0)).not.toThrow()

  const { running: again, page: shown } = await app.start()
  const looks = await again.evaluate(({ BrowserWindow, nativeTheme }) => ({
    bounds: BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
    theme: nativeTheme.themeSource,
  }))
  expect(looks.bounds).toMatchObject({ width: 900, height: 600 })
  expect(looks).toMatchObject({ background: '#18181b', theme: 'dark' })
  await expect(shown.getByRole('navigation')).toBeVisible()
  expect(app.daemonPid()).toBe(pid)
})

test('the end of the session ends the shell', async ({ app }) => {
  const { running } = await app.start()
  process.kill(running.pid, 'SIGTERM')
  expect(await running.ended).toBe(0)
})

test('menus follow the language', async ({ app }) => {
  const { running, page } = await app.start()
  const labels = () =>
    running.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.label) ?? [])
  expect(await labels()).toContain('Edit')
  await page.evaluate(() => satchel.setLanguage('ja'))
  expect(await labels()).toContain('編集')
})

test('a daemon of another version is named with its reason, and restarting replaces it', async ({ app }) => {
  const other = await otherDaemon(app.home)
  expect(app.daemonPid()).toBe(other.pid)
  const { page } = await app.startQuietly()
  await page.evaluate(collectFrames)
  await expect
    .poll(() => frames(page))
    .toContainEqual({
      kind: 'close',
      code: 4001,
      reason: expect.stringContaining('version_mismatch') as unknown,
    })
  expect(await page.evaluate(() => satchel.restartDaemon())).toBeNull()
  await openPort(page)
  expect(other.exitCode).toBe(0)
  expect(app.daemonPid()).not.toBe(other.pid)
})

test('the page says that the daemon is of another version, and restarts it on a click', async ({ app }) => {
  const other = await otherDaemon(app.home)
  const { page } = await app.start()
  await expect(page.getByText('are different versions')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Restart the daemon' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Satchel' })).toBeVisible({ timeout: 30_000 })
  expect(other.exitCode).toBe(0)
})

test('a daemon that cannot start is named with its reason', async ({ app }) => {
  mkdirSync(app.home, { recursive: true })
  writeFileSync(join(app.home, 'run'), 'a file where a directory belongs')
  const { page } = await app.startQuietly()
  await page.evaluate(collectFrames)
  await expect
    .poll(() => frames(page), { timeout: 25_000 })
    .toContainEqual(expect.objectContaining({ kind: 'close', code: 4002 }))
  const [closed] = (await frames(page)).filter((frame) => frame.kind === 'close')
  expect(JSON.parse(closed?.reason ?? '')).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/),
  })
})

/** In the page: asks for a port and keeps what comes through it. */
const collectFrames = (): Promise<void> =>
  new Promise((resolve, reject) => {
    globalThis.portFrames = []
    const listener = (event: MessageEvent<unknown>): void => {
      const { data, ports } = event
      const [arrived] = ports
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'satchel:port')
        return
      if (arrived === undefined) return
      removeEventListener('message', listener)
      arrived.onmessage = ({ data: frame }: MessageEvent<(typeof portFrames)[number]>) =>
        portFrames.push(frame)
      globalThis.port = arrived
      resolve()
    }
    addEventListener('message', listener)
    satchel.connect().catch(reject)
  })

const frames = (from: Page): Promise<typeof portFrames> => from.evaluate(() => portFrames)

const openPort = async (from: Page): Promise<void> => {
  await from.evaluate(collectFrames)
  await expect.poll(() => frames(from), { timeout: 25_000 }).toContainEqual({ kind: 'open' })
}

/** Starts a daemon of another version; resolves when it answers. */
const otherDaemon = async (home: string): Promise<ChildProcess> => {
  const child = fork(join(import.meta.dirname, 'electron-host', 'other-daemon.ts'), [home], {
    execPath: nodeProgram,
    execArgv: [],
    env: {},
  })
  await once(child, 'message')
  return child
}

/** Runs the built command line; its exit code. */
const runCommand = (env: NodeJS.ProcessEnv, ...args: string[]): number | null =>
  spawnSync(nodeProgram, [join(import.meta.dirname, '..', 'out', 'main', 'cli.js'), ...args], {
    env: { ...process.env, ...env },
  }).status
