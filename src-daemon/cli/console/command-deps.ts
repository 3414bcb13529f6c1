import type { PlainPhraseKey } from '../../text/index.ts'
import type { Io } from './io.ts'
import type { Session } from './session.ts'

/** What a group of commands is built with. */
export interface CommandDeps {
  /** The words of `--help`. */
  readonly text: (key: PlainPhraseKey) => string
  /** A session made from the options the command was called with. */
  readonly session: () => Session
  readonly env: NodeJS.ProcessEnv
  readonly io: Io
}
