import type { SatchelShell } from '../../src-main/shell-api.ts'
import type { OpenPort } from './port-socket.ts'

const PORT_TIMEOUT_MS = 10_000

/** Opens lines through the shell: asks for one, and waits for its port, which only this page can send to itself. */
export const createShellPorts =
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
