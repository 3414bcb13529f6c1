import type { Confinement, SandboxGrants, SandboxLimits, SandboxStatus } from '../contract/sandbox.ts'
import type { HeldProgram } from '../platform/processes.ts'

/** One of Satchel's own folders that a program may see. Users cannot grant it, only Satchel can. */
export interface SandboxMount {
  readonly path: string
  /** Its path inside, if the sandbox can show a folder elsewhere. */
  readonly at: string
  readonly writable: boolean
}

/**
 * A program exactly as it is started, argument by argument. The sandbox around it has a fixed environment: the
 * program's variables are handed over, and are set inside.
 */
export interface SandboxedCommand extends HeldProgram {
  /** The program itself with its arguments, without the sandbox around it. */
  readonly program: readonly string[]
  readonly confinement: Confinement
  /** How it is limited, together with everything it starts; null without a sandbox, where memory is watched. */
  readonly limits: SandboxLimits | null
  /** Whether the operating system ends it with this process; if not, a watchdog does. */
  readonly diesWithParent: boolean
  /** The memory limit of it and its descendants together, in bytes. */
  readonly memoryBytes: number
  /** The granted folders and files, resolved; none for a program without a sandbox, which needs no grants. */
  readonly folders: readonly { readonly path: string; readonly writable: boolean }[]
  /** Releases the resources of this run. */
  release(): Promise<void>
}

export interface Sandbox {
  /** Probed once, by running a program in it. */
  status(): Promise<SandboxStatus>
  /**
   * How to start `program`. Errors: `server_sandbox_missing`, `server_grant_refused`, `server_program_missing`,
   * `server_variable_refused` for a variable no program can have.
   */
  prepare(program: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly cwd: string | null
    readonly grants: SandboxGrants
    readonly mounts?: readonly SandboxMount[] | undefined
    /** The granted hosts that may be at a private address, because they are a setting of this machine. */
    readonly ownHosts?: readonly string[] | undefined
    /** Called with each host it couldn't reach: the gate refused it, or it didn't answer. */
    readonly onUnreached?: ((host: string, outcome: 'refused' | 'failed') => void) | undefined
  }): Promise<SandboxedCommand>
  /** The path at which the system finds a program. Errors: `server_program_missing`. */
  locate(command: string): Promise<string>
}
