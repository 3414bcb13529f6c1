import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { isRunning } from '../../../platform/processes.ts'
import { cliEntry } from '../../../testing/entries.ts'
import { runCli } from '../../../testing/cli.ts'
import { startCommand, type RunningCommand } from '../../../testing/running-command.ts'

const TIMEOUT = 120_000
const PATIENCE = { timeout: 60_000, interval: 100 }

let running: RunningCommand[] = []
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()))
  running = []
})

const resultSchema = z.object({
  chainId: z.int(),
  rpcUrl: z.url(),
  contract: z.string().regex(/^0x[0-9a-f]{40}$/),
  mcpUrl: z.url(),
  gatewayUrl: z.url(),
  peers: z.array(z.string().startsWith('/ip4/127.0.0.1/tcp/')).min(1),
  published: z.array(z.object({ cap_uri: z.string(), cid: z.string() })).length(7),
})

const answers = (url: string): Promise<boolean> =>
  fetch(url, { method: 'POST' }).then(
    () => true,
    () => false,
  )

it(
  'runs until it is asked to end, gives money, and leaves nothing behind',
  { timeout: TIMEOUT },
  async () => {
    const address = '0x00000000000000000000000000000000000000Aa'
    const dev = startCommand(process.env, 'registry', 'dev', '--json', '--fund', address)
    running.push(dev)
    await expect.poll(() => dev.said(), PATIENCE).toContain('\n}\n')
    const { rpcUrl, mcpUrl } = resultSchema.parse(JSON.parse(dev.said()))
    const asked = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }),
    })
    expect(await asked.json()).toMatchObject({ result: '0x8ac7230489e80000' })
    expect(await answers(mcpUrl)).toBe(true)

    // An account that was made while it runs.
    const later = '0x00000000000000000000000000000000000000Bb'
    const funded = await runCli(process.env, 'registry', 'dev', 'fund', later, '--rpc', rpcUrl)
    expect(funded).toMatchObject({ code: 0, stdout: `${later} has 10 coins on this chain now.\n` })
    const elsewhere = await runCli(
      process.env,
      ...['registry', 'dev', 'fund', later, '--rpc', 'http://node.example:8545'],
    )
    expect(elsewhere.code).toBe(2)
    expect(elsewhere.stderr).toContain('http://127.0.0.1:')
    expect(await dev.kill('SIGINT')).toBe(0)
    expect(dev.complained()).toBe('')
    expect(await answers(rpcUrl)).toBe(false)
    expect(await answers(mcpUrl)).toBe(false)
  },
)

it('ends when its parent process does, for any reason', { timeout: TIMEOUT }, async () => {
  // Its parent waits for it, as a shell or a test does.
  const script = `const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })
    console.log(child.pid); child.on('exit', () => process.exit())`
  const parent = spawn(process.execPath, ['-e', script, cliEntry, 'registry', 'dev', '--empty'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  parent.stdout.on('data', (chunk) => (said += String(chunk)))
  // The last line: the ones before it were printed by then.
  await expect.poll(() => said, PATIENCE).toMatch(/satchel ipfs set peers .*\n/)
  const pid = Number(said.split('\n')[0])
  const rpcUrl = z.url().parse(/--rpc (\S+)/.exec(said)?.[1])
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(() => isRunning(pid), PATIENCE).toBe(false)
  await expect.poll(() => answers(rpcUrl), PATIENCE).toBe(false)
})
