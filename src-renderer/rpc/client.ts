import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import type { AppRouter } from '../../src-daemon/api/routers/router.ts'
import { shell } from './bridge.ts'
import { CLOSE_SESSION_ENDED, CLOSE_UNAUTHORIZED, createConnection } from './connection.ts'
import { createPortSocketClass, type OpenPort } from './port-socket.ts'
import { forgetSession, lastEnd, sessionSecret } from './session.ts'
import type { SatchelShell } from '../../src-main/shell-api.ts'

const PORT_TIMEOUT_MS = 10_000

/**
 * Opens connections through the shell: requests one, and waits for its port, which only this page can post to itself.
 */
const createShellPorts =
  (bridge: SatchelShell): OpenPort =>
  () =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        window.removeEventListener('message', receive)
        clearTimeout(timer)
      }
      const receive = (event: MessageEvent<unknown>): void => {
        const [port] = event.ports
        const { data } = event
        if (event.source !== window || port === undefined) return
        if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'satchel:port')
          return
        stop()
        resolve(port)
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error('The shell gave no line to the daemon'))
      }, PORT_TIMEOUT_MS)
      window.addEventListener('message', receive)
      bridge.connect().catch((cause: unknown) => {
        stop()
        reject(cause instanceof Error ? cause : new Error(String(cause)))
      })
    })

const KEEP_ALIVE = { enabled: true, intervalMs: 15_000, pongTimeoutMs: 10_000 }

let start: () => void = () => undefined
const started = new Promise<void>((resolve) => {
  start = resolve
})

const bridge = shell()

const webAddress = (): string => {
  const url = new URL('/rpc/renderer', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** The connection to the daemon: its status, and how to retry. */
export const connection = createConnection({
  // Over the shell's port the URL only carries the handshake; the shell holds the socket.
  url: () => (bridge === null ? webAddress() : 'ws://satchel.local/rpc/renderer'),
})

const socket = createWSClient({
  url: async () => {
    await started
    return connection.nextAttempt()
  },
  // `nextAttempt` does the waiting, so that the user can cut it short.
  retryDelayMs: () => 0,
  keepAlive: KEEP_ALIVE,
  onOpen: () => {
    connection.opened()
  },
  onClose: (cause) => {
    const code = cause?.code ?? 1006
    if (code === CLOSE_SESSION_ENDED || code === CLOSE_UNAUTHORIZED) forgetSession(closeReason(cause))
    connection.closed(code, closeReason(cause))
  },
  ...(bridge === null
    ? { connectionParams: () => ({ session: sessionSecret() ?? '' }) }
    : { WebSocket: createPortSocketClass(createShellPorts(bridge)) }),
})

const closeReason = (cause: unknown): string => (cause instanceof CloseEvent ? cause.reason : '')

/** The daemon's API. Calls made before the connection is open wait for it. */
export const api = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] })

/** Opens the connection. Called once. A browser page without a session doesn't connect and says what to do. */
export const startConnection = (): void => {
  if (bridge !== null || sessionSecret() !== null) start()
  else connection.closed(lastEnd() === '' ? CLOSE_UNAUTHORIZED : CLOSE_SESSION_ENDED, lastEnd())
}
