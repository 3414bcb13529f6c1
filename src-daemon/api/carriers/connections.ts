import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Caller } from '../../contract/capability-ref.ts'
import { appVersion, PROTOCOL } from '../../platform/app.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import type { DaemonCore } from '../core/context.ts'
import {
  CLOSE_SESSION_ENDED,
  CLOSE_UNAUTHORIZED,
  CLOSE_VERSION_MISMATCH,
  closeReason,
  readHandshake,
} from '../core/handshake.ts'
import { appRouter } from '../routers/router.ts'
import type { Sessions } from './sessions.ts'

/** Enough for a 32 MiB state object (asm.md 3) and its envelope. */
const MAX_FRAME_BYTES = 48 * 1024 * 1024
/** The longest a connection may take to name its session, and the most it may send until then. */
const ENTER_MS = 10_000
const ENTER_BYTES = 128 * 1024
/** The longest a client may take to agree to a close. */
const CLOSE_MS = 1000

export interface Connections {
  /**
   * Takes over a carrier's upgrade request. The carrier has already checked who may connect; `allowed` lists the
   * callers possible on it. With `sessions`, the first message must name a session that hasn't ended.
   */
  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    allowed: readonly Caller[],
    sessions?: Pick<Sessions, 'enter'>,
  ): void
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

/**
 * Closes the connection of a client of another version, and says so. The client may send anything meanwhile: on a WebSocket, too,
 * an unhandled error event would end the daemon.
 */
export const refuseVersion = (connection: WebSocket, version: string): void => {
  connection.on('error', () => undefined)
  const reason = closeReason('version_mismatch', { client: version, daemon: appVersion })
  end(connection, CLOSE_VERSION_MISMATCH, reason)
}

/** Serves the contract on WebSocket connections of any carrier. */
export const createConnections = (deps: { core: DaemonCore; log: Logger; enterMs?: number }): Connections => {
  const { enterMs = ENTER_MS } = deps
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })

  const serve = (
    connection: WebSocket,
    socket: Duplex,
    caller: Caller,
    sessions: Pick<Sessions, 'enter'> | undefined,
  ) => {
    const gone = new AbortController()
    connection.once('close', () => {
      gone.abort()
    })
    const signOutOf = sessions === undefined ? () => null : entrance(connection, socket, sessions, enterMs)
    return getWSConnectionHandler({
      wss: server,
      router: appRouter,
      createContext: ({ info }) => ({
        core: deps.core,
        caller,
        closed: gone.signal,
        signOut: signOutOf(info.connectionParams?.['session']),
      }),
      onError: ({ error, path }) => {
        const failure = toSatchelError(error.cause ?? error)
        const level = failure.code === 'internal' ? 'error' : 'info'
        deps.log[level](
          { path, caller, code: failure.code, err: level === 'error' ? error : undefined },
          'call failed',
        )
      },
    })
  }

  return {
    upgrade: (request, socket, head, allowed, sessions) => {
      const handshake = readHandshake(request)
      if (handshake === null || !allowed.includes(handshake.caller)) {
        refuseUpgrade(socket, '404 Not Found')
        return
      }
      server.handleUpgrade(request, socket, head, (connection) => {
        if (handshake.protocol !== PROTOCOL) {
          refuseVersion(connection, handshake.version)
          return
        }
        serve(connection, socket, handshake.caller, sessions)(connection, request)
      })
    },
    close: () => {
      for (const connection of server.clients) connection.close(1001)
      server.close()
    },
  }
}

/**
 * Lets a connection into the session it names, once, and returns how to end that session; without one it closes the
 * connection and throws. The reason reaches the page in the close frame. Clients without a session can't fill memory: the
 * message that names one is short and comes first.
 */
const entrance = (
  connection: WebSocket,
  socket: Duplex,
  sessions: Pick<Sessions, 'enter'>,
  enterMs: number,
) => {
  const late = setTimeout(() => {
    end(connection, CLOSE_UNAUTHORIZED, closeReason('wrong_token'))
  }, enterMs)
  let received = 0
  const count = (chunk: Buffer): void => {
    received += chunk.length
    if (received > ENTER_BYTES) connection.terminate()
  }
  socket.on('data', count)
  const stopWaiting = (): void => {
    clearTimeout(late)
    socket.off('data', count)
  }
  connection.once('close', stopWaiting)
  return (secret: string | undefined): (() => void) => {
    stopWaiting()
    try {
      const { leave, signOut } = sessions.enter(secret ?? '', (why) => {
        end(connection, CLOSE_SESSION_ENDED, closeReason('session_ended', { why }))
      })
      connection.once('close', leave)
      return signOut
    } catch (thrown) {
      const { code, params } = toSatchelError(thrown)
      const closeCode = code === 'session_ended' ? CLOSE_SESSION_ENDED : CLOSE_UNAUTHORIZED
      end(connection, closeCode, closeReason(code, params))
      throw thrown
    }
  }
}

/** Closes a connection and hears nothing more from it, even if the client doesn't agree to the close. */
const end = (connection: WebSocket, code: number, reason: string): void => {
  connection.removeAllListeners('message')
  connection.close(code, reason)
  const terminate = setTimeout(() => {
    connection.terminate()
  }, CLOSE_MS)
  connection.once('close', () => {
    clearTimeout(terminate)
  })
}
