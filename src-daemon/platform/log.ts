import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import roll from 'pino-roll'

export type { Logger } from 'pino'

/** Field names that never reach the log, at the top and one level down. */
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

/**
 * The daemon's log: JSON lines in `logs/`, rotated at 5 MB, five files kept, secrets redacted. `level` is a pino level
 * (`SATCHEL_LOG`). `close` resolves when everything is on disk.
 */
export const openLog = async (input: {
  logsDir: string
  level: string
}): Promise<{ log: Logger; close: () => Promise<void> }> => {
  const stream = await roll({
    file: join(input.logsDir, 'daemon'),
    extension: '.log',
    size: '5m',
    limit: { count: 5, removeOtherLogFiles: true },
    sync: false,
  })
  const log = pino(
    {
      level: input.level in pino.levels.values ? input.level : 'info',
      base: { pid: process.pid },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
    },
    stream,
  )
  const close = () =>
    new Promise<void>((resolve) => {
      stream.once('close', resolve)
      stream.end()
    })
  return { log, close }
}
