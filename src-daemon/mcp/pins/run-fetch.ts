import { existsSync } from 'node:fs'
import { runToEnd } from '../../platform/processes.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import type { ServerLog } from '../transports/server-log.ts'

/** One run of a package tool, in a folder of Satchel's own. */
export interface FetchRun {
  readonly command: string
  readonly args: readonly string[]
  /** The only folder it may write, and its working directory. */
  readonly folder: string
  /** The host of the registry or index; may be a private address, because the owner set it. */
  readonly host: string
  /** Other hosts it may reach: those granted to the server. */
  readonly hosts?: readonly string[] | undefined
  readonly mounts?: readonly SandboxMount[] | undefined
  readonly env: Readonly<Record<string, string>>
  /** This machine's certificate files, by the variable that names them to the tool. */
  readonly certificates: Readonly<Record<string, string | undefined>>
  readonly unsandboxed: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly log: ServerLog
}

/**
 * Runs the tool in the sandbox: it sees the system's programs, writes one folder, and reaches these hosts
 * only. Errors: those of the sandbox, the reason of `signal`; its own failure is in `problem`, its whole
 * standard error in `said`, and hosts it couldn't reach in `refused`.
 */
export const runFetch = async (
  sandbox: Sandbox,
  run: FetchRun,
): Promise<{
  readonly problem: string | null
  readonly output: string
  readonly said: string
  readonly refused: readonly string[]
}> => {
  const { command, args, folder, host, hosts = [], mounts = [], unsandboxed, timeoutMs, signal, log } = run
  // A registry with a certificate of its own: from this machine's settings only.
  const trusted = Object.entries(run.certificates).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && existsSync(entry[1]),
  )
  const files = [...new Set(trusted.map(([, path]) => path))]
  const granted = unsandboxed ? [] : [...new Set([host, ...hosts])]
  const refused = new Set<string>()
  const prepared = await sandbox.prepare({
    command,
    args,
    env: { ...Object.fromEntries(trusted), ...run.env },
    cwd: folder,
    grants: { read: [], write: [], hosts: granted, unsandboxed },
    ownHosts: [host],
    onUnreached: (one, outcome) => {
      if (outcome === 'refused' && !granted.includes(one)) refused.add(one)
    },
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
    return { problem, output, said, refused: [...refused] }
  } finally {
    await prepared.release()
  }
}
