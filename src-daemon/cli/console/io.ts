import type { Readable, Writable } from 'node:stream'

/** What a command has of the process it runs in: `process` itself, or in tests one that is made up. */
export interface Io {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  exitCode?: NodeJS.Process['exitCode']
}
