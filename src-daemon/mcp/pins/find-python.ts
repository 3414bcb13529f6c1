import { unescape } from 'node:querystring'
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toSatchelError } from '../../platform/errors.ts'
import {
  checkHost,
  fetchFailure,
  type Asked,
  type Found,
  type Launch,
  type PackageFinder,
  type PackageFinderDeps,
} from './launch.ts'
import { FetchFailure } from './npm-packages.ts'
import { isExactRequirement, pythonCommandOf, type PythonCommand } from './python-command.ts'
import { INDEX_VARIABLES } from './python-index.ts'
import { createPythonPackages, type PythonPackages, type PythonSettings } from './python-packages.ts'
import { createPythonTools, type PythonTool } from './python-tool.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { PackagePin } from '../../contract/server-pins.ts'
import { isInside } from '../../sandbox/index.ts'
import { UnreadableCommand } from './npx-command.ts'

/**
 * Python packages, as run by `uvx`, `uv tool run` and `pipx run`. Not on Windows, where there is no sandbox
 * either.
 */
export const createPythonFinder = ({ sandbox, folder, home, env }: PackageFinderDeps): PackageFinder => {
  const packages = process.platform === 'win32' ? null : createPythonPackages({ sandbox, folder })
  const tools = createPythonTools({ env, home, locate: sandbox.locate })

  const commandOf = async (
    definition: Asked['definition'],
  ): Promise<{ command: PythonCommand; tool: PythonTool } | null> => {
    const command = packages === null ? null : pythonCommandOf(definition)
    const tool = command === null ? null : await tools.find(command)
    return command === null || tool === null ? null : { command, tool }
  }

  const findPython = async (
    packages: PythonPackages,
    { command, tool }: { readonly command: PythonCommand; readonly tool: PythonTool },
    asked: Asked,
  ): Promise<Found> => {
    const { server, definition, accepted, log, signal } = asked
    const index = await tools.index(command, tool, asked.env)
    checkHost(asked, index.host)
    if (index.login !== null) hideLogin(index.login, log)
    // Files are usually served by another host than their index; the owner has named it.
    const { hosts, unsandboxed } = definition.grants
    const certificate = tools.certificate()
    const how: PythonSettings = { tool, index, certificate, hosts, unsandboxed, signal, log }
    const failed = (thrown: unknown): unknown => fetchFailure(server, command.packages, thrown)
    const launch = (pin: PackagePin) => async (): Promise<Launch> => {
      try {
        const { folder: at } = await packages.installed(pin.sha256, how)
        const { command: program, args } = pythonProgram(at, command.program)
        return {
          command: program,
          args: [...args, ...command.args],
          mounts: [{ path: at, at, writable: false }],
          env: ownVariables(asked.env),
        }
      } catch (thrown) {
        throw failed(thrown)
      }
    }
    const of = (pin: PackagePin): Found => ({ pin, launch: launch(pin) })
    const isKept =
      accepted?.kind === 'python' &&
      packages.has(accepted.sha256) &&
      // A build for one Python version does not run with another.
      accepted.parts.some(({ name, version }) => name === 'python' && version === tool.version)
    const old = isKept ? accepted : null
    if (old !== null && command.packages.every(isExactRequirement)) return of(old)
    try {
      // An index never changes a version's content; dependencies stay as accepted until the package itself
      // has another version.
      if (old !== null && (await packages.resolve(command.packages, how, true)).title === old.title)
        return of(old)
      return of(await packages.resolve(command.packages, how))
    } catch (thrown) {
      signal.throwIfAborted()
      if (old === null || !(thrown instanceof FetchFailure)) throw failed(thrown)
      log.line(toSatchelError(failed(thrown)).message)
      return of(old)
    }
  }

  return {
    find: async (asked) => {
      // A command that can't be determined runs unchanged and is reported as not pinned.
      const found = await orUnreadable(() => commandOf(asked.definition))
      return found === null || found instanceof UnreadableCommand || packages === null
        ? null
        : findPython(packages, found, asked)
    },
    fetches: async (definition) => {
      const found = await orUnreadable(() => commandOf(definition))
      if (found instanceof UnreadableCommand) return { unpinned: 'command', what: found.message }
      if (found === null) return null
      const { command, tool } = found
      const { host } = await tools.index(command, tool, definition.env)
      return { program: tool.kind, packages: [...command.packages], host }
    },
  }
}

const orUnreadable = async <T>(read: () => Promise<T>): Promise<T | UnreadableCommand> => {
  try {
    return await read()
  } catch (thrown) {
    if (thrown instanceof UnreadableCommand) return thrown
    throw thrown
  }
}

/** Without those for the installer; and it writes nothing into its environment, even without a sandbox. */
const ownVariables = (given: Readonly<Record<string, string>>): Record<string, string> => {
  const forInstaller: ReadonlySet<string> = new Set(INDEX_VARIABLES)
  const own = Object.entries(given).filter(([name]) => !forInstaller.has(name))
  return { PYTHONDONTWRITEBYTECODE: '1', ...Object.fromEntries(own) }
}

const hideLogin = (login: string, log: ServerLog): void => {
  const [user = '', password = ''] = login.split(':')
  const secret = password === '' ? user : password // some indexes have a token instead of a user
  for (const one of [secret, unescape(secret)]) log.hide(one)
}

/**
 * How to start a program of a Python environment: scripts with the environment's own Python, because it was moved after they were written.
 * Throws `UnreadableCommand` if there is none of that name.
 */
const pythonProgram = (
  environment: string,
  program: string,
): { readonly command: string; readonly args: readonly string[] } => {
  const file = join(environment, 'bin', program)
  if (basename(program) !== program || !existsSync(file)) throw new UnreadableCommand(program)
  if (!isInside(realpathSync(file), realpathSync(environment))) throw new UnreadableCommand(program)
  return isScript(file)
    ? { command: join(environment, 'bin', 'python'), args: [file] }
    : { command: file, args: [] }
}

/** Whether its first lines name a Python; a path too long for the first line is in the second. */
const isScript = (file: string): boolean => {
  const buffer = Buffer.alloc(1024)
  const handle = openSync(file, 'r')
  try {
    const start = buffer.toString('utf8', 0, readSync(handle, buffer))
    return start.startsWith('#!') && start.split('\n').slice(0, 2).join('\n').includes('python')
  } finally {
    closeSync(handle)
  }
}
