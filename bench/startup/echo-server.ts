// The floor of a call: one process that sends every line of JSON back over a Unix socket. Run as `echo-server.ts PATH`.
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const [path = ''] = process.argv.slice(2)

const server = createServer((socket) => {
  createInterface({ input: socket }).on('line', (line) => {
    socket.write(`${JSON.stringify(JSON.parse(line))}\n`)
  })
})
server.listen(path, () => process.stdout.write('listening\n'))
