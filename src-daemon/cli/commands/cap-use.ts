import type { Command } from 'commander'
import { jsonObjectSchema } from '../../state/types.ts'
import type { ApprovalPreview, CallConsent } from '../../capabilities/types.ts'
import { Declined } from '../declined.ts'
import { columns, plain } from '../output.ts'
import type { CommandDeps } from '../program.ts'
import type { Session } from '../session.ts'
import { readJsonArgument } from './files.ts'

/** `satchel cap tools|describe|invoke`: what installed capabilities can do. */
export const addCapUseCommands = (cap: Command, { text, session }: CommandDeps): void => {
  cap
    .command('tools')
    .description(text('cli_cap_tools'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.capabilities.list.query())
      output.result(list, () => {
        const rows = list.map((one) => [one.capability_id, one.version, one.kind, plain(one.description)])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  cap
    .command('describe')
    .description(text('cli_cap_describe'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon(async (api) =>
        (await api.capabilities.list.query()).find((one) => one.capability_id === id),
      )
      output.result(found ?? null, () => {
        output.line(JSON.stringify(found ?? null, null, 2))
      })
      if (found === undefined) process.exitCode = 1
    })

  cap
    .command('invoke')
    .description(text('cli_cap_invoke'))
    .argument('<id>')
    .argument('[json]', '', '{}')
    .action(async (id: string, json: string) => {
      const own = session()
      const { withDaemon, output } = own
      const input = jsonObjectSchema.parse(readJsonArgument(json))
      const result = await withDaemon(async (api) => {
        const list = await api.capabilities.list.query()
        // A tool that cannot run is not listed; at the version of its capability the daemon can say why.
        const known =
          list.find((one) => one.capability_id === id) ??
          list.find((one) => id.startsWith(`${one.capability_id}/`))
        const ref = { capability_id: id, version: known?.version ?? '0.0.0' }
        const asked = await api.approvals.preview.query({ ref, input })
        const consent = asked === null ? undefined : await consentTo(own, asked)
        return api.capabilities.invoke.mutate({ ref, input, ...(consent === undefined ? {} : { consent }) })
      })
      output.result(result, () => {
        output.line(JSON.stringify(result.ok ? result.output : result.error, null, 2))
      })
      if (!result.ok) process.exitCode = 1
    })
}

/** Consent to one call that leaves the device, bound to what was shown. Throws `Declined`. Errors: `needs_consent`. */
const consentTo = async (
  { consent, output, yes }: Session,
  { sentence, target, argumentsSha256, definition }: ApprovalPreview,
): Promise<CallConsent> => {
  const where = target === null ? '' : ` (${plain(target)})`
  if (await consent('cli_q_call', { sentence: `${plain(sentence)}${where}` }))
    return { argumentsSha256, definition, by: yes ? 'cli_yes' : 'cli' }
  output.say('cli_declined')
  throw new Declined()
}
