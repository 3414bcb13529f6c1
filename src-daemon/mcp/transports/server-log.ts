import { createSecretMask, type SecretMask } from '../../platform/redact.ts'
import { createLineReader } from './line-reader.ts'
import type { ServerLogLine } from '../../contract/servers.ts'

/** The latest lines of a local server's standard error, across its restarts. */
export interface ServerLog extends Pick<SecretMask, 'hide' | 'masked'> {
  /** Appends a chunk of its standard error. */
  write(chunk: Buffer): void
  /** Appends a line of our own. */
  line(text: string): void
  lines(): readonly ServerLogLine[]
  /** @returns a function that drops everything written from now on */
  begin(): () => void
  /** The last lines as one text, for the details of a failure. */
  tail(): string
}

const MAX_LINES = 500
const MAX_LINE_CHARACTERS = 2000
const TAIL_LINES = 20

/**
 * A log that keeps its last 500 lines of at most 2,000 characters, whatever is written into it. `mask`: what the server was told
 * before.
 */
export const createServerLog = (now: () => Date, mask: SecretMask = createSecretMask()): ServerLog => {
  let kept: ServerLogLine[] = []

  const line = (text: string): void => {
    kept.push({ at: now().toISOString(), text: mask.masked(text).slice(0, MAX_LINE_CHARACTERS) })
    if (kept.length >= 2 * MAX_LINES) kept = kept.slice(-MAX_LINES)
  }

  const reader = () =>
    createLineReader({
      maxBytes: 64 * 1024,
      onLine: (text) => {
        line(text.replace(/\r$/, ''))
      },
      onTooLong: () => {
        line('…')
        read = reader()
      },
    })
  let read = reader()

  return {
    write: (chunk) => {
      read(chunk)
    },
    line,
    ...mask,
    lines: () => kept.slice(-MAX_LINES),
    begin: () => {
      const last = kept.at(-1)
      return () => {
        kept = last === undefined ? [] : kept.slice(0, kept.lastIndexOf(last) + 1)
        read = reader()
      }
    },
    tail: () =>
      kept
        .slice(-TAIL_LINES)
        .map(({ text }) => text)
        .join('\n'),
  }
}
