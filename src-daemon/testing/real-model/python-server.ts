/** Servers in Python that tests start: each prints its address when it is ready, and ends with its standard input. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const LOAD_MS = 120_000

/** A running server. */
export interface PythonServer {
  /** The address of its OpenAI-compatible API. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a script with the packages of a folder. It ends with this process, whatever ends that. */
export const servePython = async (
  script: string,
  args: readonly string[],
  packages: string,
): Promise<PythonServer> => {
  const child = spawn('python3', [script, ...args], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (piece) => (told = `${told}${String(piece)}`.slice(-2000)))
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const address = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('http://')) address.resolve(line)
  })
  child.once('error', address.reject)
  child.once('exit', () => {
    address.reject(new Error(`The model server ended: ${told}`))
  })
  const timer = setTimeout(() => {
    address.reject(new Error('The model server did not start in time'))
  }, LOAD_MS)
  try {
    return { url: `${await address.promise}/v1`, stop }
  } catch (thrown) {
    await stop()
    throw thrown
  } finally {
    clearTimeout(timer)
  }
}

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
