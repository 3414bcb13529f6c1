import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime'
import { HANDOVER_DESCRIPTOR } from '../platform/handover.ts'
import { ownFolders, type GrantedPaths, type Places } from './grants.ts'
import type { SandboxMount } from './types.ts'

/** The part of the sandbox library that we use. */
export interface SeatbeltLibrary {
  readonly SandboxManager: {
    initialize(config: SandboxRuntimeConfig): Promise<void>
    checkDependencies(): { errors: string[] }
    wrapWithSandboxArgv(
      command: string,
      shell: string,
      config: Partial<SandboxRuntimeConfig>,
    ): Promise<{ argv: string[]; env: NodeJS.ProcessEnv }>
  }
}

export interface SeatbeltPlan {
  readonly program: readonly string[]
  readonly programFiles: readonly string[]
  readonly paths: GrantedPaths
  /** Shown at their own paths: this sandbox cannot move folders. */
  readonly mounts?: readonly SandboxMount[] | undefined
  readonly places: Places
  /** Port of the gate to the granted hosts. */
  readonly gatePort: number | null
  readonly hosts: readonly string[]
}

/** Folders of people's files, and of programs' private data. */
const PRIVATE = ['/Users', '/Volumes', '/private/tmp', '/private/var/folders', '/Library/Keychains']

/**
 * The profile of macOS's sandbox for a program. Reading is denied where people's files are, except for what was
 * granted; writing and the network are denied, except for what was granted.
 */
export const seatbeltConfig = (plan: SeatbeltPlan): SandboxRuntimeConfig => ({
  network: {
    allowedDomains: plan.hosts.map((host) => host.replace(/:\d+$/, '')),
    deniedDomains: [],
    strictAllowlist: true,
    ...(plan.gatePort === null ? {} : { httpProxyPort: plan.gatePort }),
  },
  filesystem: {
    denyRead: [...PRIVATE, plan.places.home, ...ownFolders(plan.places)],
    allowRead: [...plan.programFiles, ...plan.paths.read, ...plan.paths.write, ...pathsOf(plan.mounts)],
    allowWrite: [...plan.paths.write, ...pathsOf(plan.mounts?.filter(({ writable }) => writable))],
    // Denying wins over allowing, so denying the data directory would make Satchel's own folders in it read-only.
    denyWrite: plan.mounts?.some(({ writable }) => writable) === true ? [] : [...ownFolders(plan.places)],
  },
})

const pathsOf = (mounts: readonly SandboxMount[] = []): string[] => mounts.map(({ path }) => path)

/**
 * Program and arguments as the library wraps them. The innermost shell, already in the sandbox, sets the program's
 * variables (`variableLines`): the library starts the sandbox by `env`, which is looked up by `PATH`.
 */
export const seatbeltCommand = async (
  library: SeatbeltLibrary,
  plan: SeatbeltPlan,
): Promise<{ argv: string[]; env: NodeJS.ProcessEnv }> => {
  const config = seatbeltConfig(plan)
  // There is one manager per process: the first program's profile starts it, then each program brings its own.
  await library.SandboxManager.initialize(config)
  const descriptor = String(HANDOVER_DESCRIPTOR)
  return library.SandboxManager.wrapWithSandboxArgv(
    `eval "$(/bin/cat <&${descriptor})" && exec ${plan.program.map(quoted).join(' ')} ${descriptor}<&-`,
    '/bin/sh',
    config,
  )
}

/** Sets a program's variables, in a shell. */
export const variableLines = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join('')

/** The text as one word for a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
