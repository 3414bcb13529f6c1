import { resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { z } from 'zod'
import { listenForPrograms } from '../../../api/index.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { parentEnded } from '../../../platform/parent-process.ts'
import type { DevRegistry } from '../../../registry/dev/index.ts'
import { asTyped, say, type PlainPhraseKey } from '../../../text/index.ts'
import { columns, type Output } from '../../console/output.ts'
import { inCoins } from '../../console/coins.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import type { Api } from '../../console/session.ts'
import { portOption } from './serve.ts'
import { untilStopped } from '../../console/until-stopped.ts'

/** 10 of the chain's own coin. */
const FUNDS = 10n ** 19n

/** `satchel registry dev`: a local registry for development, for as long as the command runs; needs no daemon. */
export const addRegistryDevCommand = (registry: Command, { text, session }: CommandDeps): void => {
  const dev = registry.command('dev')
  addFundCommand(dev, { text, session })
  dev
    .description(text('cli_registry_dev'))
    .option('--port <port>', text('cli_registry_dev_port'), '0')
    .option('--empty', text('cli_registry_dev_empty'))
    .option('--fund <addresses>', text('cli_registry_dev_fund'), '')
    .option('--keep <folder>', text('cli_registry_dev_keep'))
    .action(async (options: { port: string; empty?: true; fund: string; keep?: string }) => {
      const { output } = session()
      const port = portOption.parse(options.port)
      // If the parent exits during the start, it stops too.
      const stopped = untilStopped(parentEnded())
      const { startDevRegistry } = await import('../../../registry/dev/index.ts')
      const dev = await startDevRegistry({
        listen: listenForPrograms,
        port,
        samples: options.empty !== true,
        keep: options.keep === undefined ? undefined : resolve(options.keep),
      })
      try {
        for (const address of options.fund.split(',').filter((one) => one !== ''))
          await dev.fund(address.trim(), FUNDS)
        await dev.settled()
        output.result(resultOf(dev), () => {
          output.say(options.keep === undefined ? 'cli_registry_dev_running' : 'cli_registry_dev_kept')
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
  output.line()
  output.say('cli_registry_dev_later')
  output.line(asTyped(`satchel registry dev fund --rpc ${rpcUrl}`))
}

/** Everybody who reaches the node of a local chain may give its money away; on another chain that makes no sense. */
const LOCAL_NODE = z.url({ protocol: /^http$/, hostname: /^(?:127\.0\.0\.1|localhost)$/ })
const localNode = (given: string): string => {
  const { data } = LOCAL_NODE.safeParse(given)
  if (data === undefined) throw new InvalidArgumentError('http://127.0.0.1:…')
  return data
}
const addressArgument = (given: string): string => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(given)) throw new InvalidArgumentError('0x…')
  return given
}

/** `satchel registry dev fund [ADDRESS] --rpc URL`: money of a test registry that runs, for an account that came later. */
const addFundCommand = (dev: Command, { text, session }: Pick<CommandDeps, 'text' | 'session'>): void => {
  dev
    .command('fund')
    .description(text('cli_registry_dev_fund_later'))
    .argument('[address]', text('cli_registry_dev_whose'), addressArgument)
    .requiredOption('--rpc <url>', text('cli_registry_dev_rpc'), localNode)
    .action(async (named: string | undefined, { rpc: rpcUrl }: { rpc: string }) => {
      const { output, withDaemon } = session()
      const address = named ?? (await withDaemon(ownAddress))
      const [{ fundLocally }, { createNetworkGuard }] = await Promise.all([
        import('../../../registry/dev/index.ts'),
        import('../../../network/index.ts'),
      ])
      const guard = createNetworkGuard()
      try {
        await fundLocally({ rpcUrl }, guard, { address, wei: FUNDS })
      } finally {
        await guard.close()
      }
      output.result({ address, wei: String(FUNDS) }, () => {
        output.say('cli_registry_dev_funded', { address, coins: inCoins(String(FUNDS)) })
      })
    })
}

const ownAddress = async (api: Api): Promise<string> => {
  const { account } = await api.registry.chains.account.mutate()
  if (account === null) throw new SatchelError('chain_account_missing')
  return account.address
}

/** A node gets a new peer id at each start. */
const withoutName = (peer: string): string => peer.replace(/\/p2p\/.*$/, '')
