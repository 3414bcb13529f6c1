import { Option, type Command } from 'commander'
import { jsonObjectSchema } from '../../contract/state.ts'
import { SatchelError } from '../../platform/errors.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { readJsonArgument } from './files.ts'

/** `satchel did resolve`, `satchel did auth create|verify` */
export const addDidCommands = (program: Command, { text, session }: CommandDeps): void => {
  const did = program.command('did').description(text('cli_did'))

  did
    .command('resolve')
    .description(text('cli_did_resolve'))
    .argument('<did>')
    .option('--fresh', text('cli_did_fresh'))
    .action(async (given: string, options: { fresh?: boolean }) => {
      const { withDaemon, output } = session()
      const fresh = options.fresh === true
      const found = await withDaemon((api) => api.identity.resolve.query({ did: given, fresh }))
      output.result(found, () => {
        const rows = found.keys.map((key) => [key.keyId, key.kind, key.relationships.join(' ') || '—'])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_did_no_keys')
        if (found.url === null) return
        const from = { url: found.url, at: found.resolvedAt }
        output.say(found.fromCache ? 'cli_did_kept' : 'cli_did_read_at', from)
      })
    })

  const auth = did.command('auth').description(text('cli_did_auth'))
  const audience = () => new Option('--audience <url>', text('cli_did_audience')).makeOptionMandatory()

  auth
    .command('create')
    .description(text('cli_did_auth_create'))
    .requiredOption('--operation <name>', text('cli_did_operation'))
    .option('--param <name=value>', text('cli_did_param'), (one: string, all?: string[]) => [
      ...(all ?? []),
      one,
    ])
    .option('--params <json>', text('cli_did_params'))
    .addOption(audience())
    .option('--key <keyId>', text('cli_did_key'))
    .action(async (options: CreateOptions) => {
      const { withDaemon, output } = session()
      const input = {
        operation: options.operation,
        params: paramsOf(options),
        audience: options.audience,
        keyId: options.key,
      }
      const made = await withDaemon((api) => api.identity.createAuth.mutate(input))
      output.result(made, () => {
        output.line(made.header)
      })
    })

  auth
    .command('verify')
    .description(text('cli_did_auth_verify'))
    .argument('<header>')
    .addOption(audience())
    .action(async (header: string, options: { audience: string }) => {
      const { withDaemon, output } = session()
      const input = { header, audience: options.audience }
      const verified = await withDaemon((api) => api.identity.verifyAuth.mutate(input))
      output.result(verified, () => {
        output.say('cli_did_signed_by', { did: verified.signerDid, keyId: verified.keyId })
        output.line(`${verified.operation} ${JSON.stringify(verified.params)}`)
      })
    })
}

interface CreateOptions {
  readonly operation: string
  readonly param?: readonly string[]
  readonly params?: string
  readonly audience: string
  readonly key?: string
}

/** `--params`, overridden by each `--param`. Errors: `invalid_request`. */
const paramsOf = ({ param = [], params }: CreateOptions): Record<string, unknown> => {
  const given = params === undefined ? {} : jsonObjectSchema.parse(readJsonArgument(params))
  const texts = param.map((one) => {
    const at = one.indexOf('=')
    if (at < 1)
      throw new SatchelError('invalid_request', { params: { problem: `--param ${one}: name=value` } })
    return [one.slice(0, at), one.slice(at + 1)] as const
  })
  return { ...given, ...Object.fromEntries(texts) }
}
