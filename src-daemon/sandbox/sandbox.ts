import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import { FIRST_INHERITED } from '../platform/handover.ts'
import type { ReasonCode } from '../text/index.ts'
import { isHostEntry, type NetworkGateInput } from '../network/index.ts'
import {
  bubblewrapArgs,
  installationOf,
  openArgs,
  PROXY_PORT,
  SANDBOX_HOME,
  variableArguments,
  type BubblewrapPlan,
} from './bubblewrap.ts'
import { argumentInside, grantedPaths, isInside, type GrantedPaths, type Places } from './grants.ts'
import { openPlaces } from './open-places.ts'
import { noSandbox, probeBubblewrap, type Probe } from './probe.ts'
import { openProgramGate } from './program-gate.ts'
import { createProgramPath, onPath, type ProgramPathDeps } from './program-path.ts'
import { seccompFilter } from './seccomp.ts'
import { probeTreeLimits, type TreeLimits } from './tree-limits.ts'
import { seatbeltCommand, variableLines, type SeatbeltLibrary } from './seatbelt.ts'
import type { Sandbox, SandboxedCommand } from './types.ts'
import type { SandboxGrants, SandboxStatus } from '../contract/sandbox.ts'

export interface SandboxDeps extends Omit<ProgramPathDeps, 'home'> {
  readonly places: Places
  /** Where the sockets of the programs' network gates are created. */
  readonly runDir: string
  readonly platform?: NodeJS.Platform | undefined
  /** The path of `bwrap`; searched by default, null = there is none. */
  readonly bwrap?: string | null | undefined
  /** The path of `systemd-run`; searched by default where systemd runs, null = there is none. */
  readonly systemdRun?: string | null | undefined
  readonly loadSeatbelt?: (() => Promise<SeatbeltLibrary>) | undefined
  readonly log?: NetworkGateInput['log']
  readonly resolve?: NetworkGateInput['resolve']
}

type Program = Parameters<Sandbox['prepare']>[0]
type Held = Omit<SandboxedCommand, 'memoryBytes' | 'folders'>
/** The default: room for a large server, without using up this machine. */
const USUAL_MEMORY_MIB = 2048
/** The folder of seatbelt's programs. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin'

/**
 * The operating system's sandbox for local programs: bubblewrap on Linux, seatbelt on macOS. Without one, only programs
 * that the user wants to run unsandboxed are prepared. Rule: acp.md 8.
 */
