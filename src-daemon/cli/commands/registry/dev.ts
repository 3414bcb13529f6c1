import type { Command } from 'commander'
import { listenForPrograms } from '../../../api/index.ts'
import { parentEnded } from '../../../platform/parent-process.ts'
import type { DevRegistry } from '../../../registry/dev/index.ts'
import { asTyped, say, type PlainPhraseKey } from '../../../text/index.ts'
import { columns, type Output } from '../../console/output.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import { portOption } from './serve.ts'
import { untilStopped } from '../../console/until-stopped.ts'

/** 10 of the chain's own coin. */
const FUNDS = 10n ** 19n

/** `satchel registry dev`: a local registry for development, for as long as the command runs; needs no daemon. */
export const addRegistryDevCommand = (registry: Command, { text, session }: CommandDeps): void => {
  registry
    .command('dev')
    .description(text('cli_registry_dev'))
    .option('--port <port>', text('cli_registry_dev_port'), '0')
    .option('--empty', text('cli_registry_dev_empty'))
    .option('--fund <addresses>', text('cli_registry_dev_fund'), '')
    .action(async (options: { port: string; empty?: true; fund: string }) => {
      const { output } = session()
      const port = portOption.parse(options.port)
      // If the parent exits during the start, it stops too.
      const stopped = untilStopped(parentEnded())
      const { startDevRegistry } = await import('../../../registry/dev/index.ts')
      const dev = await startDevRegistry({
        listen: listenForPrograms,
        port,
        samples: options.empty !== true,
      })
      try {
        for (const address of options.fund.split(',').filter((one) => one !== ''))
          await dev.fund(address.trim(), FUNDS)
        await dev.settled()
        output.result(resultOf(dev), () => {
          printRegistry(output, dev)
        })
        const end = await Promise.race([
          stopped.then(() => 'asked' as const),
          dev.ended.then(() => 'itself' as const),
        ])
        if (end === 'itself') output.say('cli_registry_dev_ended')
      } finally {
        await dev.stop()
      }
    })
}

const resultOf = ({ place, mcpUrl, gatewayUrl, peers, published }: DevRegistry) => ({
  ...place,
  mcpUrl,
  gatewayUrl,
  peers,
  published,
})

const printRegistry = (
  output: Output,
  { place, mcpUrl, gatewayUrl, peers, published }: DevRegistry,
): void => {
  const { rpcUrl, chainId, contract, startBlock, confirmations } = place
  const word = (key: PlainPhraseKey): string => say(output.language, key)
  const rows = [
    [word('cli_registry_dev_chain'), `${rpcUrl}  ${String(chainId)}`],
    [word('cli_registry_dev_contract'), contract],
    [word('cli_registry_dev_index'), mcpUrl],
    [word('cli_registry_dev_files'), gatewayUrl],
    ...peers.map((peer) => ['', peer]),
    ...published.map(({ cap_uri: uri, semver }, at) => [
      at === 0 ? word('cli_registry_dev_samples') : '',
      `${uri}@${semver}`,
    ]),
  ]
  output.say('cli_registry_dev_running')
  output.line()
  for (const line of columns(rows)) output.line(line)
  output.line()
  output.say('cli_registry_dev_use')
  const chain = `--rpc ${rpcUrl} --chain ${String(chainId)} --contract ${contract} --start ${String(startBlock)}`
  for (const command of [
    `satchel registry chains add dev ${chain} --confirmations ${String(confirmations)}`,
    `satchel registry sources add dev --registry dev --index ${mcpUrl}`,
    'satchel ipfs set embedded on',
    `satchel ipfs set peers ${peers.map(withoutName).join(',')}`,
  ])
    output.line(asTyped(command))
}

/** A node gets a new peer id at each start. */
const withoutName = (peer: string): string => peer.replace(/\/p2p\/.*$/, '')
