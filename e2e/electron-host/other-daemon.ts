/**
 * A daemon of another version, as far as a client of this one meets it: `other-daemon.ts <data directory>`. It answers on the socket, closes
 * every connection with the reason, says who it is in `run/daemon.json`, and ends on SIGTERM.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'

const [, , home] = process.argv
if (home === undefined) throw new Error('usage: other-daemon.ts <data directory>')
const run = join(home, 'run')
const socket = join(run, 'daemon.sock')

const server = createServer()
new WebSocketServer({ server }).on('connection', (connection) => {
  const params = { client: '0.1.0', daemon: '9.0.0' }
  connection.close(4001, JSON.stringify({ code: 'version_mismatch', params }))
})
process.on('SIGTERM', () => {
  rmSync(socket, { force: true })
  process.exit(0)
})

mkdirSync(run, { recursive: true, mode: 0o700 })
server.listen(socket, () => {
  const descriptor = {
    pid: process.pid,
    version: '9.0.0',
    protocol: 9,
    socket,
    startedAt: new Date().toISOString(),
  }
  writeFileSync(join(run, 'daemon.json'), JSON.stringify(descriptor))
  process.send?.('listening')
})
