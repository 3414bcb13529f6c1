import { InvalidArgumentError, Option, type Command } from 'commander'
import { z } from 'zod'
import { MAX_SHARE_SECONDS } from '../../contract/authorizations.ts'
import { Declined } from '../console/declined.ts'
import { jsonText } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'

const DAY_SECONDS = 86_400
const daysSchema = z.coerce
  .number()
  .positive()
  .max(MAX_SHARE_SECONDS / DAY_SECONDS)

interface DelegateOptions {
  readonly to: string
  readonly actions?: string
  readonly schema?: string
  readonly allow?: 'read' | 'write'
  readonly days: string
  readonly until?: number
}

/** `satchel authorizations delegate`: part of an authorization, or with `--schema` the use of shared data. */
export const addDelegateCommand = (authorizations: Command, deps: CommandDeps): void => {
  const { text } = deps
  authorizations
    .command('delegate')
    .description(text('cli_authorizations_delegate'))
    .argument('[id]')
    .requiredOption('--to <did|name>', text('cli_authorizations_to'))
    .option('--actions <list>', text('cli_authorizations_actions'))
    .option('--schema <uri>', text('cli_authorizations_schema'))
    .addOption(new Option('--allow <what>', text('cli_authorizations_allow')).choices(['read', 'write']))
    .option('--days <n>', text('cli_authorizations_days'), '30')
    .option('--until <date>', text('cli_authorizations_until'), endOf)
    .action(async (id: string | undefined, options: DelegateOptions) => {
      const seconds = secondsLeft(options)
      const { actions, schema, allow } = options
      if (id !== undefined && actions !== undefined && schema === undefined)
        await passOn(deps, { id, to: options.to, actions, seconds })
      else if (id === undefined && schema !== undefined && allow !== undefined)
        await share(deps, { to: options.to, schemaUri: schema, allow, seconds })
      else throw new InvalidArgumentError('<id> --actions | --schema --allow')
    })
}

const passOn = async (
  { session }: CommandDeps,
  { id, to, actions: list, seconds }: { id: string; to: string; actions: string; seconds: number },
): Promise<void> => {
  const { withDaemon, output, consent } = session()
  const actions = list.split(',').map((action) => action.trim())
  const made = await withDaemon(async (api) => {
    const { target } = (await api.identity.authorization.query({ id })).info
    const days = Math.ceil(seconds / DAY_SECONDS)
    if (!(await consent('cli_q_delegate', { controller: to, actions: actions.join(', '), target, days }))) {
      output.say('cli_declined')
      throw new Declined()
    }
    return api.identity.delegateAuthorization.mutate({
      id,
      controller: to,
      actions,
      expiresInSeconds: seconds,
    })
  })
  output.result(made, () => {
    // Only the documents, so that they can be redirected to a file.
    output.lines(jsonText(made.chain, 2))
  })
}

const share = async (
  { session }: CommandDeps,
  input: { to: string; schemaUri: string; allow: 'read' | 'write'; seconds: number },
): Promise<void> => {
  const { withDaemon, output, consent } = session()
  const { to, schemaUri, allow, seconds } = input
  const made = await withDaemon(async (api) => {
    const { owner, scope } = await api.state.schemaFacts.query({ schemaUri })
    const until = new Date(Date.now() + seconds * 1000).toISOString()
    if (!(await consent('cli_q_share', { to, allow, owner, scope, until }))) {
      output.say('cli_declined')
      throw new Declined()
    }
    return api.identity.shareState.mutate({ to, schemaUri, allow, expiresInSeconds: seconds })
  })
  const { id, controller, expiresAt } = made.info
  output.result(made, () => {
    // An agent needs the documents; for an installed capability Satchel keeps them.
    if (controller.startsWith('did:nuwa:cap:'))
      output.say('cli_shared', { to: controller, until: expiresAt, id })
    else output.lines(jsonText(made.chain, 2))
  })
}

const secondsLeft = ({ days, until }: DelegateOptions): number =>
  until === undefined
    ? Math.round(daysSchema.parse(days) * DAY_SECONDS)
    : Math.floor((until - Date.now()) / 1000)

/** When a day, or a time, ends: milliseconds since 1970. */
const endOf = (given: string): number => {
  const end = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T23:59:59` : given)
  const left = end - Date.now()
  if (Number.isNaN(left) || left < 1000 || left > MAX_SHARE_SECONDS * 1000)
    throw new InvalidArgumentError('2026-12-31, 2026-12-31T18:00Z; <= 366 d')
  return end
}
