/** Starts the built shell for a test: in real Electron where its program is there, else in the stand-in. Same interface. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Main from 'electron'
import { _electron, chromium, expect, type Page } from '@playwright/test'
import { PAGE_ADDRESS } from './browser.ts'

const root = join(import.meta.dirname, '..', '..')
/** The Node of the project's packages, which runs TypeScript as it is. */
export const nodeProgram = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const bundle = join(root, 'out', 'main', 'index.js')

/** Electron's main-process module, as functions given to `evaluate` see it. */
type Electron = typeof Main

export interface RunningShell {
  readonly ranAs: 'electron' | 'stand-in'
  readonly pid: number
  /** The page of the first window, once it is loaded. */
  firstPage(): Promise<Page>
  /** Every page there is, windows or not. */
  pages(): Page[]
  /** Runs `run` in the main process. It is sent as text, so it can use only its arguments. */
  evaluate<R, A = undefined>(
    run: (electron: Electron, argument: A) => R | Promise<R>,
    argument?: A,
  ): Promise<R>
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number | null>
  close(): Promise<void>
}

/** Path of the Electron program, or undefined where it was never fetched. */
export const electronProgram = (): string | undefined => {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const program = join(
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'),
    readFileSync(pathFile, 'utf8'),
  )
  const display = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
  return existsSync(program) && display ? program : undefined
}

/** Starts the shell with the given environment on top of this one. */
export const launchShell = (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<RunningShell> => {
  const program = electronProgram()
  return program === undefined ? launchStandIn(env, args) : launchElectron(program, env, args)
}

/** Starts the shell where no window is expected, and waits for its end. */
export const launchSecond = async (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<number | null> => {
  const program = electronProgram()
  if (program === undefined) return await exitOf(forkHost(env, args))
  return await exitOf(
    spawn(program, [...electronArguments(), ...args], { env: cleanEnv(env), stdio: 'inherit' }),
  )
}

const launchElectron = async (
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<RunningShell> => {
  const app = await _electron.launch({
    executablePath: program,
    args: [...electronArguments(), ...args],
    env: cleanEnv(env),
  })
  const child = app.process()
  return {
    ranAs: 'electron',
    pid: child.pid ?? 0,
    firstPage: async () => {
      const page = await app.firstWindow()
      await page.waitForLoadState('domcontentloaded')
      return page
    },
    pages: () => app.windows(),
    evaluate: (run, argument) => app.evaluate(run as never, argument as never),
    ended: exitOf(child),
    close: () => app.close(),
  }
}

const launchStandIn = async (
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<RunningShell> => {
  const child = forkHost(env, args)
  const answers = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000)
  })
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { endpoint: string } | { id: number; ok: boolean; value: unknown }) => {
      if ('endpoint' in message) resolve(message.endpoint)
      else if (message.ok) answers.get(message.id)?.resolve(message.value)
      else answers.get(message.id)?.reject(new Error(String(message.value)))
    })
    child.once('exit', (code) => {
      reject(new Error(`the host ended with ${String(code)}:\n${said}`))
    })
  })
  const ended = exitOf(child)
  // A test that sees only the number could not say why.
  void ended.then((code) => {
    if (code !== 0) console.error(`the host ended with ${String(code)}:\n${said}`)
  })
  const browser = await chromium.connectOverCDP(endpoint)
  const pages = (): Page[] =>
    browser
      .contexts()
      .flatMap((context) => context.pages().filter((page) => page.url().startsWith(PAGE_ADDRESS)))
  return {
    ranAs: 'stand-in',
    pid: child.pid ?? 0,
    firstPage: async () => {
      await expect.poll(() => pages().length, { timeout: 30_000 }).toBeGreaterThan(0)
      const [page] = pages()
      if (page === undefined) throw new Error('the window closed again')
      await page.waitForLoadState('domcontentloaded')
      return page
    },
    pages,
    evaluate: <R, A>(run: (electron: Electron, argument: A) => R | Promise<R>, argument?: A) =>
      new Promise<R>((resolve, reject) => {
        const id = ++last
        answers.set(id, { resolve: resolve as (value: unknown) => void, reject })
        child.send({ id, source: run.toString(), argument })
      }),
    ended,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const forkHost = (env: Readonly<Record<string, string>>, args: readonly string[] = []): ChildProcess =>
  fork(join(import.meta.dirname, 'host.ts'), [bundle, ...args], {
    execPath: nodeProgram,
    execArgv: [],
    env: cleanEnv(env),
    serialization: 'json',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })

const electronArguments = (): string[] => [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root]

const cleanEnv = (env: Readonly<Record<string, string>>): Record<string, string> => {
  const { NODE_OPTIONS: _loaderOfTheTestRunner, ...rest } = process.env
  return {
    ...Object.fromEntries(
      Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...env,
  }
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null
    ? new Promise((resolve) =>
        child.once('exit', (code) => {
          resolve(code)
        }),
      )
    : Promise.resolve(child.exitCode)
