/** The Electron shell with a test's own data directory, and the daemon it starts. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { SatchelShell } from '../../src-main/shell-api.ts'
import { electronProgram, launchShell, type RunningShell } from '../electron-host/launch.ts'
import { namedAfterTest } from './named.ts'

export { expect } from '@playwright/test'

declare global {
  // Exposed by the preload script.
  var satchel: SatchelShell
}

interface Started {
  readonly running: RunningShell
  readonly page: Page
}

export interface ShellUnderTest {
  /** The data directory. */
  readonly home: string
  readonly env: Record<string, string>
  /** Starts it, with a link to open if `args` name one. */
  start(args?: readonly string[]): Promise<Started>
  /** Starts with the window on an app file that runs no script, so that only the test uses its port and policy. */
  startQuietly(): Promise<Started>
  /** Process id of the running daemon. */
  daemonPid(): number
}

let isSaid = false
/** Prints once what the shell runs in. A fixture of the worker would cost a worker, and a browser, of their own. */
const sayProgram = () => {
  if (!isSaid)
    console.log(
      `The shell runs in ${electronProgram() ?? 'the stand-in for Electron (e2e/electron-host), its program is not here'}.`,
    )
  isSaid = true
}

const createApp = (): ShellUnderTest & { dispose(): Promise<void> } => {
  sayProgram()
  const home = mkdtempSync(join(tmpdir(), 'satchel-shell-'))
  const env = {
    ...namedAfterTest(),
    SATCHEL_HOME: home,
    SATCHEL_VAULT_PASSPHRASE: 'a passphrase of this test',
    LANG: 'en_GB.UTF-8',
  }
  let last: RunningShell | undefined
  const start = async (args: readonly string[] = []): Promise<Started> => {
    const running = await launchShell(env, args)
    last = running
    return { running, page: await running.firstPage() }
  }
  return {
    home,
    env,
    start,
    startQuietly: async () => {
      const started = await start()
      const style = started.page.locator('link[rel=stylesheet]').first()
      await started.page.goto(await style.evaluate((link: HTMLLinkElement) => link.href))
      return started
    },
    daemonPid: () => daemonPid(home),
    dispose: async () => {
      await last?.close()
      await stopDaemon(home)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const test = base.extend<{ app: ShellUnderTest }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads which fixtures are used from the pattern
  app: async ({}, use) => {
    const app = createApp()
    await use(app)
    await app.dispose()
  },
})

/** One shell for all tests of a group, which change nothing in it; to be called where the group is described. */
export const sharedShell = (): (() => Started) => {
  let app: ReturnType<typeof createApp> | undefined
  let started: Started | undefined
  test.beforeAll(async () => {
    app = createApp()
    started = await app.start()
  })
  test.afterAll(() => app?.dispose())
  return () => {
    if (started === undefined) throw new Error('it is there while tests of its group run')
    return started
  }
}

const daemonPid = (home: string): number => {
  const { pid } = JSON.parse(readFileSync(join(home, 'run', 'daemon.json'), 'utf8')) as { pid: number }
  return pid
}

const stopDaemon = async (home: string): Promise<void> => {
  // The page requests a daemon as soon as it is shown: one may still be starting, and would outlive the test.
  const descriptor = join(home, 'run', 'daemon.json')
  const deadline =
    Date.now() + (statSync(join(home, 'run'), { throwIfNoEntry: false })?.isFile() ? 0 : 10_000)
  while (!existsSync(descriptor) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  if (!existsSync(descriptor)) return
  const pid = daemonPid(home)
  try {
    process.kill(pid, 'SIGTERM')
    for (;;) {
      process.kill(pid, 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } catch {
    // It has exited.
  }
}
