import type { PlainPhraseKey } from '../../text/index.ts'
import type { Io } from './io.ts'
import type { Session } from './session.ts'

/** Dependencies of a group of commands. */
export interface CommandDeps {
  /** The texts of `--help`. */
  readonly text: (key: PlainPhraseKey) => string
  /** A session with the command's options. */
  readonly session: () => Session
  readonly env: NodeJS.ProcessEnv
  readonly io: Io
}
