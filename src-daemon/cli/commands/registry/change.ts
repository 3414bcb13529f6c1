import { InvalidArgumentError, type Command } from 'commander'
import type { ChainChange } from '../../../contract/registry-chain.ts'
import type { PhraseKey, PlainPhraseKey, TextParams } from '../../../text/index.ts'
import { finish } from '../../console/finish.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import type { Session } from '../../console/session.ts'
import { inCoins } from '../../console/coins.ts'

/** `satchel registry yank|vote|transfer|accept`: writes to a chain, which costs something and is permanent. */
export const addRegistryChangeCommands = (registry: Command, { text, session }: CommandDeps): void => {
  const command = (name: string, about: PlainPhraseKey) =>
    registry
      .command(name)
      .description(text(about))
      .argument('<name>', text('cli_registry_name'))
      .option('--registry <registry>', text('cli_registry_which'))
      .option('--dry-run', text('cli_registry_dry_run'))

  command('yank', 'cli_registry_yank')
    .argument('<version>')
    .requiredOption('--reason <reason>', text('cli_registry_yank_reason'))
    .action(async (name: string, semver: string, { reason, ...options }: Options & { reason: string }) => {
      const question = { key: 'cli_q_registry_yank', params: { name, version: semver } } as const
      await make(session(), { kind: 'yank', name, semver, reason }, question, options)
    })

  command('vote', 'cli_registry_vote')
    .argument('<up|down|none>', '', voteNamed)
    .action(async (name: string, vote: number, options: Options) => {
      await make(
        session(),
        { kind: 'vote', name, vote },
        { key: 'cli_q_registry_vote', params: { name } },
        options,
      )
    })

  command('transfer', 'cli_registry_transfer')
    .option('--to <address>', text('cli_registry_transfer_to'))
    .option('--cancel', text('cli_registry_transfer_cancel'))
    .action(
      async (
        name: string,
        { to, cancel = false, ...options }: Options & { to?: string; cancel?: boolean },
      ) => {
        if ((to === undefined) === !cancel) throw new InvalidArgumentError('--to | --cancel')
        const address = to ?? null
        const question = cancel
          ? ({ key: 'cli_q_registry_cancel', params: { name } } as const)
          : ({ key: 'cli_q_registry_transfer', params: { name, address: to ?? '' } } as const)
        await make(session(), { kind: 'offer', name, to: address }, question, options)
      },
    )

  command('accept', 'cli_registry_accept')
    .option('--author <did>', text('cli_registry_accept_author'))
    .action(async (name: string, { author, ...options }: Options & { author?: string }) => {
      const change = { kind: 'accept', name, ...(author === undefined ? {} : { authorDid: author }) } as const
      await make(session(), change, { key: 'cli_q_registry_accept', params: { name } }, options)
    })
}

interface Options {
  readonly registry?: string
  readonly dryRun?: boolean
}

/** Shows a change's cost, asks, sends it and waits until it is settled. */
const make = async (
  { withDaemon, output, consent }: Session,
  change: ChainChange,
  question: { readonly key: PhraseKey; readonly params: TextParams },
  { registry, dryRun = false }: Options,
): Promise<void> => {
  const input = { change, ...(registry === undefined ? {} : { registry }) }
  if (dryRun) {
    const cost = await withDaemon((api) => api.registry.chains.estimate.mutate(input))
    output.result(cost, () => {
      output.say('cli_registry_cost', { cost: inCoins(cost.cost), balance: inCoins(cost.balance) })
    })
    return
  }
  const receipt = await withDaemon(async (api) => {
    const cost = await api.registry.chains.estimate.mutate(input)
    output.say('cli_registry_cost', { cost: inCoins(cost.cost), balance: inCoins(cost.balance) })
    return (await consent(question.key, question.params)) ? api.registry.chains.change.mutate(input) : null
  })
  finish(output, receipt, ({ tx, block, fee }) => {
    output.say('cli_registry_settled', { block, fee: inCoins(fee) })
    output.line(tx)
  })
}

const VOTES = new Map([
  ['up', 1],
  ['down', -1],
  ['none', 0],
])

const voteNamed = (name: string): number => {
  const vote = VOTES.get(name)
  if (vote === undefined) throw new InvalidArgumentError([...VOTES.keys()].join(' | '))
  return vote
}
