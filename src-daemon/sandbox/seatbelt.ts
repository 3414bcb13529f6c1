import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime'
import type { GrantedPaths, Places } from './grants.ts'
import type { SandboxMount } from './types.ts'

/** The part of the sandbox library that is used. */
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
  /** Shown where they are: this sandbox moves nothing. */
  readonly mounts?: readonly SandboxMount[] | undefined
  readonly places: Places
  /** Port of the gate to the hosts it was granted. */
  readonly gatePort: number | null
  readonly hosts: readonly string[]
}

/** Where people keep what is theirs, and where programs leave what others should not see. */
const PRIVATE = ['/Users', '/Volumes', '/private/tmp', '/private/var/folders', '/Library/Keychains']

/**
 * The profile of macOS's sandbox for a program, made by the sandbox library: reading is denied where people's files are and
 * allowed again for what was granted; writing and the network are denied but for what was granted.
 */
export const seatbeltConfig = (plan: SeatbeltPlan): SandboxRuntimeConfig => ({
  network: {
    allowedDomains: plan.hosts.map((host) => host.replace(/:\d+$/, '')),
    deniedDomains: [],
    strictAllowlist: true,
    ...(plan.gatePort === null ? {} : { httpProxyPort: plan.gatePort }),
  },
  filesystem: {
    denyRead: [...PRIVATE, plan.places.home, plan.places.dataDir],
    allowRead: [...plan.programFiles, ...plan.paths.read, ...plan.paths.write, ...pathsOf(plan.mounts)],
    allowWrite: [...plan.paths.write, ...pathsOf(plan.mounts?.filter(({ writable }) => writable))],
    // What is denied counts before what is allowed: a folder of Satchel's own could not be written to.
    denyWrite: plan.mounts?.some(({ writable }) => writable) === true ? [] : [plan.places.dataDir],
  },
})

const pathsOf = (mounts: readonly SandboxMount[] = []): string[] => mounts.map(({ path }) => path)

/** Program and arguments as the library wraps them, with the variables it adds. */
export const seatbeltCommand = async (
  library: SeatbeltLibrary,
  plan: SeatbeltPlan,
): Promise<{ argv: string[]; env: NodeJS.ProcessEnv }> => {
  const config = seatbeltConfig(plan)
  // One for the whole process: the first program's profile starts it, each program then brings its own.
  await library.SandboxManager.initialize(config)
  return library.SandboxManager.wrapWithSandboxArgv(
    `exec ${plan.program.map(quoted).join(' ')}`,
    '/bin/sh',
    config,
  )
}

/** One word for a shell, whatever stands in it. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
