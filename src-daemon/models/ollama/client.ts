import type { Ollama } from 'ollama/browser'
import type { NetworkGuard } from '../../bindings/index.ts'

/**
 * An `ollama` client for one exchange, whose requests go through the guard, to the configured origin only. `signal` ends
 * them at any moment, also before the first byte, which the client itself cannot. The package is loaded on first use.
 */
export const openOllama = async (options: {
  guard: NetworkGuard
  url: string
  signal?: AbortSignal
  timeoutMs?: number
}): Promise<Ollama> => {
  // The browser entry is the same client without reading images from disk.
  const { Ollama: Client } = await import('ollama/browser')
  const { guard, url, signal, timeoutMs } = options
  const fetchGuarded = guard.fetchFor({
    kind: 'user_endpoint',
    origin: new URL(url).origin,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  return new Client({
    host: url,
    fetch: (input, init = {}) => {
      const signals = [signal, init.signal].filter((one) => one instanceof AbortSignal)
      return fetchGuarded(input, signals.length === 0 ? init : { ...init, signal: AbortSignal.any(signals) })
    },
  })
}
