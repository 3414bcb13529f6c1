import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { Beside, Checked } from '../../agents/index.ts'
import type { DescriptionVerdict, VerifiedDescription } from '../../contract/agent-descriptions.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns, type Output } from '../console/output.ts'
import { readNamedFile } from './files.ts'

/** `satchel agents check|verify|sign` */
export const addAgentVerifyCommands = (agents: Command, { text, session, io }: CommandDeps): void => {
  agents
    .command('check')
    .description(text('cli_agents_check'))
    .argument('<file>')
    .option('--did-document <file>', text('cli_agents_check_document'))
    .action(async (path: string, { didDocument }: { didDocument?: string }) => {
      const { output } = session()
      const { checkFile } = await import('../../agents/index.ts')
      const content = readNamedFile(path).bytes.toString('utf8')
      const results = await checkFile(content, await besideOf(path, didDocument), () => new Date())
      const differing = results.filter(({ agrees }) => !agrees)
      if (differing.length > 0) io.exitCode = 1
      output.result(results, () => {
        const rows = results.map((one) => rowOf(output, one))
        for (const line of columns(rows)) output.line(line)
        output.say('cli_agents_check_sum', { all: results.length, differ: differing.length })
      })
    })

  agents
    .command('verify')
    .description(text('cli_agents_verify'))
    .argument('<url|file>')
    .option('--as <did>', text('cli_agents_as'))
    .action(async (source: string, { as }: { as?: string }) => {
      const { withDaemon, output } = session()
      const verified = await withDaemon((api) =>
        /^https?:\/\//i.test(source)
          ? api.agentIdentities.verifyAt.mutate({ url: source, did: as ?? null })
          : api.agentIdentities.verifyText.mutate({
              text: readNamedFile(source).bytes.toString('utf8'),
            }),
      )
      if (verified.verdict !== 'valid' && verified.verdict !== 'valid-legacy') io.exitCode = 1
      output.result(verified, () => {
        printVerified(output, verified)
      })
    })

  agents
    .command('sign')
    .description(text('cli_agents_sign'))
    .argument('<url>')
    .requiredOption('--as <did>', text('cli_agents_as'))
    .option('--method <name>', text('cli_agents_method'), 'GET')
    .option('--data <text>', text('cli_agents_data'))
    .addOption(
      new Option('--form <form>', text('cli_agents_form'))
        .choices(['http-signature', 'didwba'] as const)
        .default('http-signature'),
    )
    .action(async (url: string, options: SignOptions) => {
      const { withDaemon, output } = session()
      const body = options.data === undefined ? null : bodyOf(options.data)
      const headers = await withDaemon((api) =>
        api.agentIdentities.sign.mutate({
          did: options.as,
          method: options.method.toUpperCase(),
          url,
          form: options.form,
          bodyBase64: body?.toString('base64') ?? null,
        }),
      )
      output.result(headers, () => {
        for (const [name, value] of Object.entries(headers)) output.line(`${name}: ${value}`)
      })
    })
}

const rowOf = (
  { language }: Output,
  { id, verdict, reason, detail, expected, agrees }: Checked,
): readonly string[] => {
  const wanted = agrees || expected === null ? null : { expected: String(expected) }
  const said = [
    reason,
    ...(detail === null ? [] : [`(${detail})`]),
    ...(wanted === null ? [] : [say(language, 'cli_agents_check_expected', wanted)]),
  ]
  return [agrees ? ' ' : '✗', id, verdict, said.join(' ')]
}

interface SignOptions {
  readonly as: string
  readonly method: string
  readonly data?: string
  readonly form: 'http-signature' | 'didwba'
}

const bodyOf = (data: string): Buffer =>
  data.startsWith('@') ? readNamedFile(data.slice(1)).bytes : Buffer.from(data, 'utf8')

/** What each verdict means, in a line. */
export const VERDICTS = {
  valid: 'description_verdict_valid',
  'valid-legacy': 'description_verdict_valid_legacy',
  'not-domain-bound': 'description_verdict_not_domain_bound',
  unsigned: 'description_verdict_unsigned',
  unsupported: 'description_verdict_unsupported',
  invalid: 'description_verdict_invalid',
} as const satisfies Record<DescriptionVerdict, string>

const printVerified = (output: Output, verified: VerifiedDescription): void => {
  const { verdict, reasons, warnings, name, did, version, keyId, domain, fetchedFrom, pin } = verified
  output.say(VERDICTS[verdict])
  for (const { code, detail } of reasons)
    output.line(
      `  ${say(output.language, `description_reason_${code}`)}${detail === null ? '' : ` (${detail})`}`,
    )
  const facts = { name, version, did, key: keyId, domain, host: fetchedFrom }
  const rows = Object.entries(facts).flatMap(([what, value]) => (value === null ? [] : [[what, value]]))
  for (const line of columns(rows)) output.line(line)
  for (const { place, code } of warnings)
    output.line(`! ${place} ${say(output.language, `description_warning_${code}`)}`)
  if (pin === null) return
  const seen = { seenAt: pin.seenAt ?? '', members: pin.members.join(', ') }
  if (pin.state === 'first') output.say('description_pin_first')
  else if (pin.state === 'same') output.say('description_pin_same', seen)
  else output.say(`description_pin_${pin.state}`, seen)
  if (pin.keyChanged) output.say('description_pin_key')
}

/** As many files as a folder of documents has; a folder full of others isn't read through. */
const MAX_FILES = 200
const MAX_BYTES = 1024 * 1024

/** The DID documents and the file of identities in the folder of a file, and a document given by name. */
const besideOf = async (path: string, document: string | undefined): Promise<Beside> => {
  const { isDidDocument } = await import('../../agents/index.ts')
  const own = resolve(path)
  const folder = dirname(own)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  // The root of a web space, as publishing writes it, has the document below `.well-known`.
  const published = [join(folder, '.well-known', 'did.json')].filter((one) => existsSync(one))
  const paths = [...published, ...names.slice(0, MAX_FILES).map((name) => join(folder, name))]
  const given = document === undefined ? [] : [parsed(readNamedFile(document).bytes)]
  const found = paths
    .filter((one) => one !== own && statSync(one).isFile() && statSync(one).size <= MAX_BYTES)
    .map((one) => parsed(readNamedFile(one).bytes))
  return {
    documents: [...given, ...found].filter(isDidDocument),
    identities: found.find((one) => typeof one === 'object' && one !== null && 'identities' in one) ?? null,
  }
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return null // Some other file.
  }
}
