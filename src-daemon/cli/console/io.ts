import type { Readable, Writable } from 'node:stream'

/** The part of the process a command uses: `process` itself, or a fake in tests. */
export interface Io {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  exitCode?: NodeJS.Process['exitCode']
}
