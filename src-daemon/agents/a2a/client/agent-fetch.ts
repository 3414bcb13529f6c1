import type { Signer } from '../../../identity/types.ts'
import type { FetchLike, NetworkGuard } from '../../../network/index.ts'
import { SatchelError } from '../../../platform/errors.ts'
import type { AccessTokens } from '../../calling/access-tokens.ts'
import { signedFetch } from '../../calling/signed-fetch.ts'
import type { CallLimits } from './limits.ts'
import { wholeLines } from './whole-lines.ts'

/** The only way the SDK reaches an agent. */
export interface AgentFetch {
  readonly fetch: FetchLike
  /** The status of the last response; null before the first. */
  status(): number | null
}

/** Requests to one host, through the network guard, as one of our DIDs if there is a signer. */
export const createAgentFetch = ({
  guard,
  now,
  tokens,
  host,
  signer,
  limits,
}: {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly now: () => Date
  readonly tokens: AccessTokens | null
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

  const send = signedFetch({ guard, now, tokens }, { signer, policy })

  return {
    status: () => status,
    fetch: async (...request) => {
      const response = await send(...request)
      status = response.status
      return inWholeLines(response)
    },
  }
}

const inWholeLines = (response: Response): Response => {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || response.body === null) return response
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(wholeLines()), { status, statusText, headers })
}
