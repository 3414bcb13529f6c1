import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { SatchelShell } from '../src-main/shell-api.ts'
import {
  electronProgram,
  nodeProgram,
  launchSecond,
  launchShell,
  type RunningShell,
} from './electron-host/launch.ts'

declare global {
  // The page's own globals, as functions given to `page.evaluate` see them.
  var satchel: SatchelShell
  var portFrames: { kind: string; data?: string; code?: number; reason?: string }[]
  var port: MessagePort
}

let home: string
let env: Record<string, string>
let shell: RunningShell | undefined
let page: Page

const start = async (): Promise<RunningShell> => {
  shell = await launchShell(env)
  page = await shell.firstPage()
  return shell
}

// The browser goes away with the shell, before the runner could collect a trace from it.
test.use({ trace: 'off', screenshot: 'off' })

/** Starts with the window on a file of the app that runs no script, so that its port and its policy are the test's alone. */
const startQuietly = async (): Promise<RunningShell> => {
  const running = await start()
  const style = page.locator('link[rel=stylesheet]').first()
  await page.goto(await style.evaluate((link: HTMLLinkElement) => link.href))
  return running
}

test.beforeAll(() => {
  console.log(
    `The shell runs in ${electronProgram() ?? 'the stand-in for Electron (e2e/electron-host), its program is not here'}.`,
  )
})

test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-shell-'))
  env = { SATCHEL_HOME: home, SATCHEL_VAULT_PASSPHRASE: 'a passphrase of this test', LANG: 'en_GB.UTF-8' }
})

test.afterEach(async () => {
  await shell?.close()
  shell = undefined
  await stopDaemon()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

test('the window shows the renderer, which reaches the daemon through the relay', async () => {
  await start()
  await expect(page).toHaveTitle(/Satchel/)
  // Only the daemon knows what is installed.
  await expect(page.getByText('No capabilities are installed yet')).toBeVisible({ timeout: 30_000 })
})

test('what the page says on its port reaches the daemon, and the answer comes back', async () => {
  await startQuietly()
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
    result: { data: { info: { pid: daemonPid() } } },
  })
})

test('every window is sandboxed and isolated, and the page has nothing of Node or of the preload', async () => {
  const running = await start()
  const preferences = await running.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents: unknown = window.webContents
      // Electron has it without declaring it.
      return (contents as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()
    }),
  )
  expect(preferences).toHaveLength(1)
  for (const each of preferences)
    expect(each).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    })
  const seen = await page.evaluate(() => ({
    leaks: ['require', 'process', 'module', 'ipcRenderer', 'electron', '__electronHost', '__fromHost'].filter(
      (name) => name in globalThis,
    ),
    api: Object.keys(satchel).sort(),
  }))
  expect(seen.leaks).toEqual([])
  expect(seen.api).toEqual([
    'connect',
    'openExternal',
    'platform',
    'restartDaemon',
    'setLanguage',
    'setTheme',
    'takeLink',
    'versions',
  ])
})

test('every answer carries a policy without remote origins, and it is in force', async () => {
  await start()
  const policy = await page.evaluate(async () =>
    (await fetch('/index.html')).headers.get('content-security-policy'),
  )
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/https?:|wss?:|\*|unsafe-eval/)
  const result = await page.evaluate(async () => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineScriptRan = true'
    document.documentElement.append(script)
    const fetched = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => setTimeout(resolve, 200)) // violations are reported in tasks of their own
    return { fetched, inline: 'inlineScriptRan' in globalThis, violations }
  })
  expect(result.fetched).toBe(false)
  expect(result.inline).toBe(false)
  expect(result.violations).toEqual(expect.arrayContaining(['script-src-elem', 'connect-src']))
})

