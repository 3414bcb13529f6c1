/** A registry of a test's own, as `satchel registry dev` starts one: a chain, files by their CID, and an index, all on this machine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, type Satchel } from './satchel.ts'

const cli = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')

const startedSchema = z.object({
  rpcUrl: z.string(),
  chainId: z.int(),
  contract: z.string(),
  startBlock: z.int(),
  confirmations: z.int(),
  mcpUrl: z.string(),
  gatewayUrl: z.string(),
  peers: z.array(z.string()),
  published: z.array(z.object({ cap_uri: z.string(), semver: z.string(), sha256: z.string() })),
})

export interface RunningRegistry extends z.infer<typeof startedSchema> {
  stop(): Promise<void>
}

/** Starts one. `fund`: addresses that get coins to publish with. */
export const startRegistry = async (
  satchel: Satchel,
  options: { readonly fund?: readonly string[] } = {},
): Promise<RunningRegistry> => {
  const fund = options.fund === undefined ? [] : ['--fund', options.fund.join(',')]
  const child = spawn(process.execPath, [cli, 'registry', 'dev', '--json', ...fund], {
    env: satchel.env,
    // Its input is the test process, so it ends with the test.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  const started = await new Promise<z.infer<typeof startedSchema>>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      reject(new Error(`satchel registry dev ended with ${String(code)}`))
    })
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      if (!text.endsWith('}\n')) return
      try {
        resolve(startedSchema.parse(JSON.parse(text)))
      } catch (cause) {
        if (cause instanceof z.ZodError) reject(cause)
        // Else it is not all there yet.
      }
    })
  })
  return {
    ...started,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Gives an address coins, as a test chain allows. */
export const fund = async ({ rpcUrl }: Pick<RunningRegistry, 'rpcUrl'>, address: string): Promise<void> => {
  const params = [address, `0x${(10n ** 18n).toString(16)}`]
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params }),
  })
  expect(await answer.json()).not.toHaveProperty('error')
}

/** Configures a Satchel for one: its chain, and the sources of its files. */
export const useRegistry = async (satchel: Satchel, dev: RunningRegistry): Promise<void> => {
  const { rpcUrl, chainId, contract, startBlock, confirmations, gatewayUrl } = dev
  await satchel.json(
    ...['registry', 'chains', 'add', 'dev', '--rpc', rpcUrl, '--chain', String(chainId)],
    ...['--contract', contract, '--start', String(startBlock), '--confirmations', String(confirmations)],
  )
  await satchel.json('ipfs', 'set', 'gateways', gatewayUrl)
}
