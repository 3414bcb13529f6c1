/** A Satchel of a test's own: data directory, daemon, command line, and the app in a page. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import '../../src-daemon/testing/quick-scrypt.mjs'
import '../../scripts/own-keychain-session.mjs'
import { settledStatus } from '../../src-daemon/cli/console/session.ts'
import {
  connectDaemon,
  ensureDaemon,
  findDaemon,
  stopDaemon,
  type DaemonClient,
} from '../../src-daemon/client/index.ts'
import { changeEncryptionFile } from '../../src-daemon/identity/index.ts'
import { readDescriptor } from '../../src-daemon/platform/descriptor.ts'
import { dataPaths, type DataPaths } from '../../src-daemon/platform/paths.ts'
import { isRunning } from '../../src-daemon/platform/processes.ts'
import { runCli } from '../../src-daemon/testing/cli.ts'
import { makeQuickVault } from '../../src-daemon/testing/quick-vault.ts'
import { withQuickScrypt } from '../../src-daemon/testing/temp-home.ts'
import { namedAfterTest } from './named.ts'

const built = join(import.meta.dirname, '..', '..', 'out', 'main')
const cli = join(built, 'cli.js')
const runtime = { nodePath: process.execPath, daemonEntry: join(built, 'daemon.js') }

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Satchel {
  readonly paths: DataPaths
  /** Environment of every command and of the daemon they start; change it before the first one. */
  readonly env: NodeJS.ProcessEnv
  /**
   * Runs the `satchel` command, in the process of the test unless that `spawns` the built one, and waits for its end. Stdin is
   * empty, so nothing can be asked.
   */
  run(...args: string[]): Promise<CommandResult>
  /** Runs it with `--json` and parses what it prints. Throws with its stderr when it fails. */
  json(...args: string[]): Promise<unknown>
  /** Process id of the running daemon. */
  pid(): Promise<number>
  /** Ends the daemon as a crash would. */
  crash(): Promise<void>
  /** Opens the app through the loopback carrier. Asks the daemon as `satchel web` does, without the process of a command. */
  open(page: Page, path?: string): Promise<void>
  /** Ends what `open` opened, as the end of `satchel web` does. */
  closeWeb(): Promise<void>
  /** Stops the daemon and removes the data directory. */
  dispose(): Promise<void>
}

/**
 * Makes one. `keychain: false` hides the OS keychain from it, as on a machine without one; `passphrase` is what
 * `SATCHEL_VAULT_PASSPHRASE` says, null for unset; `spawns` is for tests of the command itself.
 */
