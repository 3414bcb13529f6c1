import type { Command } from 'commander'
import { z } from 'zod'
import type { AuthorizationInfo } from '../../contract/authorizations.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { addAppsCommands } from './authorizations-apps.ts'
import { addDelegateCommand } from './authorizations-delegate.ts'
import { readJsonArgument } from './files.ts'

const documentsSchema = z.array(z.record(z.string(), z.unknown())).min(1)
/** Documents as `delegate` prints them, or with what `show` and `delegate` print around them as JSON. */
const chainSchema = z.union([
  documentsSchema,
  z.object({ chain: documentsSchema }).transform(({ chain }) => chain),
])

/** `satchel authorizations list|show|revoke|delegate|apps|verify` */
export const addAuthorizationsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session } = deps
  const authorizations = program.command('authorizations').description(text('cli_authorizations'))

  authorizations
    .command('list')
    .description(text('cli_authorizations_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.identity.authorizations.query())
      output.result(list, () => {
        const rows = list.map((one) => [
          one.id,
          one.capUri ?? one.controller,
          state(output, one),
          one.expiresAt,
          one.actions.join(' '),
          // Whose data: a capability's own is plain.
          one.capUri === null ? one.target.split('/').slice(1).join(' ') : '',
        ])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  authorizations
    .command('show')
    .description(text('cli_authorizations_show'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const shown = await withDaemon((api) => api.identity.authorization.query({ id }))
      output.result(shown, () => {
        output.line(`${state(output, shown.info)}  ${shown.info.target}`)
        output.lines(jsonText(shown.chain, 2))
      })
    })

  authorizations
    .command('revoke')
    .description(text('cli_authorizations_revoke'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output, consent } = session()
      await withDaemon(async (api) => {
        const { info } = await api.identity.authorization.query({ id })
        const { target, actions } = info
        if (!(await consent('cli_q_revoke', { id, target, actions: actions.join(', ') }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        await api.identity.revokeAuthorization.mutate({ id })
      })
      output.result({ revoked: id }, () => {
        output.say('cli_revoked', { id })
      })
    })

  addDelegateCommand(authorizations, deps)
  addAppsCommands(authorizations, deps)

  authorizations
    .command('verify')
    .description(text('cli_authorizations_verify'))
    .argument('<chain>')
    .requiredOption('--action <action>', text('cli_authorizations_action'))
    .requiredOption('--target <target>', text('cli_authorizations_target'))
    .action(async (given: string, { action, target }: { action: string; target: string }) => {
      const { withDaemon, output } = session()
      const chain = chainSchema.parse(readJsonArgument(given))
      const found = await withDaemon((api) =>
        api.identity.verifyAuthorization.query({ chain, action, target }),
      )
      output.result(found, () => {
        output.say('cli_authorization_good', found)
      })
    })
}

const state = ({ language }: Output, { revokedAt, expiresAt }: AuthorizationInfo): string =>
  say(
    language,
    revokedAt !== null
      ? 'cli_authorization_revoked'
      : Date.parse(expiresAt) > Date.now()
        ? 'cli_authorization_in_force'
        : 'cli_authorization_ended',
  )
