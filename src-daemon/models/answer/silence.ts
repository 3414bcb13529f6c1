import type { Patience, SilenceLimit } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'

export const PATIENCE: Patience = { firstByteMs: 10 * 60_000, betweenMs: 2 * 60_000 }

/** The limit with which a silent model server fails with `model_silent`. */
export const silentModel = (patience: Patience, server: string): SilenceLimit => ({
  ...patience,
  error: (seconds) =>
    new SatchelError('model_silent', { params: { server, seconds }, details: { server, seconds } }),
})
