import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer } from 'ws'
import type { Caller } from '../../contract/capability-ref.ts'
import { appVersion, PROTOCOL } from '../../platform/app.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import type { DaemonCore } from '../core/context.ts'
import { CLOSE_UNAUTHORIZED, CLOSE_VERSION_MISMATCH, closeReason, readHandshake } from '../core/handshake.ts'
import { appRouter } from '../routers/router.ts'

/** Enough for a 32 MiB state object (asm.md 3) and its envelope. */
const MAX_FRAME_BYTES = 48 * 1024 * 1024

export interface Connections {
  /**
   * Takes over a carrier's upgrade request. The carrier has already checked who may connect; `allowed` lists the
   * callers possible on it.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, allowed: readonly Caller[]): void
  /** Accepts the upgrade only to report, in a way a page can read, that it needs a session first. */
  refuseWithoutSession(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends every connection. */
  close(): void
}

/**
 * Answers an upgrade request with `status`. The client may have disconnected already, which is no error of ours: on a
 * raw socket, an unhandled error event would end the daemon.
 */
export const refuseUpgrade = (socket: Duplex, status: '403 Forbidden' | '404 Not Found'): void => {
  socket.once('error', () => {
    socket.destroy()
  })
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => {
    // A client that keeps its half open would prevent the server from closing.
    socket.destroy()
  })
}

/** Serves the contract on WebSocket connections of any carrier. */
export const createConnections = (deps: { core: DaemonCore; log: Logger }): Connections => {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })

  const serve = (caller: Caller) =>
    getWSConnectionHandler({
      wss: server,
      router: appRouter,
      createContext: () => ({ core: deps.core, caller }),
      onError: ({ error, path }) => {
        const failure = toSatchelError(error.cause ?? error)
        const level = failure.code === 'internal' ? 'error' : 'info'
        deps.log[level](
          { path, caller, code: failure.code, err: level === 'error' ? error : undefined },
          'call failed',
        )
      },
    })

  return {
    upgrade: (request, socket, head, allowed) => {
      const handshake = readHandshake(request)
      if (handshake === null || !allowed.includes(handshake.caller)) {
        refuseUpgrade(socket, '404 Not Found')
        return
      }
      server.handleUpgrade(request, socket, head, (connection) => {
        if (handshake.protocol !== PROTOCOL) {
          const reason = closeReason('version_mismatch', { client: handshake.version, daemon: appVersion })
          connection.close(CLOSE_VERSION_MISMATCH, reason)
          return
        }
        serve(handshake.caller)(connection, request)
      })
    },
    refuseWithoutSession: (request, socket, head) => {
      server.handleUpgrade(request, socket, head, (connection) => {
        connection.close(CLOSE_UNAUTHORIZED, closeReason('wrong_token'))
      })
    },
    close: () => {
      for (const connection of server.clients) connection.close(1001)
      server.close()
    },
  }
}
