import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { callerSchema, type Caller } from '../../contract/capability-ref.ts'
import { appVersion, PROTOCOL } from '../../platform/app.ts'

/** Satchel's WebSocket close codes; the reason is JSON `{code, params}` with an error code of `text/`. */
export const CLOSE_VERSION_MISMATCH = 4001
export const CLOSE_UNAUTHORIZED = 4003
export const CLOSE_UNAVAILABLE = 4004
export const CLOSE_SESSION_ENDED = 4005

/** Why a session in a browser ended; goes with `session_ended`. `closed`: the port did. */
export type SessionEnd = 'idle' | 'expired' | 'signed_out' | 'closed'

/** The path a client connects to: states the caller and its versions. */
export const rpcPath = (caller: Caller): string =>
  `/rpc/${caller}?${new URLSearchParams({ protocol: String(PROTOCOL), version: appVersion }).toString()}`

/** WebSocket's limit, in bytes; a longer reason is an error. */
const LONGEST_REASON = 123

/** The text of a close frame; only the code if the parameters, which clients may have chosen, don't fit. */
export const closeReason = (code: string, params: Record<string, string | number> = {}): string => {
  const whole = JSON.stringify({ code, params })
  return Buffer.byteLength(whole) <= LONGEST_REASON ? whole : JSON.stringify({ code, params: {} })
}

/** `{code, params}` of a close reason; null if the connection ended without one. */
export const parseCloseReason = (
  reason: string,
): { code: string; params: Record<string, string | number> } | null => {
  if (!reason.startsWith('{')) return null
  return z
    .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .parse(JSON.parse(reason))
}

/** The path `satchel mcp` connects another program to: states the program's name and the versions. */
export const programPath = (as: string | null): string =>
  `${PROGRAM_PATH}?${new URLSearchParams({ protocol: String(PROTOCOL), version: appVersion, ...(as === null ? {} : { as }) }).toString()}`

export const PROGRAM_PATH = '/program'

/** Parses a path made by `programPath`; null for other paths. */
export const readProgramHandshake = (
  request: IncomingMessage,
): { protocol: number; version: string; as: string | null } | null => {
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  if (url?.pathname !== PROGRAM_PATH) return null
  return {
    protocol: Number(url.searchParams.get('protocol')),
    version: url.searchParams.get('version') ?? '?',
    as: url.searchParams.get('as'),
  }
}

/** Parses a path made by `rpcPath`; null for other paths. */
export const readHandshake = (
  request: IncomingMessage,
): { caller: Caller; protocol: number; version: string } | null => {
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  if (url === null) return null
  const [, root, name] = url.pathname.split('/')
  const caller = callerSchema.exclude(['internal']).safeParse(name)
  if (root !== 'rpc' || !caller.success) return null
  return {
    caller: caller.data,
    protocol: Number(url.searchParams.get('protocol')),
    version: url.searchParams.get('version') ?? '?',
  }
}
