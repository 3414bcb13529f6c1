import type { Ollama } from 'ollama/browser'
import type { NetworkGuard } from '../../bindings/index.ts'
import { patientFetch, type Patience } from '../answer/silence.ts'

// The browser entry is the same client without reading images from disk.
const load = () => import('ollama/browser')
let loading: ReturnType<typeof load> | null = null

/**
 * An `ollama` client for one exchange, whose requests go through the guard, to the configured origin only. `signal` ends
 * them at any moment, also before the first byte, which the client itself cannot. With `patience`, a silent server fails with
 * `model_silent`. The package is loaded on first use.
 */
export const openOllama = async (options: {
  guard: NetworkGuard
  url: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
  patience?: Patience
}): Promise<Ollama> => {
  const { Ollama: Client } = await (loading ??= load())
  const { guard, url, signal, timeoutMs, patience } = options
  const guarded = guard.fetchFor({
    kind: 'user_endpoint',
    origin: new URL(url).origin,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  const fetch =
    patience === undefined ? guarded : patientFetch(guarded, { patience, server: new URL(url).host })
  return new Client({
    host: url,
    fetch: (input, init = {}) => {
      const signals = [signal, init.signal].filter((one) => one instanceof AbortSignal)
      return fetch(input, signals.length === 0 ? init : { ...init, signal: AbortSignal.any(signals) })
    },
  })
}
