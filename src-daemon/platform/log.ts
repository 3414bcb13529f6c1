import { pino, type Logger } from 'pino'
import { openLogStream, type LogStream } from './log-stream.ts'
import { unusable } from './paths.ts'

export type { Logger } from 'pino'

/** Field names that never reach the log, at any depth we log: an error's details are two levels down. */
const SECRET_FIELDS = [
  'passphrase',
  'secret',
  'secretKey',
  'privateKey',
  'password',
  'token',
  'apiKey',
  'authorization',
  'cookie',
]

const MAX_FILE_BYTES = 5_000_000
const FILES = 5

/**
 * The daemon's log: JSON lines in `logs/`, a new file every 5 MB, five files kept, secrets redacted. `level` is a pino
 * level (`SATCHEL_LOG`). A line is on the system's side when its call returns.
 * Errors: `data_dir_unusable`.
 */
export const openLog = (input: {
  logsDir: string
  level: string
  /** A line without the secrets that were told to others. */
  masked?: (line: string) => string
}): { log: Logger; close: () => void } => {
  const stream = openStream(input.logsDir)
  const log = pino(
    {
      level: input.level in pino.levels.values ? input.level : 'info',
      base: { pid: process.pid },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => ['', '*.', '*.*.', '*.*.*.'].map((depth) => depth + field)),
        censor: '[redacted]',
      },
      ...(input.masked === undefined ? {} : { hooks: { streamWrite: input.masked } }),
    },
    stream,
  )
  return { log, close: stream.close }
}

const openStream = (logsDir: string): LogStream => {
  try {
    return openLogStream({ dir: logsDir, maxBytes: MAX_FILE_BYTES, files: FILES })
  } catch (cause) {
    throw unusable(logsDir, cause)
  }
}
