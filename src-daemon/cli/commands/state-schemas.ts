import type { Command } from 'commander'
import { jsonObjectSchema } from '../../contract/state.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../console/declined.ts'
import { columns, jsonText } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { readJsonArgument } from './files.ts'
import { offerSchema } from './schema-offer.ts'

const OWN_SCOPE = 'sc:own'

/** `satchel state schema list|show|add|register|remove` */
export const addStateSchemaCommands = (state: Command, { text, session }: CommandDeps): void => {
  const schema = state.command('schema').description(text('cli_state_schema'))

  schema
    .command('list')
    .description(text('cli_state_schema_list'))
    .option('--missing', text('cli_state_schema_missing'))
    .action(async ({ missing = false }: { missing?: boolean }) => {
      const { withDaemon, output } = session()
      if (missing) {
        const waiting = await withDaemon((api) => api.schemas.missing.query())
        output.result(waiting, () => {
          const rows = waiting.map((one) => [one.schemaUri, one.owner, one.scope, String(one.changes)])
          for (const line of columns(rows)) output.line(line)
          if (rows.length === 0) output.say('cli_none')
        })
        return
      }
      const scopes = await withDaemon((api) => api.state.scopes.query())
      const list = scopes.flatMap(({ owner, scope, schemas }) =>
        schemas.map(({ schemaUri, visibility, count }) => ({ schemaUri, owner, scope, visibility, count })),
      )
      output.result(list, () => {
        const rows = list.map(({ schemaUri, owner, scope, visibility, count }) => [
          schemaUri,
          owner,
          scope,
          visibility,
          String(count),
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })

  schema
    .command('show')
    .description(text('cli_state_schema_show'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => schemaNamed(api, uri))
      output.result(found.schema, () => {
        output.lines(jsonText(found.schema, 2))
      })
    })

  schema
    .command('add')
    .description(text('cli_state_schema_add'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const one = session()
      const { withDaemon, output } = one
      const { found, added } = await withDaemon((api) => offerSchema(api, one, uri))
      output.result({ ...found, added }, () => {
        if (added !== null) output.say('cli_schema_added', { uri, applied: added.applied })
      })
    })

  schema
    .command('register')
    .description(text('cli_state_schema_register'))
    .argument('<file>')
    .option('--as <name>', text('cli_state_schema_as'))
    .option('--scope <scope>', text('cli_state_schema_scope'), OWN_SCOPE)
    .action(async (file: string, options: { as?: string; scope: string }) => {
      const { withDaemon, output } = session()
      const body = jsonObjectSchema.parse(readJsonArgument(`@${file}`))
      const input = { schema: body, scope: options.scope, name: options.as }
      const made = await withDaemon((api) => api.state.registerSchema.mutate(input))
      output.result(made, () => {
        output.say('cli_state_schema_registered', made)
      })
    })

  schema
    .command('remove')
    .description(text('cli_state_schema_remove'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output, consent } = session()
      await withDaemon(async (api) => {
        const { count } = await schemaNamed(api, uri)
        if (!(await consent('cli_q_state_schema_remove', { uri, count }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        await api.state.removeSchema.mutate({ schemaUri: uri })
      })
      output.result({ removed: uri }, () => {
        output.line(uri)
      })
    })
}

const schemaNamed = async (api: Api, uri: string) => {
  const scopes = await api.state.scopes.query()
  const found = scopes.flatMap(({ schemas }) => schemas).find(({ schemaUri }) => schemaUri === uri)
  if (found === undefined) throw new SatchelError('schema_unknown', { params: { uri } })
  return found
}
