import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { PROTOCOL } from '../../platform/app.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import type { ProgramWire } from '../../sharing/types.ts'
import { refuseUpgrade, refuseVersion } from './connections.ts'
import type { DaemonCore } from '../core/context.ts'
import { CLOSE_UNAVAILABLE, closeReason, readProgramHandshake } from '../core/handshake.ts'

/** Enough for a large object and its envelope. */
const MAX_FRAME_BYTES = 48 * 1024 * 1024

/** Other programs, connected by `satchel mcp`: each message of the Model Context Protocol is one frame. */
export interface ProgramConnections {
  /** Takes over an upgrade request of the local socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

export const createProgramConnections = ({
  core,
  log,
}: {
  readonly core: Pick<DaemonCore, 'daemon' | 'readOnly'>
  readonly log: Logger
}): ProgramConnections => {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })

  const serve = (connection: WebSocket, as: string | null): void => {
    try {
      const refusal = core.readOnly()
      if (refusal !== null) throw refusal
      core
        .daemon()
        .sharing.serve(wireOf(connection), { as })
        .catch((err: unknown) => {
          log.error({ err }, 'a program could not be served')
          connection.close(CLOSE_UNAVAILABLE, closeReason('internal'))
        })
    } catch (thrown) {
      const { code, params } = toSatchelError(thrown)
      connection.close(CLOSE_UNAVAILABLE, closeReason(code, params))
    }
  }

  return {
    upgrade: (request, socket, head) => {
      const handshake = readProgramHandshake(request)
      if (handshake === null) {
        refuseUpgrade(socket, '404 Not Found')
        return
      }
      server.handleUpgrade(request, socket, head, (connection) => {
        if (handshake.protocol !== PROTOCOL) {
          refuseVersion(connection, handshake.version)
          return
        }
        serve(connection, handshake.as)
      })
    },
    close: () => {
      for (const connection of server.clients) connection.close(1001)
      server.close()
    },
  }
}

const wireOf = (connection: WebSocket): ProgramWire => {
  // Messages that arrive before there is a listener are queued.
  const early: string[] = []
  let listener = (message: string): void => void early.push(message)
  connection.on('message', (data) => {
    listener(textOf(data))
  })
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        connection.send(message, (problem) => {
          if (problem instanceof Error) reject(problem)
          else resolve()
        })
      }),
    receive: (next) => {
      listener = next
      for (const message of early.splice(0)) next(message)
    },
    close: () => {
      connection.close()
    },
    closed: new Promise((resolve) => {
      connection.once('close', () => {
        resolve()
      })
      // `close` follows, which is handled.
      connection.on('error', () => undefined)
    }),
  }
}

const textOf = (data: Buffer | ArrayBuffer | Buffer[]): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')
