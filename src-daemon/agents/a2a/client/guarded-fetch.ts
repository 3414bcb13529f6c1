import type { Signer } from '../../../identity/types.ts'
import type { FetchLike, NetworkGuard } from '../../../network/index.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { readChallenge, signRequest, type SentForm } from '../../requests/sign-request.ts'
import type { CallLimits } from '../limits.ts'
import { wholeLines } from './whole-lines.ts'

/** The only way the SDK reaches an agent. */
export interface AgentFetch {
  readonly fetch: FetchLike
  /** The status of the last response; null before the first. */
  status(): number | null
}

/** The longest line of a stream, in bytes. */
const MAX_LINE = 4 * 1024 * 1024

/**
 * Requests to one host, through the network guard, as one of our DIDs if there is a signer. A server that refuses a signed request and
 * says what it wants is answered once, in its form and with its nonce.
 */
export const createAgentFetch = ({
  guard,
  now,
  host,
  signer,
  limits,
}: {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly now: () => Date
  readonly host: string
  readonly signer: Signer | null
  readonly limits: CallLimits
}): AgentFetch => {
  let status: number | null = null
  const silent = (seconds: number): SatchelError =>
    new SatchelError('network_timeout', { params: { host, seconds }, details: { host, seconds } })
  const policy = {
    kind: 'package_host',
    hosts: [host],
    timeoutMs: limits.totalMs,
    maxBytes: limits.maxBytes,
    idle: { firstByteMs: limits.silentMs, betweenMs: limits.silentMs, error: silent },
  } as const

  const send = async (url: string, init: RequestInit, challenge: Challenge | null): Promise<Response> => {
    const proof = signer === null || challenge === null ? {} : await proofOf(url, init, challenge, signer)
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...proof }
    const response = await guard.fetch(url, { ...init, headers }, policy)
    status = response.status
    return response
  }

  const proofOf = (
    url: string,
    init: RequestInit,
    { form, nonce }: Challenge,
    as: Signer,
  ): Promise<Record<string, string>> => {
    const body = typeof init.body === 'string' ? Buffer.from(init.body, 'utf8') : null
    return signRequest({ method: init.method ?? 'GET', url, body }, { signer: as, form, now: now(), nonce })
  }

  return {
    status: () => status,
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input).href
      let response = await send(url, init, { form: 'http-signature', nonce: undefined })
      const challenge = response.status === 401 && signer !== null ? readChallenge(response.headers) : null
      if (challenge !== null) {
        await response.body?.cancel()
        response = await send(url, init, challenge)
      }
      return inWholeLines(response, () =>
        new SatchelError('response_too_large', {
          params: { host, limit: MAX_LINE },
          details: { host, maxBytes: MAX_LINE },
        }),
      )
    },
  }
}

interface Challenge {
  readonly form: SentForm
  readonly nonce: string | undefined
}

const inWholeLines = (response: Response, tooLong: () => Error): Response => {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || response.body === null) return response
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(wholeLines(MAX_LINE, tooLong)), { status, statusText, headers })
}
