import type { Ollama } from 'ollama/browser'
import type { NetworkGuard, IdleTimeout } from '../../network/index.ts'
import { modelIdleLimit } from '../answer/idle-timeout.ts'

// The browser entry is the same client without reading images from disk.
const load = () => import('ollama/browser')
let loading: ReturnType<typeof load> | null = null

/**
 * An `ollama` client for one exchange. Its requests go through the guard, to the configured origin only.
 * `signal` aborts them at any moment, even before the first byte, which the client alone cannot do. With
 * `idleTimeout`, a silent server fails with `model_silent`. The package is loaded on first use.
 */
export const openOllama = async (options: {
  guard: NetworkGuard
  url: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
  idleTimeout?: IdleTimeout
}): Promise<Ollama> => {
  const { Ollama: Client } = await (loading ??= load())
  const { guard, url, signal, timeoutMs, idleTimeout } = options
  const { origin, host } = new URL(url)
  const fetch = guard.fetchFor({
    kind: 'user_endpoint',
    origin,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idleTimeout === undefined ? {} : { idle: modelIdleLimit(idleTimeout, host) }),
  })
  return new Client({
    host: url,
    fetch: (input, init = {}) => {
      const signals = [signal, init.signal].filter((one) => one instanceof AbortSignal)
      return fetch(input, signals.length === 0 ? init : { ...init, signal: AbortSignal.any(signals) })
    },
  })
}
