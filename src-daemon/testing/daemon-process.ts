import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connectDaemon, findDaemon, type DaemonClient } from '../client/index.ts'
import { dataPaths } from '../platform/paths.ts'
import { daemonEntry } from './entries.ts'

const TIMEOUT_MS = 20_000

/** Starts a daemon as a child of the test and waits until it answers. */
export const spawnDaemon = async (env: NodeJS.ProcessEnv, entry = daemonEntry): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${String(child.exitCode)}`)
    if ((await findDaemon(dataPaths(env))) !== null) return child
    await pause(20)
  }
  throw new Error('the daemon did not answer in time')
}

/** A client of the running daemon, once that is ready; a vault is created with the passphrase in `env` if it needs one. */
export const connectReady = async (env: NodeJS.ProcessEnv): Promise<DaemonClient> => {
  const address = await findDaemon(dataPaths(env))
  if (address === null) throw new Error('no daemon answers')
  const client = await connectDaemon(address, 'cli')
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline;) {
    const { phase } = await client.api.system.status.query()
    if (phase.kind === 'ready') return client
    if (phase.kind === 'needs_vault')
      await client.api.system.createVault.mutate({ passphrase: env['SATCHEL_VAULT_PASSPHRASE'] ?? '' })
    if (phase.kind === 'blocked') throw new Error(`the daemon is blocked: ${phase.problem.code}`)
    await pause(20)
  }
  throw new Error('the daemon was not ready in time')
}

/** Waits for the end of a process and returns how it ended. */
export const endOf = async (
  child: ChildProcess,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { code: child.exitCode, signal: child.signalCode }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