test('files outside the renderer are not served', async () => {
  await start()
  const statuses = await page.evaluate(async () =>
    Promise.all(
      ['/..%2f..%2fpackage.json', '/%2e%2e%2fmain%2findex.js', '/.env', '/nothing.js'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  )
  expect(statuses).toEqual([403, 403, 403, 404])
})

test('the page cannot leave, and cannot open a window', async () => {
  const running = await startQuietly()
  const before = page.url()
  await page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await page.waitForTimeout(500)
  expect(page.url()).toBe(before)
  await page.evaluate(() => {
    window.open('https://example.com/', '_blank')
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    link.target = '_blank'
    document.documentElement.append(link)
    link.click()
    link.remove()
  })
  await page.waitForTimeout(500)
  expect(running.pages()).toHaveLength(1)
  expect(await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(page.url()).toBe(before)
})

test('permission requests are denied', async () => {
  await start()
  const answers = await page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      () => 'denied',
    ),
    place: await new Promise((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => {
          resolve('granted')
        },
        (error) => {
          resolve(error.code === error.PERMISSION_DENIED ? 'denied' : error.message)
        },
      )
    }),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
  }))
  expect(answers).toEqual({ notifications: 'denied', camera: 'denied', place: 'denied', clipboard: 'denied' })
})

test('messages of the wrong shape are refused', async () => {
  await start()
  const refusals = await page.evaluate(async () => {
    const attempts = [
      satchel.openExternal(5 as never),
      satchel.openExternal({ url: 'https://example.com' } as never),
      satchel.setTheme('pink' as never),
      satchel.setLanguage('xx' as never),
      satchel.openExternal(`https://example.com/${'a'.repeat(9000)}`),
    ]
    const results = await Promise.allSettled(attempts)
    return results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'accepted'))
  })
  expect(refusals).toHaveLength(5)
  for (const refusal of refusals) expect(refusal).toContain('refused: shape')
})

test('messages from contents that are no window of the app, and on unknown channels, are refused', async () => {
  const running = await start()
  const preload = join(import.meta.dirname, 'electron-host', 'raw-preload.cjs')
  await running.evaluate(async ({ BrowserWindow }, path) => {
    const foreign = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true } })
    await foreign.loadURL('satchel://app/index.html')
  }, preload)
  const foreign = await expectPage(running, (each) => each !== page)
  const results = await foreign.evaluate(async () => {
    const { invoke } = (
      globalThis as never as { raw: { invoke: (channel: string, payload: unknown) => Promise<unknown> } }
    ).raw
    const channels = ['satchel:open-external', 'satchel:connect', 'satchel:restart-daemon', 'satchel:nothing']
    const settled = await Promise.allSettled(
      channels.map((channel) => invoke(channel, { url: 'https://example.com/' })),
    )
    return settled.map((result) => (result.status === 'rejected' ? String(result.reason) : 'accepted'))
  })
  expect(results[0]).toContain('refused: sender')
  expect(results[1]).toContain('refused: sender')
  expect(results[2]).toContain('refused: sender')
  expect(results[3]).toContain('No handler registered')
})

test('only https, http and mailto reach another program', async () => {
  const running = await start()
  await running.evaluate(({ shell: electronShell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    electronShell.openExternal = (url) => {
      opened.push(url)
      return Promise.resolve()
    }
  })
  const nasty = [
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    ' file:///etc/passwd',
    'smb://server/share',
    'calculator:',
    'javascript:alert(1)',
    'jAvAsCrIpT:alert(1)',
    'ms-msdt:/id PCWDiagnostic',
    'data:text/html,x',
    'satchel://app/',
    'https://user:secret@example.com/',
    'ht\ntps://example.com/',
    '\\\\server\\share',
    'not an address',
  ]
  const refused = await page.evaluate(
    async (urls) => Promise.all(urls.map((url) => satchel.openExternal(url))),
    nasty,
  )
  expect(refused).toEqual(nasty.map(() => false))
  const accepted = await page.evaluate(async () =>
    Promise.all(
      ['HTTPS://Example.com/a', 'http://example.com', 'mailto:a@example.com'].map((url) =>
        satchel.openExternal(url),
      ),
    ),
  )
  expect(accepted).toEqual([true, true, true])
  const opened = await running.evaluate(() => (globalThis as never as { opened: string[] }).opened)
  expect(opened).toEqual(['https://example.com/a', 'http://example.com/', 'mailto:a@example.com'])
})

test('a second start focuses the window of the first and ends', async () => {
  const running = await start()
  await running.evaluate(({ BrowserWindow }) => {
    const counter = { focused: 0 }
    Object.assign(globalThis, { counter })
    const [window] = BrowserWindow.getAllWindows()
    if (window !== undefined) window.focus = () => (counter.focused += 1)
  })
  expect(await launchSecond(env)).toBe(0)
  await expect
    .poll(() =>
      running.evaluate(() => (globalThis as never as { counter: { focused: number } }).counter.focused),
    )
    .toBe(1)
  expect(running.pages()).toHaveLength(1)
})

test('closing the window ends the shell and leaves the daemon running, and the window comes back as it was', async () => {
  const running = await start()
  await expect(page.getByRole('navigation')).toBeVisible()
  const pid = daemonPid()
  expect(runCommand('settings', 'set', 'theme', 'dark')).toBe(0)
  const themeOf = (app: RunningShell) => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
  await expect.poll(() => themeOf(running)).toBe('dark')
  await running.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setBounds({ x: 40, y: 60, width: 900, height: 600 })
    window?.close()
  })
  expect(await running.ended).toBe(0)
  expect(() => process.kill(pid, 0)).not.toThrow()

  const again = await start()
  const looks = await again.evaluate(({ BrowserWindow, nativeTheme }) => ({
    bounds: BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
    theme: nativeTheme.themeSource,
  }))
  expect(looks.bounds).toMatchObject({ width: 900, height: 600 })
  expect(looks).toMatchObject({ background: '#18181b', theme: 'dark' })
  await expect(page.getByRole('navigation')).toBeVisible()
  expect(daemonPid()).toBe(pid)
})

