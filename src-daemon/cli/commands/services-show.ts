import type { Command } from 'commander'
import type { ServicePackage } from '../../contract/server-pins.ts'
import type { ServiceTool, ServiceView } from '../../contract/servers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import type { Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { errorViewOf, type Api, type Session } from '../console/session.ts'
import { reachedBy } from './services-consent.ts'

/** `satchel services show URI`, `satchel services accept URI [TOOL…]` */
export const addServicesShowCommands = (services: Command, { text, session }: CommandDeps): void => {
  services
    .command('show')
    .description(text('cli_services_show'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const view = await withDaemon((api) => viewOf(api, uri))
      output.result(view, () => {
        output.line(`${view.uri}  ${reachedBy(view.definition)}`)
        showPackage(output, view.package)
        showTools(output, view.tools, { dates: true })
      })
    })

  services
    .command('accept')
    .description(text('cli_services_accept'))
    .argument('<uri>')
    .argument('[tool...]')
    .action(async (uri: string, names: string[]) => {
      const one = session()
      const { withDaemon, output, consent } = one
      const view = await withDaemon(async (api) => {
        const runs = await acceptPackage(one, api, uri)
        const { tools } = await api.services.test.mutate({ uri })
        const open = tools.filter(
          ({ name, status }) => status !== 'accepted' && (names.length === 0 || names.includes(name)),
        )
        showTools(output, open)
        if (open.length === 0) return runs
        if (!(await consent('cli_q_service_accept', { uri, tools: open.map(({ name }) => name).join(', ') })))
          declineTo(output)
        return api.services.accept.mutate({ uri, tools: open.map(({ name, sha256 }) => ({ name, sha256 })) })
      })
      output.result(view, () => {
        output.say(view === null ? 'cli_none' : 'cli_service_accepted', { uri })
      })
    })
}

/** Looks at what would run; where that is not what was accepted, shows it and asks. Null where it is. */
const acceptPackage = async (
  { output, consent, language }: Session,
  api: Api,
  uri: string,
): Promise<ServiceView | null> => {
  try {
    await api.services.test.mutate({ uri })
    return null
  } catch (thrown) {
    if (errorViewOf(thrown, language).code !== 'service_package_changed') throw thrown
  }
  const { package: runs } = await viewOf(api, uri)
  if (runs?.found === null || runs?.found === undefined) return null
  showPackage(output, runs)
  const { title, sha256 } = runs.found
  if (!(await consent('cli_q_service_package', { uri, title }))) declineTo(output)
  return api.services.acceptPackage.mutate({ uri, sha256 })
}

const viewOf = async (api: Api, uri: string): Promise<ServiceView> => {
  const view = await api.services.get.query({ uri })
  if (view === null) throw new SatchelError('service_unknown', { params: { uri } })
  return view
}

/** Each tool with how it stands, with `dates` since when; where it is described differently by now, how. */
export const showTools = (output: Output, tools: readonly ServiceTool[], { dates = false } = {}): void => {
  for (const { name, description, status, enabled, acceptedAt, differences } of tools) {
    const shown = description.split('\n')[0]?.slice(0, 120) ?? ''
    const since = dates && acceptedAt !== null
    const marks = since ? [say(output.language, 'cli_service_accepted_at', { at: acceptedAt })] : []
    if (!since || status !== 'accepted') marks.unshift(say(output.language, `service_tool_${status}`))
    if (!enabled) marks.push(say(output.language, 'service_tool_is_off'))
    output.line(`  ${name}  [${marks.join(', ')}]  ${shown}`)
    showDifferences(output, differences)
  }
}

const showPackage = (output: Output, runs: ServicePackage | null): void => {
  if (runs === null) return
  if (runs.accepted === null) {
    output.say('cli_service_unpinned')
    return
  }
  const { title, sha256, parts, at } = runs.accepted
  output.say('cli_service_pinned', { title, sha256, parts, at })
  if (runs.found === null) return
  output.say('cli_service_found', { title: runs.found.title, sha256: runs.found.sha256, at: runs.found.at })
  showDifferences(output, runs.differences)
  const more = runs.differing - runs.differences.length
  if (more > 0) output.line(`    … ${String(more)}`)
}

const showDifferences = (output: Output, differences: ServiceTool['differences']): void => {
  for (const { path, before, after } of differences) {
    output.line(`    ${path}`)
    if (before !== null) output.line(`    - ${before}`)
    if (after !== null) output.line(`    + ${after}`)
  }
}

/** Ends the command where its owner said no. */
export const declineTo = (output: Output): never => {
  output.say('cli_declined')
  throw new Declined()
}
