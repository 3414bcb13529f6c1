import { Option, type Command } from 'commander'
import { z } from 'zod'
import { withoutBytes } from '../../contract/result-bytes.ts'
import { jsonObjectSchema } from '../../contract/state.ts'
import type { ApprovalPreview, CallConsent } from '../../contract/approvals.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../console/declined.ts'
import { columns, jsonText } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Session } from '../console/session.ts'
import { readJsonArgument } from './files.ts'

/** `satchel cap tools|describe|invoke`: what installed capabilities can do. */
export const addCapUseCommands = (cap: Command, { text, session, io }: CommandDeps): void => {
  cap
    .command('tools')
    .description(text('cli_cap_tools'))
    .addOption(new Option('--kind <kind>', text('cli_cap_list_kind')).choices(['tool', 'skill']))
    .option('--source <source>', text('cli_cap_list_source'))
    .action(async (part: { kind?: 'tool' | 'skill'; source?: string }) => {
      const { withDaemon, output } = session()
      const { kind, source } = part
      const list = await withDaemon((api) => api.capabilities.list.query({ kind, source }))
      output.result(list, () => {
        const rows = list.map((one) => [one.capability_id, one.version, one.kind, one.description])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  cap
    .command('describe')
    .description(text('cli_cap_describe'))
    .argument('<id>')
    .argument('[version]')
    .action(async (named: string, version: string | undefined) => {
      const { withDaemon, output } = session()
      // Users know an installed capability by its name; without a source, it must be a package.
      const id = named.includes(':') ? named : `acp:${named}`
      const found = await withDaemon(async (api) => {
        const listed = (await api.capabilities.list.query()).find((one) => one.capability_id === id)
        return version === undefined && listed !== undefined
          ? listed
          : api.capabilities.describe.query({ capability_id: id, version: version ?? '0.0.0' })
      })
      if ('code' in found)
        throw new SatchelError('capability_unknown', {
          params: { problem: found.message },
          details: { capability_id: id, ...found },
        })
      output.result(found, () => {
        output.lines(jsonText(found, 2))
      })
    })

  cap
    .command('invoke')
    .description(text('cli_cap_invoke'))
    .argument('<id>')
    .argument('[json]', '', '{}')
    .option('--deadline <seconds>', text('cli_cap_deadline'))
    .action(async (id: string, json: string, options: { deadline?: string }) => {
      const own = session()
      const { withDaemon, output } = own
      const input = jsonObjectSchema.parse(readJsonArgument(json))
      const deadlineMs = options.deadline === undefined ? undefined : seconds.parse(options.deadline) * 1000
      const result = await withDaemon(async (api) => {
        const list = await api.capabilities.list.query()
        // A tool that can't run isn't listed; given its capability's version, the daemon can say why.
        const known =
          list.find((one) => one.capability_id === id) ??
          list.find((one) => id.startsWith(`${one.capability_id}/`))
        const ref = { capability_id: id, version: known?.version ?? '0.0.0' }
        const preview = await api.approvals.preview.query({ ref, input })
        const consent = preview === null ? undefined : await consentTo(own, preview)
        return api.capabilities.invoke.mutate({
          ref,
          input,
          ...(consent === undefined ? {} : { consent }),
          ...(deadlineMs === undefined ? {} : { deadlineMs }),
        })
      })
      output.result(result, () => {
        output.lines(jsonText(withoutBytes(result.ok ? result.output : result.error), 2))
        if (result.x_content !== undefined) output.lines(jsonText(withoutBytes(result.x_content), 2))
      })
      if (!result.ok) io.exitCode = 1
    })
}

const seconds = z.coerce.number().int().min(1).max(3600)

/** Consent to one call that leaves the device, bound to what was shown. Throws `Declined`. Errors: `needs_consent`. */
export const consentTo = async (
  { consent, output, yes }: Session,
  { sentence, target, argumentsSha256, definition }: ApprovalPreview,
): Promise<CallConsent> => {
  const where = target === null ? '' : ` (${target})`
  if (await consent('cli_q_call', { sentence: `${sentence}${where}` }))
    return { argumentsSha256, definition, by: yes ? 'cli_yes' : 'cli' }
  output.say('cli_declined')
  throw new Declined()
}
