import { Option, type Command } from 'commander'
import {
  MARKET_SORTS,
  type MarketCard,
  type MarketDetail,
  type SourceState,
} from '../../../contract/marketplace.ts'
import { say } from '../../../text/index.ts'
import { printAuthorName } from '../../console/author-name.ts'
import { inTerminal } from '../../console/error-text.ts'
import { columns, type Output } from '../../console/output.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import { printVerification } from '../../console/verification.ts'

const MAX_SHOWN = 20

/** `satchel registry search|resolve`: in all sources at once. */
export const addRegistrySearchCommands = (registry: Command, { text, session, io }: CommandDeps): void => {
  registry
    .command('search')
    .description(text('cli_market_search'))
    .argument('[words...]')
    .option('--tag <tag...>', text('cli_market_filter'))
    .option('--author <did...>', text('cli_market_filter'))
    .option('--permission <permission...>', text('cli_market_filter'))
    .option('--model <family...>', text('cli_market_filter'))
    .option('--source <name...>', text('cli_market_filter_source'))
    .addOption(
      new Option('--sort <order>', text('cli_market_sort')).choices(MARKET_SORTS).default('relevance'),
    )
    .option('--limit <number>', text('cli_market_limit'), String(MAX_SHOWN))
    .option('--cursor <cursor>', text('cli_market_cursor'))
    .action(async (words: string[], options: SearchOptions) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) =>
        api.marketplace.search.mutate({
          query: words.join(' '),
          filters: filtersOf(options),
          sort: options.sort,
          limit: Number(options.limit),
          cursor: options.cursor ?? null,
        }),
      )
      output.result(found, () => {
        const rows = found.cards.map((card) => [
          card.name,
          card.version,
          card.claims[0]?.source ?? '',
          marksOf(output, card),
          `${card.title}: ${card.description}`,
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_market_none')
        if (found.nextCursor !== null) output.say('cli_market_more', { cursor: found.nextCursor })
        printStates(output, found.sources)
      })
    })

  registry
    .command('resolve')
    .description(text('cli_market_resolve'))
    .argument('<capability>', text('cli_market_capability'))
    .option('--source <name>', text('cli_market_source'))
    .action(async (capUri: string, { source }: { source?: string }) => {
      const { withDaemon, output } = session()
      const input = { capUri, ...(source === undefined ? {} : { source }) }
      const detail = await withDaemon((api) => api.marketplace.detail.mutate(input))
      output.result(detail, () => {
        printDetail(output, detail)
      })
      if (!detail.verification.holds) io.exitCode = 1
    })
}

interface SearchOptions {
  readonly tag?: string[]
  readonly author?: string[]
  readonly permission?: string[]
  readonly model?: string[]
  readonly source?: string[]
  readonly sort: (typeof MARKET_SORTS)[number]
  readonly limit: string
  readonly cursor?: string
}

const filtersOf = ({ tag, author, permission, model, source }: SearchOptions) => ({
  ...(tag === undefined ? {} : { tags: tag }),
  ...(author === undefined ? {} : { author_did: author }),
  ...(permission === undefined ? {} : { permissions: permission }),
  ...(model === undefined ? {} : { model_family: model }),
  ...(source === undefined ? {} : { sources: source }),
})

const marksOf = ({ language }: Output, card: MarketCard): string =>
  [
    card.conflict ? say(language, 'cli_market_mark_conflict') : '',
    card.isUpdate ? say(language, 'cli_market_mark_update') : '',
    card.installed !== null && !card.isUpdate ? say(language, 'cli_market_mark_installed') : '',
    card.claims.some(({ trust }) => trust === 'ask') ? say(language, 'cli_market_trust_ask') : '',
  ]
    .filter((mark) => mark !== '')
    .join(', ')

/** Prints why a source didn't answer properly, for each such source. */
const printStates = (output: Output, states: readonly SourceState[]): void => {
  for (const { source, status, at, problem } of states) {
    if (problem === null) continue
    output.say(status === 'cached' ? 'cli_market_from_cache' : 'cli_market_source_problem', {
      source,
      time: at?.slice(0, 16) ?? '',
      problem: problem.message,
    })
  }
}

/** Behind a bar, so that no line of it could be taken for one of Satchel's; of pictures the words. */
const printReadme = (output: Output, readme: string): void => {
  if (readme === '') return
  const words = readme.replaceAll(/!\[([^\]\n]*)\]\([^)\s]*\)/gu, '[$1]')
  for (const line of words.split('\n')) output.line(`| ${line}`.trimEnd())
}

const printDetail = (
  output: Output,
  { card, versions, verification, file, problem, sources }: MarketDetail,
): void => {
  const { language } = output
  output.line(`${card.title} ${card.version} (${card.capUri})`)
  output.line(card.description)
  output.say('cli_review_author', {
    did: card.author.did,
    trust: say(language, `cli_trust_${card.author.trust}`),
  })
  printReadme(output, file?.readme ?? '')
  const proven = verification.steps.some(({ step, check }) => step === 'author' && check === 'held')
  printAuthorName(output, { ...card.author, proven })
  if (card.conflict)
    for (const { source, version, authorDid, sha256 } of card.claims)
      output.say('cli_market_claim', { source, version, author: authorDid, sha256 })
  const rows = versions.map(({ version, publishedAt, yanked, saidBy, isInstalled }) => [
    version,
    publishedAt?.slice(0, 10) ?? '-',
    [...new Set(saidBy.map(({ source }) => source))].join(' '),
    isInstalled ? say(language, 'cli_market_mark_installed') : '',
    yanked === null ? '' : say(language, 'cli_registry_yanked', { reason: yanked }),
  ])
  for (const line of columns(rows)) output.line(line)
  printVerification(output, verification)
  if (file !== null) {
    const { hosts, tools, promptTokens, permissions } = file.facts
    for (const { text } of permissions) output.line(`  ${text}`)
    if (hosts.length > 0) output.say('cli_review_hosts', { hosts: hosts.join(', ') })
    output.say('cli_market_size', { tools, tokens: promptTokens })
  }
  if (problem !== null) output.line(`${problem.message} ${inTerminal(problem).action}`)
  printStates(output, sources)
}
