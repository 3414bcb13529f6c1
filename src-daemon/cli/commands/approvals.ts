import type { Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import { answerRequest, pendingNow } from '../console/approval-prompt.ts'
import { Declined } from '../console/declined.ts'
import { columns } from '../console/output.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'

/** `satchel approvals list|pending|allow|deny|revoke` */
export const addApprovalsCommands = (program: Command, { text, session }: CommandDeps): void => {
  const approvals = program.command('approvals').description(text('cli_approvals'))

  approvals
    .command('list')
    .description(text('cli_approvals_list'))
    .option('--ended', text('cli_approvals_ended'))
    .action(async ({ ended = false }: { ended?: boolean }) => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.approvals.list.query({ ended }))
      output.result(list, () => {
        const rows = list.map(
          ({ id, client, capability, tool, scope, pattern, target, until, uses, state }) => [
            id,
            client ?? '',
            [capability, tool].filter((one) => one !== null).join('/'),
            pattern === null ? scope : `${pattern.pointer} ${JSON.stringify(pattern.value)}`,
            target ?? '',
            until,
            String(uses),
            state,
          ],
        )
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  approvals
    .command('pending')
    .description(text('cli_approvals_pending'))
    .action(async () => {
      const { withDaemon, output } = session()
      const requests = await withDaemon(pendingNow)
      output.result(requests, () => {
        for (const { id, client, title, origin, tool, target, arguments: args } of requests)
          output.line(
            [
              id,
              ...(client === null ? [] : [client]),
              title,
              say(output.language, `title_origin_${origin.kind}`, { name: origin.name }),
              tool,
              target ?? '',
              JSON.stringify(args),
            ].join('  '),
          )
        if (requests.length === 0) output.say('cli_none')
      })
    })

  approvals
    .command('allow')
    .description(text('cli_approvals_allow'))
    .argument('<id>')
    .action(async (id: string) => {
      const own = session()
      const { withDaemon, output } = own
      await withDaemon(async (api) => {
        const request = (await pendingNow(api)).find((one) => one.id === id)
        if (request === undefined) throw new SatchelError('approval_not_found')
        if ((await answerRequest(api, own, request)) === 'denied') throw new Declined()
      })
      output.result({ allowed: id }, () => {
        output.say('cli_approved')
      })
    })

  approvals
    .command('deny')
    .description(text('cli_approvals_deny'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      await withDaemon(async (api) => {
        const request = (await pendingNow(api)).find((one) => one.id === id)
        if (request === undefined) throw new SatchelError('approval_not_found')
        const { argumentsSha256 } = request
        await api.approvals.answer.mutate({ id, argumentsSha256, answer: { decision: 'deny' } })
      })
      output.result({ denied: id }, () => {
        output.say('cli_denied')
      })
    })

  approvals
    .command('revoke')
    .description(text('cli_approvals_revoke'))
    .argument('[id]')
    .option('--all [capability]', text('cli_approvals_revoke_all'))
    .action(async (id: string | undefined, { all }: { all?: string | true }) => {
      const { withDaemon, output, consent, yes } = session()
      const via = yes ? 'yes' : 'terminal'
      const count = await withDaemon(async (api) => {
        if (id !== undefined) {
          await api.approvals.revoke.mutate({ id, via })
          return 1
        }
        if (all === undefined) throw new SatchelError('approval_not_found')
        const capability = all === true ? null : all
        const active = await api.approvals.list.query({})
        const found = active.filter((one) => capability === null || one.capability === capability).length
        if (found > 0 && !(await consent('cli_q_approvals_revoke', { count: found }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        return (await api.approvals.revokeAll.mutate({ capability, via })).count
      })
      output.result({ revoked: count }, () => {
        output.say('cli_approvals_revoked', { count })
      })
    })
}
