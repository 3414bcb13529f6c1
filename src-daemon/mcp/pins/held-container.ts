import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { runToEnd } from '../../platform/processes.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Sandbox, SandboxedCommand } from '../../sandbox/types.ts'
import type { ServerLog } from '../transports/server-log.ts'
import { asksEngine, containerRunOf } from './container-command.ts'

type Program = Parameters<Sandbox['prepare']>[0]

const LABEL = 'satchel.server'
/** If one of these variables says where the engine is, a sandbox may allow access to it. */
const PLACES = ['DOCKER_HOST', 'CONTAINER_HOST']
const ENGINE_MS = 15_000

/**
 * Makes a program ready that may be run in a container. An engine starts containers itself: they are below neither this process nor the
 * program that asked, and live on when both are gone. So each is marked as its server's, and what bears that mark is removed when the program
 * has ended, and before the next start, in case the daemon was killed.
 *
 * @param owner tells the servers of this data directory from those of others
 * @throws SatchelError `server_container_sandboxed`, those of `Sandbox.prepare`
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
  if (run === null) return sandbox.prepare(program)

  const mark = `${LABEL}=${sha256Hex(`${owner}\n${server}`).slice(0, 32)}`
  const ask = async (args: readonly string[]): Promise<string> => {
    const prepared = await sandbox.prepare({ ...program, args: [...run.before.slice(0, -1), ...args] })
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
  const prepared = await sandbox.prepare({
    ...program,
    args: [...run.before, '--label', mark, ...run.after],
  })
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
