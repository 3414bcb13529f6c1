import type { Command } from 'commander'
import { Declined } from '../console/declined.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'

/** `satchel authorizations apps list|revoke|allow`: which capabilities may use the namespaces of apps. */
export const addAppsCommands = (authorizations: Command, { text, session }: CommandDeps): void => {
  const apps = authorizations.command('apps').description(text('cli_apps'))

  apps
    .command('list')
    .description(text('cli_apps_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.identity.appGrants.query())
      output.result(list, () => {
        const rows = list.map(({ owner, app, schemas, revokedAt }) => [
          owner,
          app,
          text(revokedAt === null ? 'cli_authorization_in_force' : 'cli_authorization_revoked'),
          schemas.join(' '),
        ])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  apps
    .command('revoke')
    .description(text('cli_apps_revoke'))
    .argument('<capability>')
    .argument('<app>')
    .action(async (capability: string, app: string) => {
      const { withDaemon, output, consent } = session()
      const grant = grantOf(capability, app)
      await withDaemon(async (api) => {
        if (!(await consent('cli_q_app_revoke', grant))) {
          output.say('cli_declined')
          throw new Declined()
        }
        await api.identity.revokeApp.mutate(grant)
      })
      output.result({ revoked: grant }, () => {
        output.say('cli_app_revoked', grant)
      })
    })

  apps
    .command('allow')
    .description(text('cli_apps_allow'))
    .argument('<capability>')
    .argument('<app>')
    .action(async (capability: string, app: string) => {
      const { withDaemon, output } = session()
      const grant = grantOf(capability, app)
      await withDaemon((api) => api.identity.allowApp.mutate(grant))
      output.result({ allowed: grant }, () => {
        output.say('cli_app_allowed', grant)
      })
    })
}

/** By name or DID. */
const grantOf = (capability: string, app: string): { owner: string; app: string } => ({
  owner: capability.startsWith('did:') ? capability : `did:nuwa:cap:${capability}`,
  app: app.startsWith('did:') ? app : `did:nuwa:app:${app}`,
})