export const createSandbox = (deps: SandboxDeps): Sandbox => {
  const platform = deps.platform ?? process.platform
  const bwrap = deps.bwrap === undefined ? onPath('bwrap', deps.searchPath) : deps.bwrap
  const loadSeatbelt = deps.loadSeatbelt ?? (() => import('@anthropic-ai/sandbox-runtime'))
  const filter = seccompFilter(process.arch)
  const gateDeps = { ...deps, socketDir: platform === 'linux' ? deps.runDir : null }
  const programs = createProgramPath({ ...deps, home: deps.places.home })
  let probed: Promise<Probe> | undefined
  let treeLimits: Promise<TreeLimits> | undefined

  const probe = async (): Promise<Probe> => {
    if (platform === 'linux') return probeBubblewrap(bwrap, { filter, places: deps.places })
    if (platform !== 'darwin') return noSandbox(platform)
    const { SandboxManager } = await loadSeatbelt()
    const [problem] = SandboxManager.checkDependencies().errors
    return problem === undefined ? { ...noSandbox(null), kind: 'seatbelt' } : noSandbox(problem)
  }

  const limits = (): Promise<TreeLimits> => {
    const isBooted = platform === 'linux' && existsSync('/run/systemd/system')
    const searched = isBooted ? onPath('systemd-run', deps.searchPath) : null
    return (treeLimits ??= probeTreeLimits(deps.systemdRun === undefined ? searched : deps.systemdRun))
  }

  const prepare = async (program: Program): Promise<SandboxedCommand> => {
    checkVariables(program.env)
    const { grants } = program
    const paths = grants.unsandboxed ? { read: [], write: [] } : grantedPaths(grants, deps.places)
    return {
      ...(await hold(program, paths)),
      memoryBytes: memoryOf(grants),
      folders: [
        ...paths.write.map((path) => ({ path, writable: true })),
        ...paths.read.map((path) => ({ path, writable: false })),
      ],
    }
  }

  const hold = async (program: Program, paths: GrantedPaths): Promise<Held> => {
    const searchPath = await programs.full()
    const { kind, problem, ...can } = await (probed ??= probe())
    const { grants } = program
    const command = await programs.locate(program.command)
    if (grants.unsandboxed) return unsandboxed(program, command, kind, searchPath)
    for (const host of grants.hosts) {
      if (!isHostEntry(host))
        throw new SatchelError('server_grant_refused', {
          params: { path: host, reason: 'host' satisfies ReasonCode },
        })
    }
    const programFiles = filesOf(command, deps.places.home).filter(
      (path) => ![...paths.read, ...paths.write].some((folder) => isInside(path, folder)),
    )
    const mounts = (program.mounts ?? []).map((mount) => ({ ...mount, path: realpathSync(mount.path) }))
    const args = program.args.map((argument) => argumentInside(argument, paths))
    const plan = { program: [command, ...args], programFiles, paths, mounts, places: deps.places }
    if (kind === 'bubblewrap' && bwrap !== null)
      return inBubblewrap(program, { ...plan, bwrap, strict: can.strict, cwd: cwdOf(program, paths) }, can)
    if (kind === 'seatbelt') return inSeatbelt(program, plan, searchPath)
    throw new SatchelError('server_sandbox_missing', {
      params: { problem: problem ?? '?' },
      details: { problem },
    })
  }

  const inBubblewrap = async (
    { env, ...program }: Program,
    plan: Omit<BubblewrapPlan, 'network' | 'opened' | 'filterAt'>,
    { byDescriptor, filtered }: Pick<Probe, 'byDescriptor' | 'filtered'>,
  ): Promise<Held> => {
    const { grants } = program
    const socat = grants.hosts.length === 0 ? null : onPath('socat', deps.searchPath)
    if (grants.hosts.length > 0 && socat === null)
      throw new SatchelError('server_sandbox_missing', { params: { problem: 'socat' } })
    const opened = byDescriptor ? openPlaces(placesIn(plan)) : null
    const gate =
      socat === null
        ? null
        : await openProgramGate(program, gateDeps).catch((thrown: unknown) => {
            opened?.close()
            throw thrown
          })
    const network = gate === null || socat === null ? null : { socket: String(gate.address), socat }
    const descriptors = opened?.inherited ?? []
    const filterAt = filtered ? FIRST_INHERITED + descriptors.length : null
    const { kind, limited, inside } = await limits()
    const args = bubblewrapArgs({ ...plan, program: inside(plan.program), network, opened, filterAt })
    const started = { command: plan.bwrap, args, env: {} }
    return {
      ...(limited === null ? started : limited(started, memoryOf(grants))),
      inherited: filtered && filter !== null ? [...descriptors, filter] : descriptors,
      program: plan.program,
      handover: variableArguments({
        // Its own folder first, as programs that are installed together start each other by name.
        PATH: `${dirname(plan.program[0] ?? '/')}:/usr/local/bin:/usr/bin:/bin`,
        HOME: SANDBOX_HOME,
        TMPDIR: '/tmp',
        LANG: 'C.UTF-8',
        ...(network === null ? {} : proxyVariables(PROXY_PORT)),
        ...env,
      }),
      cwd: '/',
      confinement: 'bubblewrap',
      limits: kind,
      diesWithParent: true,
      release: async () => {
        opened?.close()
        await gate?.release()
      },
    }
  }

  const inSeatbelt = async (
    { env, cwd, ...program }: Program,
    plan: Omit<Parameters<typeof seatbeltCommand>[1], 'gatePort' | 'hosts'>,
    searchPath: string,
  ): Promise<Held> => {
    const { hosts } = program.grants
    const gate = hosts.length === 0 ? null : await openProgramGate(program, gateDeps)
    const gatePort = gate === null ? null : Number(gate.address)
    const wrapped = await seatbeltCommand(await loadSeatbelt(), { ...plan, gatePort, hosts })
    const [command = '', ...args] = wrapped.argv
    return {
      command,
      args,
      program: plan.program,
      env: { PATH: SYSTEM_PATH, TMPDIR: '/tmp', ...(gatePort === null ? {} : proxyVariables(gatePort)) },
      handover: variableLines({ PATH: searchPath, ...env }),
      cwd: cwd ?? '/',
      confinement: 'seatbelt',
      limits: (await limits()).kind,
      diesWithParent: false,
      release: async () => gate?.release(),
    }
  }

  const unsandboxed = (
    { args, env, cwd }: Program,
    command: string,
    kind: SandboxStatus['kind'],
    searchPath: string,
  ): Held => {
    const own = { PATH: searchPath, HOME: deps.places.home, ...env }
    const at = cwd ?? deps.places.home
    const rest = {
      program: [command, ...args],
      confinement: 'none' as const,
      limits: null,
      release: () => Promise.resolve(),
    }
    // A process namespace alone takes nothing away from the program, and its descendants cannot outlive it.
    if (kind === 'bubblewrap' && bwrap !== null)
      return {
        ...rest,
        command: bwrap,
        args: openArgs([command, ...args], at),
        env: {},
        handover: variableArguments(own),
        cwd: '/',
        diesWithParent: true,
      }
    return { ...rest, command, args: [...args], env: own, cwd: at, diesWithParent: false }
  }

  return {
    status: async () => {
      const { kind, problem } = await (probed ??= probe())
      return { kind, problem, limits: (await limits()).kind }
    },
    prepare,
    locate: programs.locate,
  }
}

