import { parseArgs } from 'node:util'
import { startOllamaServer } from './server.ts'

/** `node e2e/ollama-server/main.ts --port 0`: prints its address as the first line, runs until it is told to stop. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, script: { type: 'string', multiple: true } },
})
const server = await startOllamaServer({
  port: Number(values.port),
  ...(values.script === undefined ? {} : { script: values.script }),
})
process.stdout.write(`${server.url}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0))
  })
}
