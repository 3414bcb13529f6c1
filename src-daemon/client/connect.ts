import type { TRPCClient } from '@trpc/client'
import { parseCloseReason } from '../api/core/handshake.ts'
import type { AppRouter } from '../api/index.ts'
import type { Caller } from '../contract/capability-ref.ts'
import { SatchelError } from '../platform/errors.ts'
import { errorCodeSchema } from '../text/index.ts'
import { openSocket, type DaemonAddress } from './address.ts'
import { createSocketApi } from './socket-api.ts'

export interface DaemonClient {
  readonly api: TRPCClient<AppRouter>
  /** Rejects when the daemon goes away; race it against long waits. */
  readonly lost: Promise<never>
  close(): Promise<void>
}

/**
 * A typed client of the daemon. One connection, without reconnecting: a command that loses its daemon reports that.
 * Errors: `version_mismatch`, `daemon_unreachable`.
 */
export const connectDaemon = async (
  address: DaemonAddress,
  caller: Exclude<Caller, 'internal'>,
): Promise<DaemonClient> => {
  const socket = openSocket(address, caller)
  const lost = new Promise<never>((_resolve, reject) => {
    socket.once('error', (cause) => {
      reject(new SatchelError('daemon_unreachable', { params: { problem: cause.message }, cause }))
    })
    socket.once('close', (code, reason) => {
      reject(closedError(code, reason.toString()))
    })
  })
  lost.catch(() => undefined) // Handled by whatever races against it; a finished command does not need it.

  const api = createSocketApi(socket)
  // A daemon of another version accepts the connection and then closes it with its reason, so only an answer proves
  // that it works.
  await Promise.race([api.system.ping.query(), lost])
  return {
    api,
    lost,
    close: async () => {
      if (socket.readyState === socket.CLOSED) return
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.close()
      await closed
    },
  }
}

/** Why the daemon closed a connection, in its own words if it gave any. */
export const closedError = (code: number, reason: string): SatchelError => {
  const parsed = parseCloseReason(reason)
  const known = errorCodeSchema.safeParse(parsed?.code)
  if (known.success) return new SatchelError(known.data, { params: parsed?.params ?? {} })
  return new SatchelError('daemon_unreachable', {
    params: { problem: `the connection ended (${String(code)})` },
  })
}
