import { FIRST_INHERITED } from '../platform/handover.ts'
import { runToEnd } from '../platform/processes.ts'
import type { SandboxStatus } from '../contract/sandbox.ts'
import { bubblewrapArgs, variableArguments } from './bubblewrap.ts'
import type { Places } from './grants.ts'

/** The sandbox of this computer, and bubblewrap's abilities here. */
export interface Probe extends Pick<SandboxStatus, 'kind' | 'problem'> {
  /** Whether it can also forbid nested namespaces and limit scratch space. */
  readonly strict: boolean
  /** Whether it loads our seccomp filter. */
  readonly filtered: boolean
  /** Whether it can mount open descriptors (`--bind-fd`: bubblewrap 0.10, and older ones with security updates). */
  readonly byDescriptor: boolean
}

const TIMEOUT_MS = 20_000

/** No sandbox, and why. */
export const noSandbox = (problem: string | null): Probe => ({
  kind: null,
  problem,
  strict: false,
  filtered: false,
  byDescriptor: false,
})

/** Being installed says little, because systems may forbid what it needs; so it runs a program. */
export const probeBubblewrap = async (
  bwrap: string | null,
  { filter, places }: { readonly filter: Uint8Array | null; readonly places: Places },
): Promise<Probe> => {
  if (bwrap === null) return noSandbox('bubblewrap (bwrap)')
  const tried = async (strict: boolean, filtered: boolean): Promise<string | null> => {
    const args = bubblewrapArgs({
      bwrap,
      program: ['/bin/sh', '-c', ':'],
      programFiles: [],
      paths: { read: [], write: [] },
      opened: null,
      places,
      cwd: '/',
      network: null,
      filterAt: filtered ? FIRST_INHERITED : null,
      strict,
    })
    const inherited = filtered && filter !== null ? [filter] : []
    const handover = variableArguments({})
    const { problem } = await runToEnd(
      { command: bwrap, args, env: {}, handover, inherited, cwd: '/' },
      { timeoutMs: TIMEOUT_MS },
    )
    return problem
  }
  // From the most that a system may allow to the least.
  const ways = [true, false].flatMap((filtered) => [true, false].map((strict) => ({ strict, filtered })))
  let problem: string | null = null
  for (const way of ways.filter(({ filtered }) => !filtered || filter !== null)) {
    problem = await tried(way.strict, way.filtered)
    if (problem === null)
      return { kind: 'bubblewrap', problem, ...way, byDescriptor: await mountsOpen(bwrap) }
  }
  return noSandbox(problem)
}

const mountsOpen = async (bwrap: string): Promise<boolean> => {
  const { output } = await runToEnd(
    { command: bwrap, args: ['--help'], env: {}, cwd: '/' },
    { timeoutMs: TIMEOUT_MS },
  )
  return output.includes('--ro-bind-fd')
}
