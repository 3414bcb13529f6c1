import type { IdleTimeout, IdleLimit } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'

export const IDLE_TIMEOUT: IdleTimeout = { firstByteMs: 10 * 60_000, betweenMs: 2 * 60_000 }

/** The idle timeout after which a silent model server fails with `model_silent`. */
export const modelIdleLimit = (idleTimeout: IdleTimeout, server: string): IdleLimit => ({
  ...idleTimeout,
  error: (seconds) =>
    new SatchelError('model_silent', { params: { server, seconds }, details: { server, seconds } }),
})
