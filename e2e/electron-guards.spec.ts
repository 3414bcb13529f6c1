/** What confines the shell's page: sandbox, policy, and refusal of further requests. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunningShell } from './electron-host/launch.ts'
import { expect, sharedShell, test } from './support/shell.ts'

test.describe('in which nothing is changed', () => {
  const shared = sharedShell()

  test('every window is sandboxed and isolated, and the page has nothing of Node or of the preload', async () => {
    const { running, page } = shared()
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
      leaks: [
        'require',
        'process',
        'module',
        'ipcRenderer',
        'electron',
        '__electronHost',
        '__fromHost',
      ].filter((name) => name in globalThis),
      api: Object.keys(satchel).sort(),
    }))
    expect(seen.leaks).toEqual([])
    expect(seen.api).toEqual([
      'confirmPresence',
      'connect',
      'newWindow',
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
    const { page } = shared()
    const policy = await page.evaluate(async () =>
      (await fetch('/index.html')).headers.get('content-security-policy'),
    )
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/https?:|wss?:|\*|unsafe-eval/)
    const result = await page.evaluate(async () => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.effectiveDirective),
      )
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
    const { page } = shared()
    const statuses = await page.evaluate(async () =>
      Promise.all(
        ['/..%2f..%2fpackage.json', '/%2e%2e%2fmain%2findex.js', '/.env', '/nothing.js'].map(
          async (path) => (await fetch(path)).status,
        ),
      ),
    )
    expect(statuses).toEqual([403, 403, 403, 404])
  })

  test('permission requests are denied, except to notify', async () => {
    const { page } = shared()
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
    expect(answers).toEqual({
      notifications: 'granted',
      camera: 'denied',
      place: 'denied',
      clipboard: 'denied',
    })
  })

  test('messages of the wrong shape are refused', async () => {
    const { page } = shared()
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

  test('only https, http and mailto reach another program', async () => {
    const { running, page } = shared()
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
})

test('the page cannot leave, and cannot open a window', async ({ app }) => {
  const { running, page } = await app.startQuietly()
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

test('messages from contents other than the app’s windows, and on unknown channels, are refused', async ({
  app,
}) => {
  const { running, page } = await app.start()
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

const expectPage = async (running: RunningShell, wanted: (page: Page) => boolean): Promise<Page> => {
  await expect.poll(() => running.pages().some(wanted)).toBe(true)
  const found = running.pages().find(wanted)
  if (found === undefined) throw new Error('the page closed again')
  return found
}
