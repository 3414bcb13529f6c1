import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { spawnHeld, type HeldProcess } from '../../platform/processes.ts'

/** A local chain for trying things out: it starts empty and is not saved, unless it is told where. */
export interface LocalChain {
  /** `http://127.0.0.1:<port>`. Anyone who can reach it has full control of it. */
  readonly rpcUrl: string
  readonly chainId: number
  /** Settles when the chain has ended, for whatever reason. */
  readonly ended: Promise<unknown>
  /** Stops the chain and waits until it has ended. */
  stop(): Promise<void>
}

export const LOCAL_CHAIN_ID = 31_337
const START_MS = 20_000
const STOP_MS = 3000
const LISTENING = /^Listening on (127\.0\.0\.1:\d+)$/m

/**
 * Starts a chain (anvil) on a loopback port: `port`, or a free one. It ends with this process, however that ends. With `state` it
 * goes on from that file, and writes it while it runs and when it is stopped.
 *
 * @throws SatchelError `local_chain_missing` if its program is not installed, `local_chain_failed`
 */
export const startLocalChain = async (
  options: {
    readonly blockSeconds?: number | undefined
    readonly port?: number | undefined
    readonly state?: string | undefined
  } = {},
): Promise<LocalChain> => {
  const command = programPath()
  const folder = await mkdtemp(join(tmpdir(), 'satchel-chain-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  const args = ['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--no-cors']
  args.push('--chain-id', String(LOCAL_CHAIN_ID))
  if (options.state !== undefined)
    args.push('--state', options.state, '--state-interval', '2', '--preserve-historical-states')
  if (options.blockSeconds !== undefined) args.push('--block-time', String(options.blockSeconds))
  try {
    const env = { HOME: folder, TMPDIR: folder, TMP: folder, USERPROFILE: folder }
    const chain = await spawnHeld({ command, args, env, cwd: folder }, { diesWithParent: false })
    const address = await listening(chain).catch(async (thrown: unknown) => {
      await end(chain)
      throw thrown
    })
    const ended = chain.ended.then(clear)
    return {
      rpcUrl: `http://${address}`,
      chainId: LOCAL_CHAIN_ID,
      ended,
      stop: async () => {
        await end(chain)
        await ended
      },
    }
  } catch (thrown) {
    await clear()
    if (thrown instanceof SatchelError) throw thrown
    throw failed(thrown instanceof Error ? thrown.message : String(thrown), thrown)
  }
}

/**
 * Resolves with the address once it listens. Later output is read and dropped, so that a full pipe never
 * blocks it.
 */
const listening = (chain: HeldProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(failed('time')), START_MS)
    chain.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (said.length > 64 * 1024) return
      said += chunk
      const address = LISTENING.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
    let complaint = ''
    chain.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (complaint.length < 1000) complaint += chunk
    })
    void chain.ended.then(({ code, signal }) => {
      clearTimeout(timer)
      reject(failed(complaint.trim().slice(0, 300) || String(code ?? signal)))
    })
  })

const end = async (chain: HeldProcess): Promise<void> => {
  chain.signal('SIGTERM')
  const timer = setTimeout(() => {
    chain.signal('SIGKILL')
  }, STOP_MS)
  await chain.ended
  clearTimeout(timer)
}

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
const MACHINES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The program for this system, as its package brings it. */
const programPath = (): string => {
  const platform = PLATFORMS[process.platform]
  const machine = MACHINES[process.arch]
  const require = createRequire(import.meta.url)
  try {
    // The binary for this system is installed beside the package that names it.
    const near = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    const name = `@foundry-rs/anvil-${String(platform)}-${String(machine)}`
    const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
    return join(near.resolve(`${name}/package.json`), '..', 'bin', program)
  } catch (cause) {
    throw new SatchelError('local_chain_missing', { cause })
  }
}

const failed = (problem: string, cause?: unknown): SatchelError =>
  new SatchelError('local_chain_failed', { params: { problem }, details: { problem }, cause })
