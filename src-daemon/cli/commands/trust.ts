import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { FoundTrustList, TrustListContents, TrustListView } from '../../contract/trust.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import { errorText } from '../console/error-text.ts'
import { columns, type Output } from '../console/output.ts'
import { addTrustReportCommand } from './trust-report.ts'
import { addTrustAuthoringCommands } from './trust-authoring.ts'

/** `satchel trust list|add|show|update|remove|report|draft|sign`: signed lists to follow, and one's own. */
export const addTrustCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const trust = program.command('trust').description(text('cli_trust'))

  trust
    .command('list', { isDefault: true })
    .description(text('cli_trust_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.trust.lists.query())
      output.result(all, () => {
        for (const line of columns(all.map((one) => rowOf(output, one)))) output.line(line)
        for (const { problem } of all) if (problem !== null) output.lines(errorText(problem))
        if (all.length === 0) output.say('cli_none')
      })
    })

  trust
    .command('add')
    .description(text('cli_trust_add'))
    .argument('<place>', text('cli_trust_place'))
    .option('--name <name>', text('cli_trust_name'))
    .option('--did <did>', text('cli_trust_did'))
    .action(async (given: string, { name, did: wanted }: { name?: string; did?: string }) => {
      const { withDaemon, output, consent } = session()
      const place = /^https?:/i.test(given) ? given : resolve(given)
      const followed = await withDaemon(async (api) => {
        const found = await api.trust.look.mutate({ place })
        sayFound(output, found)
        const did = wanted ?? found.did
        if (!(await consent('cli_q_trust_follow', { did }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        return api.trust.follow.mutate({ place, did, ...(name === undefined ? {} : { name }) })
      })
      output.result(followed, () => {
        output.say('cli_trust_followed', { name: followed.name })
      })
    })

  trust
    .command('show')
    .description(text('cli_trust_show'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.trust.show.query({ name }))
      output.result(list, () => {
        showList(output, list)
      })
    })

  trust
    .command('update')
    .description(text('cli_trust_update'))
    .argument('[names...]')
    .action(async (names: string[]) => {
      const { withDaemon, output } = session()
      const done = await withDaemon((api) => api.trust.update.mutate(names.length === 0 ? {} : { names }))
      output.result(done, () => {
        for (const { name, outcome, problem } of done) {
          output.say(`cli_trust_outcome_${outcome}`, { name })
          if (problem !== null) output.lines(errorText(problem), '  ')
        }
        if (done.length === 0) output.say('cli_none')
      })
      if (done.some(({ outcome }) => outcome === 'failed')) io.exitCode = 1
    })

  trust
    .command('remove')
    .description(text('cli_trust_remove'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.trust.unfollow.mutate({ name }))
      output.result({ removed: name }, () => {
        output.say('cli_trust_removed', { name })
      })
    })

  addTrustReportCommand(trust, deps)
  addTrustAuthoringCommands(trust, deps)
}

const sayFound = (output: Output, { title, did, time, counts }: FoundTrustList): void => {
  output.say('cli_trust_found', { title, did, time: time.slice(0, 10), ...counts })
}

const rowOf = ({ language }: Output, { name, counts, time, did, place }: TrustListView): string[] => [
  name,
  say(language, 'cli_trust_row', counts),
  say(language, 'cli_trust_of', { time: time.slice(0, 10) }),
  did,
  place,
]

const showList = (output: Output, list: TrustListContents): void => {
  sayFound(output, list)
  if (list.description !== '') output.line(list.description)
  if (list.contact !== null) output.say('cli_trust_reports', { contact: list.contact })
  if (list.problem !== null) output.lines(errorText(list.problem))
  if (list.blocked.length > 0) output.say('cli_trust_blocked')
  for (const one of list.blocked) {
    const which = one.sha256 ?? one.versions ?? '*'
    output.line(`  ${one.package} ${which} (${one.author}): ${one.reason}`)
  }
  if (list.recommended.length > 0) output.say('cli_trust_recommended')
  for (const { author, name, reason } of list.recommended)
    output.line(`  ${[author, name, reason].filter((one) => one !== '').join(' ')}`)
  if (list.collections.length > 0) output.say('cli_trust_collections')
  for (const { id, title, description, packages } of list.collections)
    output.line(
      `  ${id} (${String(packages)}): ${[title, description].filter((one) => one !== '').join('. ')}`,
    )
}
