import { release } from 'node:os'
import type { SandboxLimits } from '../contract/sandbox.ts'
import { runToEnd, type HeldProgram } from '../platform/processes.ts'
import { MAX_TASKS } from './tree-watch.ts'

/** The kernel also counts files kept in memory and its own; so what grows slowly is found, and explained, by the watch. */
const KERNEL_SHARE = 1.125
const PROBED_BYTES = 64 * 1024 * 1024
/** How to reach the user's service manager. */
const SESSION = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']

/** The limits of a program and everything it starts, as this system can hold them. */
export interface TreeLimits {
  readonly kind: SandboxLimits
  /** The same program, limited; null if the service manager can't be asked. */
  readonly limited: ((program: Started, memoryBytes: number) => Started) | null
  /** The program to run inside the sandbox instead, which limits itself first. */
  readonly inside: (program: readonly string[]) => readonly string[]
}

type Started = Pick<HeldProgram, 'command' | 'args' | 'env'>

/**
 * Determines how process trees are limited. If systemd delegates a cgroup to this user, each program gets its own, and the
 * kernel enforces its limits; a trial checks that, because a service manager accepts limits it can't set. Else memory and
 * processes are watched, and Linux counts processes and threads by user besides (since 5.14 only within the sandbox), but never root's.
 *
 * @param systemdRun null if there is none
 */
export const probeTreeLimits = async (
  systemdRun: string | null,
  { env = process.env, uid = process.getuid?.() }: { env?: NodeJS.ProcessEnv; uid?: number | undefined } = {},
): Promise<TreeLimits> => {
  const limited = systemdRun === null ? null : await probeSystemd(systemdRun, env)
  if (limited !== null)
    return { kind: { memory: 'system', processes: MAX_TASKS }, limited, inside: (program) => program }
  const counts = process.platform === 'linux' && uid !== 0 && isAtLeast(5, 14)
  return {
    kind: { memory: 'watched', processes: MAX_TASKS },
    limited: null,
    inside: counts ? countingItself : (program) => program,
  }
}

const probeSystemd = async (systemdRun: string, env: NodeJS.ProcessEnv): Promise<TreeLimits['limited']> => {
  const session = Object.fromEntries(
    SESSION.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  // Since version 254, systemd-run may replace `$NAME` in the arguments unless disabled.
  for (const options of [['--expand-environment=no'], []]) {
    const limited = inScope(systemdRun, session, options)
    const { output } = await runToEnd(
      { ...limited({ command: '/bin/sh', args: ['-c', SHOW_LIMITS], env: {} }, PROBED_BYTES), cwd: '/' },
      { timeoutMs: 10_000 },
    )
    if (output.trim() === `${String(bytesOf(PROBED_BYTES))} ${String(MAX_TASKS)}`) return limited
  }
  return null
}

/** The kernel's limits of the cgroup this runs in. */
const SHOW_LIMITS = `
at="/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)"
echo "$(cat "$at/memory.max") $(cat "$at/pids.max")"`

/** A scope of its own for each program. `systemd-run` becomes the program, which gets no variables of the session. */
const inScope =
  (
    systemdRun: string,
    session: Readonly<Record<string, string>>,
    options: readonly string[],
  ): NonNullable<TreeLimits['limited']> =>
  ({ command, args }, memoryBytes) => ({
    command: systemdRun,
    args: [
      ...['--user', '--scope', '--quiet', '--collect', ...options],
      ...[`--property=MemoryMax=${String(bytesOf(memoryBytes))}`, '--property=MemorySwapMax=0'],
      ...[`--property=TasksMax=${String(MAX_TASKS)}`, '--', '/usr/bin/env', '-i', command, ...args],
    ],
    env: session,
  })

/** In whole pages, as the kernel keeps it. */
const bytesOf = (memoryBytes: number): number => Math.ceil((memoryBytes * KERNEL_SHARE) / 4096) * 4096

/** A shell names this limit `-u` or `-p`; where the user's own limit is lower, that stays. */
const countingItself = (program: readonly string[]): readonly string[] => [
  ...[
    '/bin/sh',
    '-c',
    `ulimit -u ${String(MAX_TASKS)} 2>/dev/null || ulimit -p ${String(MAX_TASKS)} 2>/dev/null; exec "$@"`,
  ],
  ...['sh', ...program],
]

const isAtLeast = (major: number, minor: number): boolean => {
  const [ofKernel = 0, minorOfKernel = 0] = release().split('.').map(Number)
  return ofKernel > major || (ofKernel === major && minorOfKernel >= minor)
}
