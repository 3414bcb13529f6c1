import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A reference SDK in Python, running as a program that talks to the test over HTTP. */
export interface PythonPeer {
  readonly origin: string
  /** The version of the SDK. */
  readonly version: string
  /** Has it do one of the things that its script knows. */
  ask(what: string, input: object): Promise<unknown>
  close(): void
}

const run = promisify(execFile)
const TIMEOUT_MS = 8 * 60_000

/** A folder with packages of Python, newest from the index that this machine reaches. */
export interface PythonFolder {
  readonly folder: string
  readonly python: string
  remove(): void
}

/**
 * Installs packages in a folder of the test's own; or says why that can't be, also on standard error, so that nobody overlooks a
 * skipped test. `unpack` is a package whose source is put into the folder, too.
 */
export const installPython = async ({
  sdk,
  packages,
  unpack,
}: {
  readonly sdk: string
  readonly packages: readonly string[]
  readonly unpack?: string | undefined
}): Promise<PythonFolder | { readonly missing: string }> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-peer-')))
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  const python = join(folder, 'venv/bin/python')
  const pip = (...args: string[]): Promise<unknown> =>
    run(python, ['-I', '-m', 'pip', ...args], { timeout: TIMEOUT_MS })
  try {
    await run('python3', ['-I', '-m', 'venv', join(folder, 'venv')], { timeout: TIMEOUT_MS })
    await pip('install', '--quiet', ...packages)
    if (unpack !== undefined) {
      const source = join(folder, 'source')
      const wanted = `${unpack}==${await versionOf(python, unpack)}`
      await pip('download', '--quiet', '--no-deps', '--no-binary', unpack, '--dest', source, wanted)
      const [archive = ''] = readdirSync(source)
      await run('tar', ['-xzf', join(source, archive), '-C', source, '--strip-components=1'])
    }
  } catch (thrown) {
    remove()
    const said = thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr).trim() : ''
    const missing = said.split('\n').at(-1) || String(thrown)
    process.stderr.write(`Skipped: pip can't install ${sdk} from PyPI here: ${missing}\n`)
    return { missing }
  }
  return { folder, python, remove }
}

const versionOf = async (python: string, name: string): Promise<string> => {
  const asks = `import importlib.metadata as m; print(m.version("${name}"))`
  return (await run(python, ['-I', '-c', asks])).stdout.trim()
}

/** Installs packages and starts the script, which prints its port; or says why that can't be. */
export const openPythonPeer = async ({
  sdk,
  packages,
  script,
}: {
  readonly sdk: string
  readonly packages: readonly string[]
  readonly script: URL
}): Promise<PythonPeer | { readonly missing: string }> => {
  const installed = await installPython({ sdk, packages })
  if ('missing' in installed) return installed
  const { python, remove } = installed
  const version = await versionOf(python, sdk)
  const child = spawn(python, ['-I', fileURLToPath(script)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done)
    child.once('error', fail)
    child.once('exit', (code) => {
      fail(new Error(`the SDK's program ended with ${String(code)}`))
    })
  })
  const origin = `http://localhost:${port}`
  return {
    origin,
    version,
    ask: async (what, input) => {
      const response = await fetch(`${origin}/${what}`, { method: 'POST', body: JSON.stringify(input) })
      if (!response.ok) throw new Error(`${what}: ${String(response.status)} ${await response.text()}`)
      return response.json()
    },
    close: () => {
      child.removeAllListeners('exit')
      child.kill('SIGKILL')
      remove()
    },
  }
}
