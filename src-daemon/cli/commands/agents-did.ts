import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import type { OwnDid } from '../../contract/agent-dids.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import { writeWebFile } from './web-files.ts'

/** `satchel agents did list|create|show|publish|rotate|deactivate` */
export const addAgentDidCommands = (agents: Command, { text, session }: CommandDeps): void => {
  const did = agents.command('did').description(text('cli_agents_did'))

  did
    .command('list')
    .description(text('cli_agents_did_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.agentIdentities.list.query())
      output.result(list, () => {
        for (const line of columns(list.map((one) => rowOf(output, one)))) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  did
    .command('create')
    .description(text('cli_agents_did_create'))
    .argument('<host>')
    .option('--path <path>', text('cli_agents_did_path'))
    .addOption(
      new Option('--key <kind>', text('cli_agents_did_key')).choices(['e1', 'k1'] as const).default('e1'),
    )
    .addOption(
      new Option('--dialect <name>', text('cli_agents_did_dialect'))
        .choices(['w3c', 'sdk'] as const)
        .default('w3c'),
    )
    .option('--description <url>', text('cli_agents_did_description'))
    .action(async (host: string, options: CreateOptions) => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) =>
        api.agentIdentities.create.mutate({
          host,
          path: options.path?.split('/').filter((one) => one !== '') ?? [],
          key: options.key,
          dialect: options.dialect,
          ...(options.description === undefined ? {} : { descriptionUrl: options.description }),
        }),
      )
      print(output, made)
    })

  did
    .command('show')
    .description(text('cli_agents_did_show'))
    .argument('<did>')
    .action(async (given: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.agentIdentities.get.query({ did: given }))
      output.result(found, () => {
        output.lines(textOf(found).trimEnd())
      })
    })

  did
    .command('publish')
    .description(text('cli_agents_did_publish'))
    .argument('[did]')
    .requiredOption('--to <dir>', text('cli_agents_did_to'))
    .action(async (given: string | undefined, { to }: { to: string }) => {
      const { withDaemon, output } = session()
      const published = await withDaemon(async (api) =>
        given === undefined
          ? api.agentIdentities.list.query()
          : [await api.agentIdentities.get.query({ did: given })],
      )
      const written = publish(published, to)
      output.result(written, () => {
        for (const one of written) output.say('cli_agents_did_wrote', one)
        if (written.length === 0) output.say('cli_none')
      })
    })

  did
    .command('rotate')
    .description(text('cli_agents_did_rotate'))
    .argument('<did>')
    .action(async (given: string) => {
      const { withDaemon, consent, output } = session()
      const made = await withDaemon(async (api) => {
        if (!(await consent('cli_q_agents_did_rotate', { did: given }))) throw new Declined()
        return api.agentIdentities.rotate.mutate({ did: given })
      })
      print(output, made)
    })

  did
    .command('deactivate')
    .description(text('cli_agents_did_deactivate'))
    .argument('<did>')
    .action(async (given: string) => {
      const { withDaemon, consent, output } = session()
      const ended = await withDaemon(async (api) => {
        if (!(await consent('cli_q_agents_did_deactivate', { did: given }))) throw new Declined()
        return api.agentIdentities.deactivate.mutate({ did: given })
      })
      print(output, ended)
    })
}

interface CreateOptions {
  readonly path?: string
  readonly key: 'e1' | 'k1'
  readonly dialect: 'w3c' | 'sdk'
  readonly description?: string
}

const rowOf = ({ language }: Output, { did, kind, url, deactivatedAt }: OwnDid): readonly string[] => [
  did,
  kind,
  deactivatedAt === null ? url : say(language, 'cli_agents_did_given_up', { at: deactivatedAt }),
]

const print = (output: Output, one: OwnDid): void => {
  output.result(one, () => {
    for (const line of columns([rowOf(output, one)])) output.line(line)
    output.say('cli_agents_did_publish_next')
  })
}

const textOf = ({ document }: OwnDid): string => `${JSON.stringify(document, null, 2)}\n`

/**
 * Writes each document to its place below the root of a web server, over an earlier one of the same DID and nothing
 * else. Errors: `did_publish_other_file`, before anything is written; `file_unwritable`.
 */
const publish = (
  dids: readonly OwnDid[],
  root: string,
): readonly { did: string; path: string; url: string }[] => {
  const files = dids.map((one) => ({ ...one, file: join(root, ...one.path.split('/')) }))
  for (const { did, file } of files)
    if (existsSync(file) && idIn(file) !== did)
      throw new SatchelError('did_publish_other_file', { params: { path: file, did } })
  for (const one of files) writeWebFile(one.file, textOf(one))
  return files.map(({ did, file, url }) => ({ did, path: file, url }))
}

const idIn = (file: string): unknown => {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(json) ? json['id'] : null
  } catch {
    return null // Not JSON, so none of ours.
  }
}
