import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { runToEnd } from '../../platform/processes.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Sandbox, SandboxedCommand } from '../../sandbox/types.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { ReasonCode } from '../../text/index.ts'
import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { checkInPlace } from '../../sandbox/index.ts'
import {
  asksEngine,
  containerRunOf,
  hostPathsOf,
  withoutHandedIn,
  type ContainerRun,
} from './container-command.ts'

type Program = Parameters<Sandbox['prepare']>[0]

const LABEL = 'satchel.server'
/** If one of these variables says where the engine is, a sandbox may allow access to it. */
const PLACES = ['DOCKER_HOST', 'CONTAINER_HOST']
const ENGINE_MS = 15_000
/** Runs the engine's program with a file of variables, which is a pipe: neither its arguments nor its own variables have them. */
const WITH_FILE = `
exec 4<&0
printf '%s' "$SATCHEL_VARIABLES" 4<&- | { unset SATCHEL_VARIABLES; exec 3<&0 <&4 4<&-; exec "$@"; }`
const FILE = '/dev/fd/3'

/**
 * Prepares a program that may run in a container. An engine starts containers itself: they are descendants of neither this process nor the
 * program that asked, and outlive both. So each is labelled with its server, and labelled containers are removed when the program
 * has ended, and before the next start, in case the daemon was killed.
 *
 * Outside the sandbox, the engine's program gets none of the server's variables, because some of them would make it use
 * another engine or run other programs.
 *
 * @param owner distinguishes the servers of this data directory from those of others
 * @throws SatchelError `server_container_sandboxed`, `server_container_variable`, `server_grant_moved`, those of `Sandbox.prepare`
 */
export const prepareContained = async (
  sandbox: Sandbox,
  program: Program,
  { server, owner, log }: { readonly server: string; readonly owner: string; readonly log: ServerLog },
): Promise<SandboxedCommand> => {
  const { command, env, grants } = program
  if (asksEngine(program) && !grants.unsandboxed && !PLACES.some((name) => name in env))
    throw new SatchelError('server_container_sandboxed', {
      params: { server, program: command },
      details: { server },
    })
  const run = containerRunOf(program)
  const isOutside = asksEngine(program) && grants.unsandboxed
  if (isOutside) checkHandedIn(server, program, run)
  if (run === null) return sandbox.prepare(program)
  // The engine follows links. A source that isn't a path names one of the engine's own volumes.
  const checkVolumes = (): void => {
    for (const path of hostPathsOf(run))
      if (isAbsolute(path) || path.startsWith('.')) checkInPlace(resolve(program.cwd ?? homedir(), path))
  }

  const engine = isOutside ? { ...program, env: {} } : program
  const mark = `${LABEL}=${sha256Hex(`${owner}\n${server}`).slice(0, 32)}`
  const ask = async (args: readonly string[]): Promise<string> => {
    const prepared = await sandbox.prepare({ ...engine, args: [...run.before.slice(0, -1), ...args] })
    const { problem, output } = await runToEnd(prepared, { timeoutMs: ENGINE_MS })
    await prepared.release()
    if (problem !== null) log.line(`${command} ${args[0] ?? ''}: ${problem}`)
    return problem === null ? output : ''
  }
  const removeAll = async (): Promise<void> => {
    const found = (await ask(['ps', '--all', '--quiet', '--filter', `label=${mark}`]))
      .split(/\s+/)
      .filter((id) => /^[0-9a-f]{12,64}$/.test(id))
    if (found.length === 0) return
    log.line(`${command}: ending ${found.join(' ')}`)
    await ask(['rm', '--force', ...found])
  }

  await removeAll()
  checkVolumes()
  const marked = { ...run, before: [...run.before, '--label', mark] }
  const prepared = isOutside
    ? await prepareOutside(sandbox, program, marked)
    : await sandbox.prepare({ ...program, args: [...marked.before, ...marked.after] })
  return {
    ...prepared,
    release: async () => {
      await prepared.release()
      await removeAll().catch((thrown: unknown) => {
        log.line(toSatchelError(thrown).message) // its program has exited meanwhile
      })
    },
  }
}

/** Errors: `server_container_variable` for a variable that the command doesn't hand to its container, or can't. */
const checkHandedIn = (server: string, { command, env }: Program, run: ContainerRun | null): void => {
  const names = new Set(Object.keys(env))
  const handedIn = run === null ? new Set() : withoutHandedIn(run, names).handedIn
  const refuse = (name: string | undefined, reason: ReasonCode): void => {
    if (name === undefined) return
    const params = { server, name, program: command, reason }
    throw new SatchelError('server_container_variable', { params, details: { name } })
  }
  refuse(
    [...names].find((name) => !handedIn.has(name)),
    'variable_not_handed_in',
  )
  // A file of variables has one line for each.
  refuse(
    [...names].find((name) => /[\r\n]/.test(env[name] ?? '')),
    'line_break',
  )
}

/** How the engine's program starts a container with the server's variables, which it doesn't have itself. */
const prepareOutside = async (
  sandbox: Sandbox,
  program: Program,
  run: ContainerRun,
): Promise<SandboxedCommand> => {
  const { command, env } = program
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  if (lines.length === 0) return sandbox.prepare({ ...program, args: [...run.before, ...run.after] })
  const { after } = withoutHandedIn(run, new Set(Object.keys(env)))
  const engine = [await sandbox.locate(command), ...run.before, '--env-file', FILE, ...after]
  const prepared = await sandbox.prepare({
    ...program,
    command: '/bin/sh',
    args: ['-c', WITH_FILE, 'sh', ...engine],
    env: { SATCHEL_VARIABLES: lines.join('') },
  })
  return { ...prepared, program: engine }
}
