import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { quantile } from '../statistics.ts'

const CALLS = 2_000

/** The echo server in a process of its own, like the daemon, and a client that waits for every answer. */
export const openEcho = async (path: string) => {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'echo-server.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  const socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })
  let waiting: (line: string) => void = () => undefined
  lines.on('line', (line) => {
    waiting(line)
  })

  const call = (id: number): Promise<string> =>
    new Promise((resolve) => {
      waiting = resolve
      socket.write(`${JSON.stringify({ id, method: 'query', params: { path: 'system.ping' } })}\n`)
    })

  if (server.pid === undefined) throw new Error('The echo server has no process id')
  return {
    pid: server.pid,
    /** p50 of a call that does nothing, in microseconds. */
    pingMicroseconds: async (): Promise<number> => {
      const times: number[] = []
      for (let id = 0; id < CALLS; id++) {
        const started = performance.now()
        JSON.parse(await call(id))
        times.push((performance.now() - started) * 1000)
      }
      return quantile(times, 0.5)
    },
    close: async (): Promise<void> => {
      lines.close()
      socket.destroy()
      const gone = once(server, 'exit')
      server.kill()
      await gone
    },
  }
}