const memoryOf = ({ memory = USUAL_MEMORY_MIB }: SandboxGrants): number => memory * 1024 * 1024

const placesIn = ({ paths, mounts = [] }: Pick<BubblewrapPlan, 'paths' | 'mounts'>): string[] => [
  ...paths.read,
  ...paths.write,
  ...mounts.map(({ path }) => path),
]

const proxyVariables = (port: number): Record<string, string> => {
  const url = `http://127.0.0.1:${String(port)}`
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']
  return { ...Object.fromEntries(names.map((name) => [name, url])), NODE_USE_ENV_PROXY: '1' }
}

/** The program's file and its installation, also if the command is a link to somewhere else. */
const filesOf = (command: string, home: string): string[] => {
  const files = [command, realpathSync(command)].map((path) => installationOf(path, home))
  return [...new Set(files)].filter(
    (path) => !['/usr', '/bin', '/sbin', '/opt'].some((at) => isInside(path, at)),
  )
}

const cwdOf = ({ cwd, mounts = [] }: Program, { read, write }: ReturnType<typeof grantedPaths>): string => {
  if (cwd === null) return SANDBOX_HOME
  if (mounts.some(({ at }) => at === cwd)) return cwd
  const real = resolve(cwd)
  if (![...read, ...write].some((folder) => isInside(real, folder)))
    throw new SatchelError('server_grant_refused', {
      params: { path: cwd, reason: 'cwd' satisfies ReasonCode },
      details: { cwd },
    })
  return real
}

/** Errors: `server_variable_refused` for a name or a value that no environment can hold. */
const checkVariables = (env: Program['env']): void => {
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || value.includes('\0'))
      throw new SatchelError('server_variable_refused', {
        params: { name, reason: 'variable_malformed' satisfies ReasonCode },
        details: { name },
      })
  }
}
