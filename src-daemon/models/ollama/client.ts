import type { ChatRequest, Ollama } from 'ollama/browser'
import type { NetworkGuard, IdleTimeout } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isOfAnotherPerson } from '../../platform/listener.ts'
import { modelIdleLimit } from '../answer/idle-timeout.ts'
import { staysHere } from '../core/places.ts'
import { jsonOrText, problemIn } from '../stream/failures.ts'

// The browser entry is the same client without reading images from disk.
const load = () => import('ollama/browser')
let loading: ReturnType<typeof load> | null = null

interface OllamaAccess {
  readonly guard: NetworkGuard
  readonly url: string
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  readonly idleTimeout?: IdleTimeout
}

/**
 * An `ollama` client for one exchange. Its requests go through the guard, to the configured origin only.
 * `signal` aborts them at any moment, even before the first byte, which the client alone cannot do. With
 * `idleTimeout`, a silent server fails with `model_silent`. The package is loaded on first use.
 */
export const openOllama = async (access: OllamaAccess): Promise<Ollama> => {
  const { Ollama: Client } = await (loading ??= load())
  const { url, signal } = access
  const fetch = fetchOf(access)
  return new Client({
    host: url,
    fetch: (input, init = {}) => {
      const signals = [signal, init.signal].filter((one) => one instanceof AbortSignal)
      return fetch(input, signals.length === 0 ? init : { ...init, signal: AbortSignal.any(signals) })
    },
  })
}

/** A refusal of an Ollama server, in its words. */
export class OllamaRefusal extends Error {
  override readonly name = 'OllamaRefusal'
  readonly status_code: number

  constructor(words: string, status: number) {
    super(words)
    this.status_code = status
  }
}

/**
 * Requests an answer in the form of `/api/chat`, and returns its stream. Not with the client library, which splits a stream in
 * time that grows with the square of a line, and only accepts valid events. Errors: `OllamaRefusal`, those of the
 * guard.
 */
export const openOllamaChat = async (
  access: OllamaAccess,
  request: ChatRequest,
): Promise<ReadableStream<Uint8Array>> => {
  const response = await fetchOf(access)(`${access.url.replace(/\/+$/, '')}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Satchel' },
    body: JSON.stringify(request),
    ...(access.signal === undefined ? {} : { signal: access.signal }),
  })
  if (!response.ok) throw new OllamaRefusal(problemOf(await response.text(), response), response.status)
  if (response.body === null) throw new Error('The answer is empty.')
  return response.body
}

const problemOf = (body: string, { status, statusText }: Response): string => {
  const words = problemIn(jsonOrText(body)).trim()
  return words === '' ? `${String(status)} ${statusText}`.trim() : words
}

/** It isn't set up: any user of this computer may be first at its port. Errors: `model_server_of_another`. */
const fetchOf = ({ guard, url, timeoutMs, idleTimeout }: OllamaAccess): typeof globalThis.fetch => {
  const { origin, host } = new URL(url)
  const fetch = guard.fetchFor({
    kind: 'user_endpoint',
    origin,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idleTimeout === undefined ? {} : { idle: modelIdleLimit(idleTimeout, host) }),
  })
  return async (input, init) => {
    if (staysHere(url) && isOfAnotherPerson(url))
      throw new SatchelError('model_server_of_another', { params: { host }, details: { host } })
    return fetch(input, init)
  }
}
