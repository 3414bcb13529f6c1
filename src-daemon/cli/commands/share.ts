import type { Command } from 'commander'
import { z } from 'zod'
import { surfaceSchema, type SharedClientView } from '../../contract/sharing.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'

/** `satchel share list|tools|offers|expose|hide|refuse|token|revoke|http|setup` */
export const addShareCommands = (program: Command, deps: CommandDeps): void => {
  const share = program.command('share').description(deps.text('cli_share'))
  for (const add of [addLooking, addOffers, addGranting, addToken, addReaching]) add(share, deps)
}

const addLooking = (share: Command, { text, session }: CommandDeps): void => {
  share
    .command('list')
    .description(text('cli_share_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const clients = await withDaemon((api) => api.sharing.clients.query())
      output.result(clients, () => {
        const rows = clients.map(({ status, name, sees, exposed, tokenAt, calls, software }) => [
          status,
          name,
          `${sees.as} ${String(sees.count + sees.offers)}`,
          exposed.join(' ') || '—',
          tokenAt === null ? '' : 'token',
          String(calls),
          software ?? '',
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
      })
    })

  share
    .command('tools')
    .description(text('cli_share_tools'))
    .action(async () => {
      const { withDaemon, output } = session()
      const sources = await withDaemon((api) => api.sharing.shareable.query())
      output.result(sources, () => {
        const rows = sources.flatMap(({ source, server, items }) => [
          ...items.flatMap(({ id, kind, name }) => [
            [id, kind, name],
            ...(kind === 'skill' ? [[`prompt:${id}`, 'prompt', name]] : []),
          ]),
          ...(server
            ? [
                [`resource:${source}/*`, 'resources', ''],
                [`prompt:${source}/*`, 'prompts', ''],
              ]
            : []),
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
      })
    })
}

const addOffers = (share: Command, { text, session }: CommandDeps): void => {
  share
    .command('offers')
    .description(text('cli_share_offers'))
    .argument('<source>', 'mcp:files')
    .action(async (source: string) => {
      const { withDaemon, output } = session()
      const offers = await withDaemon((api) => api.sharing.offers.mutate({ source }))
      output.result(offers, () => {
        const rows = [...offers.resources, ...offers.prompts].map(({ id, name, description }) => [
          id,
          name,
          description,
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
        if (offers.more) output.say('cli_server_more')
      })
    })
}

const addGranting = (share: Command, { text, session }: CommandDeps): void => {
  share
    .command('expose')
    .description(text('cli_share_expose'))
    .argument('<program>')
    .argument('<ids...>', text('cli_share_ids'))
    .option('--surface <how>', text('cli_share_surface'))
    .action(async (name: string, ids: string[], options: { surface?: string }) => {
      const { withDaemon, consent, output } = session()
      const surface = surfaceSchema.optional().parse(options.surface)
      if (!(await consent('cli_q_share_expose', { name, ids: ids.join(', ') }))) throw new Declined()
      const client = await withDaemon(async (api) => {
        const before = await exposedTo(api, name)
        const exposed = [...before, ...ids]
        return api.sharing.allow.mutate({ name, exposed, ...(surface === undefined ? {} : { surface }) })
      })
      printClient(output, client)
    })

  share
    .command('hide')
    .description(text('cli_share_hide'))
    .argument('<program>')
    .argument('[ids...]', text('cli_share_ids'))
    .action(async (name: string, ids: string[]) => {
      const { withDaemon, output } = session()
      const client = await withDaemon(async (api) => {
        const before = await exposedTo(api, name)
        const exposed = ids.length === 0 ? [] : before.filter((one) => !ids.includes(one))
        return api.sharing.allow.mutate({ name, exposed })
      })
      printClient(output, client)
    })

  share
    .command('refuse')
    .description(text('cli_share_refuse'))
    .argument('<program>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      printClient(output, await withDaemon((api) => api.sharing.refuse.mutate({ name })))
    })

  share
    .command('revoke')
    .description(text('cli_share_revoke'))
    .argument('<program>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.sharing.remove.mutate({ name }))
      output.result({ revoked: name }, () => {
        output.line(name)
      })
    })
}

const addToken = (share: Command, { text, session }: CommandDeps): void => {
  share
    .command('token')
    .description(text('cli_share_token'))
    .argument('<program>')
    .option('--drop', text('cli_share_token_drop'))
    .action(async (name: string, { drop = false }: { drop?: boolean }) => {
      const { withDaemon, consent, output } = session()
      if (drop) {
        printClient(output, await withDaemon((api) => api.sharing.revokeToken.mutate({ name })))
        return
      }
      if (!(await consent('cli_q_share_token', { name }))) throw new Declined()
      const issued = await withDaemon((api) => api.sharing.issueToken.mutate({ name }))
      output.result(issued, () => {
        output.line(issued.token)
        output.say('cli_share_token_once')
      })
    })
}

const addReaching = (share: Command, { text, session }: CommandDeps): void => {
  share
    .command('http')
    .description(text('cli_share_http'))
    .argument('[state]', 'on | off')
    .option('--port <number>', text('cli_share_port'))
    .action(async (state: string | undefined, options: { port?: string }) => {
      const { withDaemon, consent, output } = session()
      const wanted = z.enum(['on', 'off']).optional().parse(state)
      const port = z.coerce.number().int().min(0).max(65_535).optional().parse(options.port)
      if (wanted === 'on' && !(await consent('cli_q_share_http', {}))) throw new Declined()
      const status = await withDaemon(async (api) => {
        const before = await api.sharing.status.query()
        if (wanted === undefined) return before
        return api.sharing.setEndpoint.mutate({
          enabled: wanted === 'on',
          port: port ?? before.endpoint.port,
        })
      })
      output.result(status, () => {
        output.line(`${status.listening ? 'on' : 'off'}  ${status.url ?? ''}`.trimEnd())
        if (status.problem !== null) output.line(status.problem.message)
      })
    })

  share
    .command('setup')
    .description(text('cli_share_setup'))
    .argument('<program>')
    .option('--for <client>', text('cli_share_for'))
    .action(async (name: string, options: { for?: string }) => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.sharing.snippets.query({ name }))
      const snippets = all.filter(({ client }) => options.for === undefined || client === options.for)
      output.result(snippets, () => {
        for (const { client, via, file, text: snippet } of snippets) {
          output.line(`# ${client}, ${via}${file === null ? '' : `: ${file}`}`)
          for (const line of snippet.split('\n')) output.line(line)
          output.line()
        }
      })
    })
}

/** A program's grants so far; none for an unknown program. */
const exposedTo = async (api: Api, name: string): Promise<readonly string[]> =>
  (await api.sharing.clients.query()).find((one) => one.name === name)?.exposed ?? []

const printClient = (output: Output, client: SharedClientView): void => {
  output.result(client, () => {
    output.line(`${client.status}  ${client.name}  ${client.exposed.join(' ') || '—'}`)
  })
}
