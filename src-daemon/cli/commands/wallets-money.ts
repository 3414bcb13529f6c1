import type { Command } from 'commander'
import type { WalletLimit, WalletUse } from '../../contract/wallets.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { inUnits } from '../console/coins.ts'
import { columns } from '../console/output.ts'

const family = 'evm'
const NONE = 'none'

/** `satchel wallets networks|network|limits|limit|history` */
export const addWalletMoneyCommands = (wallets: Command, { text, session }: CommandDeps): void => {
  wallets
    .command('networks')
    .description(text('cli_wallets_networks'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.wallets.networks.query())
      output.result(all, () => {
        for (const line of columns(all.map(({ chain, coin, rpc, name }) => [chain, coin, rpc, name])))
          output.line(line)
        if (all.length === 0) output.say('cli_none')
      })
    })

  wallets
    .command('network')
    .description(text('cli_wallets_network'))
    .argument('<chain>')
    .argument('<node>')
    .option('--name <name>', text('cli_wallets_network_name'))
    .option('--coin <coin>', text('cli_wallets_network_coin'), 'ETH')
    .action(async (given: string, rpc: string, options: { name?: string; coin: string }) => {
      const { withDaemon, output } = session()
      const chain = chainOf(given)
      if (rpc === NONE) await withDaemon((api) => api.wallets.removeNetwork.mutate({ family, chain }))
      else {
        const { name = chain, coin } = options
        await withDaemon((api) => api.wallets.setNetwork.mutate({ family, chain, name, coin, rpc }))
      }
      output.result({ chain }, () => {
        output.say(rpc === NONE ? 'cli_wallets_network_gone' : 'cli_wallets_network_set', { chain })
      })
    })

  wallets
    .command('limits')
    .description(text('cli_wallets_limits'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.wallets.limits.query())
      output.result(all, () => {
        for (const line of columns(all.map(limitRow))) output.line(line)
        if (all.length === 0) output.say('cli_none')
      })
    })

  wallets
    .command('limit')
    .description(text('cli_wallets_limit'))
    .argument('<chain>')
    .argument('<amount>')
    .option('--token <address>', text('cli_wallets_limit_token'))
    .option('--peer <did>', text('cli_wallets_limit_peer'))
    .action(async (given: string, amount: string, options: { token?: string; peer?: string }) => {
      const { withDaemon, output } = session()
      const { token = null, peer = null } = options
      const limit = { family, chain: chainOf(given), token, peer } as const
      await withDaemon((api) =>
        amount === NONE
          ? api.wallets.removeLimit.mutate(limit)
          : api.wallets.setLimit.mutate({ ...limit, amount }),
      )
      output.result({ ...limit, amount }, () => {
        output.say(amount === NONE ? 'cli_wallets_limit_gone' : 'cli_wallets_limit_set')
      })
    })

  wallets
    .command('history')
    .description(text('cli_wallets_history'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.wallets.uses.query({}))
      output.result(all, () => {
        for (const line of columns(all.map(useRow))) output.line(line)
        if (all.length === 0) output.say('cli_none')
      })
    })
}

/** `eip155:1`, or `1`. */
const chainOf = (given: string): string => (/^\d+$/.test(given) ? `eip155:${given}` : given)

const limitRow = ({
  chain,
  symbol,
  decimals,
  spent,
  amount,
  token,
  peer,
}: WalletLimit): readonly string[] => [
  chain,
  `${inUnits(spent, decimals)} / ${inUnits(amount, decimals)} ${symbol}`,
  token ?? '',
  peer ?? '',
]

const useRow = ({ at, kind, state, peer, takes, hash, account }: WalletUse): readonly string[] => [
  at,
  kind,
  state,
  takes.map(({ amount, decimals, symbol }) => `${inUnits(amount, decimals)} ${symbol}`).join(' + '),
  account,
  hash ?? '',
  peer,
]