test('the end of the session ends the shell', async () => {
  const running = await start()
  process.kill(running.pid, 'SIGTERM')
  expect(await running.ended).toBe(0)
})

test('menus follow the language', async () => {
  const running = await start()
  const labels = () =>
    running.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.label) ?? [])
  expect(await labels()).toContain('Edit')
  await page.evaluate(() => satchel.setLanguage('ja'))
  expect(await labels()).toContain('編集')
})

test('a daemon of another version is named with its reason, and restarting replaces it', async () => {
  const other = await otherDaemon()
  expect(daemonPid()).toBe(other.pid)
  await startQuietly()
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
  expect(daemonPid()).not.toBe(other.pid)
})

test('the page says that the daemon is of another version, and restarts it on a click', async () => {
  const other = await otherDaemon()
  await start()
  await expect(page.getByText('are of different versions')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Restart the daemon' }).click()
  await expect(page.getByText('No capabilities are installed yet')).toBeVisible({ timeout: 30_000 })
  expect(other.exitCode).toBe(0)
})

test('a daemon that cannot start is named with its reason', async () => {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'run'), 'a file where a directory belongs')
  await startQuietly()
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

const expectPage = async (running: RunningShell, wanted: (page: Page) => boolean): Promise<Page> => {
  await expect.poll(() => running.pages().some(wanted)).toBe(true)
  const found = running.pages().find(wanted)
  if (found === undefined) throw new Error('the page closed again')
  return found
}

/** Starts a daemon of another version; resolves when it answers. */
const otherDaemon = async (): Promise<ChildProcess> => {
  const child = fork(join(import.meta.dirname, 'electron-host', 'other-daemon.ts'), [home], {
    execPath: nodeProgram,
    execArgv: [],
    env: {},
  })
  await once(child, 'message')
  return child
}

const daemonPid = (): number => {
  const { pid } = JSON.parse(readFileSync(join(home, 'run', 'daemon.json'), 'utf8')) as { pid: number }
  return pid
}

/** Runs the built command line on this test's data directory; its exit code. */
const runCommand = (...args: string[]): number | null =>
  spawnSync(nodeProgram, [join(import.meta.dirname, '..', 'out', 'main', 'cli.js'), ...args], {
    env: { ...process.env, ...env },
  }).status

const stopDaemon = async (): Promise<void> => {
  // The page asks for a daemon as soon as it is shown: one may still be starting, and would outlive the test.
  const descriptor = join(home, 'run', 'daemon.json')
  const deadline =
    Date.now() + (statSync(join(home, 'run'), { throwIfNoEntry: false })?.isFile() ? 0 : 10_000)
  while (!existsSync(descriptor) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  if (!existsSync(descriptor)) return
  const pid = daemonPid()
  try {
    process.kill(pid, 'SIGTERM')
    for (;;) {
      process.kill(pid, 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } catch {
    // It is gone.
  }
}
