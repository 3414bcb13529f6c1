import type { Command } from 'commander'
import type { Anchor } from '../../contract/state-proofs.ts'
import { say } from '../../text/index.ts'
import { finish } from '../console/finish.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Session } from '../console/session.ts'
import { inCoins } from '../console/coins.ts'
import { scopeNamed } from './scope-named.ts'

interface AnchorOptions {
  readonly owner?: string
  readonly chain?: boolean
  readonly registry?: string
}

/** `satchel state anchor`, `satchel state anchors list|verify` */
export const addStateAnchorCommands = (state: Command, { text, session, io }: CommandDeps): void => {
  state
    .command('anchor')
    .description(text('cli_state_anchor'))
    .argument('<scope>')
    .option('--owner <did>', text('cli_state_owner'))
    .option('--chain', text('cli_state_anchor_chain'))
    .option('--registry <registry>', text('cli_registry_which'))
    .action(async (scope: string, options: AnchorOptions) => {
      if (options.chain === true) {
        await anchorOnChain(session(), scope, options)
        return
      }
      const { withDaemon, output } = session()
      const anchor = await withDaemon(async (api) =>
        api.state.anchor.mutate(await scopeNamed(api, scope, options.owner)),
      )
      output.result(anchor, () => {
        output.say('cli_anchored', { number: anchor.number, hash: anchor.hash })
      })
    })

  const anchors = state.command('anchors').description(text('cli_state_anchors'))

  anchors
    .command('list', { isDefault: true })
    .description(text('cli_state_anchors_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.state.anchors.query())
      output.result(list, () => {
        const rows = list.map(({ number, at, scope, size, root, hash, chain }) => [
          String(number),
          at,
          scope,
          String(size),
          root,
          hash,
          chain?.tx ?? '',
        ])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  anchors
    .command('verify')
    .description(text('cli_state_anchors_verify'))
    .action(async () => {
      const { withDaemon, output } = session()
      const checks = await withDaemon((api) => api.state.verifyAnchors.mutate())
      output.result(checks, () => {
        const rows = checks.map(({ number, scope, found, chain, problem }) => [
          String(number),
          scope,
          say(output.language, `cli_anchor_${found}`),
          problem ?? chain?.tx ?? '',
        ])
        for (const line of columns(rows)) output.line(line)
        if (checks.length === 0) output.say('cli_none')
      })
      if (checks.some(({ found }) => found === 'missing' || found === 'unknown')) io.exitCode = 1
    })
}

/** Shows the cost, asks, sends it and waits until it is settled. */
const anchorOnChain = async (
  { withDaemon, output, consent }: Session,
  scope: string,
  { owner, registry }: AnchorOptions,
): Promise<void> => {
  const placed = await withDaemon(async (api): Promise<Anchor | null> => {
    const { anchor, cost } = await api.state.planChainAnchor.mutate({
      ...(await scopeNamed(api, scope, owner)),
      registry,
    })
    if (cost === null) return anchor
    const { number } = anchor
    output.say('cli_registry_cost', { cost: inCoins(cost.cost), balance: inCoins(cost.balance) })
    return (await consent('cli_q_state_anchor_chain', { number }))
      ? api.state.sendChainAnchor.mutate({ number, registry })
      : null
  })
  finish(output, placed, ({ number, hash, chain }) => {
    output.say('cli_anchored_chain', {
      number,
      hash,
      block: String(chain?.block),
      chain: String(chain?.chainId),
      tx: chain?.tx ?? '',
    })
  })
}
