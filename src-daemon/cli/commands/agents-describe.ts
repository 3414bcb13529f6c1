import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import {
  offerChangeSchema,
  type OfferChange,
  type OfferPreview,
  type OfferProblem,
  type PublishedOffer,
} from '../../contract/agent-offer.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import { readJsonArgument } from './files.ts'
import { writeWebFile } from './web-files.ts'

interface DescribeOptions {
  readonly as?: string
  readonly set?: string
  readonly show?: boolean
  readonly publish?: boolean
  readonly to?: string
}

/** `satchel agents describe` */
export const addAgentDescribeCommand = (agents: Command, { text, session }: CommandDeps): void => {
  agents
    .command('describe')
    .description(text('cli_agents_describe'))
    .option('--as <did>', text('cli_agents_as'))
    .option('--set <json>', text('cli_agents_describe_set'))
    .option('--show', text('cli_agents_describe_show'))
    .option('--publish', text('cli_agents_describe_publish'))
    .option('--to <dir>', text('cli_agents_did_to'))
    .action(async (options: DescribeOptions) => {
      const { withDaemon, consent, output } = session()
      const { preview, made, document } = await withDaemon(async (api) => {
        if (options.as !== undefined || options.set !== undefined)
          await api.agentOffer.set.mutate(changeOf(options))
        const shown = await api.agentOffer.preview.query()
        if (options.publish !== true) return { preview: shown, made: null, document: null }
        if (!(await consent('cli_q_agents_publish', { url: shown.url ?? '—' }))) throw new Declined()
        const published = await api.agentOffer.publish.mutate()
        const own = await api.agentIdentities.get.query({ did: published.did })
        return { preview: shown, made: published, document: own }
      })
      if (made === null) {
        output.result(preview, () => {
          if (options.show === true) printFiles(output, preview)
          else printPreview(output, preview)
        })
        return
      }
      const own = { path: document.path, text: `${JSON.stringify(document.document, null, 2)}\n` }
      const written = options.to === undefined ? [] : writeAll(made, own, options.to)
      output.result({ ...made, written }, () => {
        output.say('cli_agents_described', { version: made.version, url: made.url })
        for (const path of written) output.line(path)
      })
    })
}

/** The members to change. Errors: `invalid_request`. */
const changeOf = ({ as, set }: DescribeOptions): OfferChange => {
  const parsed = offerChangeSchema.safeParse(set === undefined ? {} : readJsonArgument(set))
  if (!parsed.success) throw toSatchelError(parsed.error)
  return { ...parsed.data, ...(as === undefined ? {} : { did: as }) }
}

const printPreview = (
  output: Output,
  { url, version, changed: differs, files, problems }: OfferPreview,
): void => {
  for (const line of columns([[url ?? '—', version, differs ? '*' : '']])) output.line(line)
  for (const { path } of files) output.line(`  ${path}`)
  printProblems(output, problems)
}

const printFiles = (output: Output, { files, problems }: OfferPreview): void => {
  for (const { path, text } of files) {
    output.line(`— ${path}`)
    output.lines(text.trimEnd())
  }
  printProblems(output, problems)
}

const printProblems = (output: Output, problems: readonly OfferProblem[]): void => {
  for (const { code, detail } of problems)
    output.line(`! ${say(output.language, `offer_problem_${code}`)}${detail === null ? '' : ` (${detail})`}`)
}

/**
 * Writes the files and the document of the DID below the root of a web server: over an earlier description of the same
 * DID, otherwise over nothing. Errors: `did_publish_other_file`, before anything is written; `file_unwritable`.
 */
const writeAll = (
  { did, files }: PublishedOffer,
  document: { readonly path: string; readonly text: string },
  root: string,
): readonly string[] => {
  const inRoot = (path: string): string => join(root, ...path.split('/'))
  const isOurs = didIn(inRoot(files[0]?.path ?? ''), 'did') === did
  for (const { path } of files)
    if (!isOurs && existsSync(inRoot(path)))
      throw new SatchelError('did_publish_other_file', { params: { path: inRoot(path), did } })
  const own = inRoot(document.path)
  if (existsSync(own) && didIn(own, 'id') !== did)
    throw new SatchelError('did_publish_other_file', { params: { path: own, did } })
  for (const { path, text } of [...files, document]) writeWebFile(inRoot(path), text)
  return [...files, document].map(({ path }) => inRoot(path))
}

const didIn = (file: string, member: string): unknown => {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(json) ? json[member] : null
  } catch {
    return null // Not there, or none of ours.
  }
}
