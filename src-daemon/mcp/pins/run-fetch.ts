import { existsSync } from 'node:fs'
import { runToEnd } from '../../platform/processes.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import type { ServerLog } from '../transports/server-log.ts'

/** One run of a program that fetches packages, in a folder of Satchel's own. */
export interface FetchRun {
  readonly command: string
  readonly args: readonly string[]
  /** The one folder it may write, where it works. */
  readonly folder: string
  /** Where packages are asked for; may be a private address, as it is the owner's own setting. */
  readonly host: string
  /** What else it may reach: hosts the server was granted. */
  readonly hosts?: readonly string[] | undefined
  readonly mounts?: readonly SandboxMount[] | undefined
  readonly env: Readonly<Record<string, string>>
  /** Variables of this machine that name a file with certificates, which is handed on. */
  readonly certificates: readonly string[]
  readonly unsandboxed: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly log: ServerLog
}

/**
 * Runs it in the sandbox: it sees the system's programs, writes one folder, and reaches the hosts alone. Errors: those of the sandbox, the
 * reason of `signal`; what went wrong with it is in `problem`, all it wrote to its standard error in `said`.
 */
export const runFetch = async (
  sandbox: Sandbox,
  run: FetchRun,
): Promise<{ readonly problem: string | null; readonly output: string; readonly said: string }> => {
  const { command, args, folder, host, hosts = [], mounts = [], unsandboxed, timeoutMs, signal, log } = run
  // A registry behind a certificate of one's own: where this machine says, and nowhere else.
  const trusted = run.certificates
    .map((name): [string, string] => [name, process.env[name] ?? ''])
    .filter(([, path]) => path !== '' && existsSync(path))
  const files = [...new Set(trusted.map(([, path]) => path))]
  const prepared = await sandbox.prepare({
    command,
    args,
    env: { ...Object.fromEntries(trusted), ...run.env },
    cwd: folder,
    grants: { read: [], write: [], hosts: unsandboxed ? [] : [...new Set([host, ...hosts])], unsandboxed },
    ownHosts: [host],
    mounts: [
      { path: folder, at: folder, writable: true },
      ...mounts,
      ...files.map((path) => ({ path, at: path, writable: false })),
    ],
  })
  log.line(`$ ${[command, ...args].join(' ')}`)
  try {
    const { problem, output, said } = await runToEnd(prepared, { timeoutMs, signal })
    signal.throwIfAborted()
    for (const line of said.split('\n').filter(Boolean)) log.line(line)
    return { problem, output, said }
  } finally {
    await prepared.release()
  }
}