export const createSatchel = (
  options: {
    keychain?: boolean
    passphrase?: string | null
    env?: NodeJS.ProcessEnv
    spawns?: boolean
  } = {},
): Satchel => {
  const home = mkdtempSync(join(tmpdir(), 'satchel-'))
  const passphrase = options.passphrase === undefined ? 'a passphrase for tests' : options.passphrase
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...namedAfterTest(),
    SATCHEL_HOME: home,
    SATCHEL_COMMAND: 'satchel',
    NODE_OPTIONS: withQuickScrypt,
    LANG: 'en_GB.UTF-8',
    LC_ALL: '',
    // No model server unless a test brings one: nothing listens on this port.
    OLLAMA_HOST: 'http://127.0.0.1:9',
    SATCHEL_MODEL_SERVERS: 'off',
    ...(options.keychain === false ? { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } : {}),
    ...options.env,
  }
  if (passphrase === null) delete env['SATCHEL_VAULT_PASSPHRASE']
  else env['SATCHEL_VAULT_PASSPHRASE'] = passphrase
  const paths = dataPaths(env)
  /** The app's port in the browser is open as long as this is, as with a `satchel web` that runs. */
  let web: DaemonClient | null = null
  const closeWeb = async (): Promise<void> => {
    await web?.close()
    web = null
  }
  /** The link `satchel web` prints, of a daemon that is started if there is none. Until it is ready there is no app to press keys in. */
  const webLink = async (): Promise<string> => {
    const answers = await web?.api.system.ping.query().then(
      () => true,
      () => false,
    )
    if (web === null || answers !== true)
      web = await connectDaemon(await ensureDaemon({ env, runtime }), 'cli')
    await settledStatus(web.api)
    return (await web.api.system.openWeb.mutate({ port: 0 })).url
  }

  const run: Satchel['run'] = (...args) =>
    options.spawns === true ? spawnBuilt(env, args) : runCli(env, ...args)

  const json: Satchel['json'] = async (...args) => {
    // First, because arguments after `--` belong to the started program.
    const { code, stdout, stderr } = await run('--json', ...args)
    if (code !== 0) throw new Error(`satchel ${args.join(' ')} ended with ${String(code)}: ${stderr}`)
    const result: unknown = JSON.parse(stdout)
    return result
  }

  const pid = async (): Promise<number> => {
    const running = (await findDaemon(paths)) === null ? null : readDescriptor(paths)
    if (running === null) throw new Error('the daemon does not run')
    return running.pid
  }

  return {
    paths,
    env,
    run,
    json,
    pid,
    crash: async () => {
      const victim = await pid()
      process.kill(victim, 'SIGKILL')
      // Its socket may take a connection until the last of its threads has ended.
      while (isRunning(victim) || (await findDaemon(paths)) !== null)
        await new Promise((resolve) => setTimeout(resolve, 10))
    },
    open: async (page, path = '/') => {
      const url = await webLink()
      await page.goto(url)
      // It hears keys once it is drawn.
      await page.locator('#app > *').first().waitFor({ state: 'attached' })
      if (path === '/') return
      // The router listens to the address only once it has arrived at its first page, which is this one.
      await page.waitForURL(/#\/chat/)
      if (path === '/chat') return
      await page.goto(new URL(`/#${path}`, url).href)
    },
    closeWeb,
    dispose: async () => {
      await closeWeb()
      await stopDaemon(env)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** Makes one without a keychain whose owner's vault is there already, and opens and is guessed at once. */
export const createVaultSatchel = async (passphrase = 'a passphrase for tests'): Promise<Satchel> => {
  const satchel = createSatchel({ keychain: false, passphrase })
  await makeQuickVault(satchel.env)
  // Its data isn't encrypted, and the offer to encrypt it was seen.
  changeEncryptionFile(satchel.paths.dataDir, { declined: true })
  return satchel
}

const spawnBuilt = (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })

/** The text of a page, for the report of a failure. */
const wordsOf = (page: Page): Promise<string> =>
  page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((cause: unknown) => `The page can’t be read: ${String(cause)}`)

/** Playwright's `test` with a Satchel that is disposed of afterwards. */
export const test = base.extend<{ satchel: Satchel; spawns: boolean }>({
  spawns: [false, { option: true }],
  context: async ({ context }, use) => {
    await use(context)
    // The next test has the same context, of which Playwright resets everything else.
    await context.clearPermissions()
  },
  satchel: async ({ spawns }, use, info) => {
    const satchel = createSatchel({ spawns })
    const opened = new Set<Page>()
    await use({
      ...satchel,
      open: (page, path) => {
        opened.add(page)
        return satchel.open(page, path)
      },
    })
    // Playwright's own picture of a failure is taken after this, when the daemon is gone from it.
    if (info.status !== info.expectedStatus)
      for (const page of opened) await info.attach('page', { body: await wordsOf(page) })
    await satchel.dispose()
  },
})

/** One Satchel for all tests of a group, which change nothing in it; to be called where the group is described. */
export const sharedSatchel = (): (() => Satchel) => {
  let shared: Satchel | undefined
  test.beforeAll(() => {
    shared = createSatchel()
  })
  test.afterAll(() => shared?.dispose())
  return () => {
    if (shared === undefined) throw new Error('it is there while tests of its group run')
    return shared
  }
}

export { expect } from '@playwright/test'
