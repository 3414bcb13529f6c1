import type { Command } from 'commander'
import type { ErrorView } from '../../contract/errors.ts'
import type { Language } from '../../contract/language.ts'
import { movedGrantSchema, type SandboxLimits } from '../../contract/sandbox.ts'
import type { ServerPackage } from '../../contract/server-pins.ts'
import type { ServerTool, ServerView } from '../../contract/servers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { errorText } from '../console/error-text.ts'
import type { Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { isInteractive } from '../console/terminal.ts'
import { errorViewOf, type Api, type Session } from '../console/session.ts'
import { grantsOf, reachedBy, valuesOf } from './servers-consent.ts'

/** `satchel servers show URI`, `satchel servers accept URI [TOOL…]` */
export const addServersShowCommands = (servers: Command, { text, session }: CommandDeps): void => {
  servers
    .command('show')
    .description(text('cli_servers_show'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const view = await withDaemon((api) => viewOf(api, uri))
      output.result(view, () => {
        output.line(`${view.uri}  ${reachedBy(view.definition)}`)
        for (const line of [...grantsOf(output, view.definition), ...valuesOf(output, view.definition)])
          output.line(`  ${line}`)
        if (view.state.kind === 'running' && view.state.limits !== null)
          output.line(`  ${sayLimits(output.language, view.state.limits)}`)
        if (view.problem !== null) for (const line of errorText(view.problem).split('\n')) output.line(line)
        showPackage(output, view.package)
        showTools(output, view.tools, { dates: true })
        showRefused(output, view)
      })
    })

  servers
    .command('accept')
    .description(text('cli_servers_accept'))
    .argument('<uri>')
    .argument('[tool...]')
    .action(async (uri: string, names: string[]) => {
      const one = session()
      const { withDaemon, output } = one
      const view = await withDaemon(async (api) => {
        const runs = await acceptChanges(one, api, uri)
        const { tools } = await api.servers.test.mutate({ uri })
        const open = tools.filter(
          ({ name, status }) => status !== 'accepted' && (names.length === 0 || names.includes(name)),
        )
        if (open.length === 0) return runs
        return (await acceptTools(one, api, uri, open)) ?? declineTo(output)
      })
      output.result(view, () => {
        output.say(view === null ? 'cli_none' : 'cli_server_accepted', { uri })
      })
    })
}

/**
 * Shows tools with all their texts, and asks. Tools whose texts have findings are asked about separately, and `--yes`
 * doesn't cover them. Null if none was accepted.
 */
export const acceptTools = async (
  { output, consent, insist }: Session,
  api: Api,
  uri: string,
  tools: readonly ServerTool[],
): Promise<ServerView | null> => {
  showTools(output, tools, { whole: true })
  const [clean, doubtful] = [
    tools.filter(({ findings }) => findings.length === 0),
    tools.filter(({ findings }) => findings.length > 0),
  ]
  const accepted: ServerTool[] = []
  if (clean.length > 0 && (await consent('cli_q_server_accept', { uri, tools: namesOf(clean) })))
    accepted.push(...clean)
  if (doubtful.length > 0) {
    if (await insist('cli_q_server_doubtful', { uri, tools: namesOf(doubtful) })) accepted.push(...doubtful)
    else output.say('cli_server_waiting', { uri, tools: namesOf(doubtful) })
  }
  if (accepted.length === 0) return null
  return api.servers.accept.mutate({ uri, tools: accepted.map(({ name, sha256 }) => ({ name, sha256 })) })
}

/** After connecting: shows the tools to be read, asks, and returns the server's new state. */
export const readTools = async (one: Session, api: Api, added: ServerView): Promise<ServerView> => {
  const { uri, tools } = added
  showRefused(one.output, added)
  const open = tools.filter(({ status }) => status !== 'accepted')
  if (open.length === 0) return added
  if (one.yes || isInteractive(one.io)) return (await acceptTools(one, api, uri, open)) ?? added
  one.output.say('cli_server_unread', { uri, tools: namesOf(open) })
  return added
}

/** What comes after an error's message: what the program wrote, what to do, and its exact command. */
export const sayDetails = (output: Output, problem: ErrorView): void => {
  for (const line of errorText(problem).split('\n').slice(1)) output.line(line)
}

/** Why a server that was added couldn't be used, with the program's output. */
export const showKept = (output: Output, { uri, problem }: ServerView): void => {
  if (problem === null) return
  output.say('cli_server_kept', { uri, problem: problem.message })
  sayDetails(output, problem)
}

const namesOf = (tools: readonly ServerTool[]): string => tools.map(({ name }) => name).join(', ')

/** Checks what would run and where its grants lead; shows what differs from what was accepted, and asks. Null if nothing has changed. */
const acceptChanges = async (one: Session, api: Api, uri: string): Promise<ServerView | null> => {
  try {
    await api.servers.test.mutate({ uri })
    return null
  } catch (thrown) {
    const { code, details } = errorViewOf(thrown, one.language)
    if (code === 'server_package_changed') return acceptPackage(one, api, uri)
    const move = movedGrantSchema.safeParse(details)
    if (code !== 'server_grant_moved' || !move.success) throw thrown
    const view = await acceptMove(one, api, { uri, ...move.data })
    return (await acceptChanges(one, api, uri)) ?? view
  }
}

/** `--yes` doesn't count, because it was given before it was known where the path leads. */
const acceptMove = async (
  { output, insist }: Session,
  api: Api,
  move: { readonly uri: string; readonly path: string; readonly real: string },
): Promise<ServerView> => {
  if (!(await insist('cli_q_server_move', move))) declineTo(output)
  return api.servers.acceptMove.mutate(move)
}

const acceptPackage = async (
  { output, consent }: Session,
  api: Api,
  uri: string,
): Promise<ServerView | null> => {
  const { package: runs } = await viewOf(api, uri)
  if (runs?.found === null || runs?.found === undefined) return null
  showPackage(output, runs)
  const { title, sha256 } = runs.found
  if (!(await consent('cli_q_server_package', { uri, title }))) declineTo(output)
  return api.servers.acceptPackage.mutate({ uri, sha256 })
}

const viewOf = async (api: Api, uri: string): Promise<ServerView> => {
  const view = await api.servers.get.query({ uri })
  if (view === null) throw new SatchelError('server_unknown', { params: { uri } })
  return view
}

/**
 * Prints each tool's status, with `dates` when it was accepted, with `whole` all of its description, what the linter found,
 * what isn't checked, and the differences if its definition has changed.
 */
export const showTools = (
  output: Output,
  tools: readonly ServerTool[],
  { dates = false, whole = false } = {},
): void => {
  for (const tool of tools) {
    const { name, description, status, enabled, acceptedAt, parameters } = tool
    const shown = whole ? '' : (description.split('\n')[0]?.slice(0, 120) ?? '')
    const since = dates && acceptedAt !== null
    const marks = since ? [say(output.language, 'cli_server_accepted_at', { at: acceptedAt })] : []
    if (!since || status !== 'accepted') marks.unshift(say(output.language, `server_tool_${status}`))
    if (!enabled) marks.push(say(output.language, 'server_tool_is_off'))
    output.line(`  ${name}  [${marks.join(', ')}]  ${shown}`)
    if (whole) {
      output.lines(description, '  > ')
      for (const { path, text } of parameters) output.lines(`${path}: ${text}`, '  > ')
    }
    for (const { message } of tool.findings) output.line(`  ! ${message}`)
    for (const sentence of tool.unchecked) output.line(`  - ${sentence}`)
    showDifferences(output, tool.differences)
  }
}

/** Prints which tools aren't used and what else of its lists was left out, and why. */
export const showRefused = (
  output: Output,
  { refused, leftOut }: Pick<ServerView, 'refused' | 'leftOut'>,
): void => {
  for (const { name, reason, like, problem } of refused)
    output.line(
      `  ! ${say(output.language, `server_refused_${reason}`, { name, like: like ?? '', problem: problem ?? '' })}`,
    )
  for (const { message } of leftOut) output.line(`  ! ${message}`)
}

const showPackage = (output: Output, runs: ServerPackage | null): void => {
  if (runs === null) return
  if (runs.accepted === null) {
    output.say('cli_server_unpinned')
    return
  }
  const { title, sha256, parts, at } = runs.accepted
  output.say('cli_server_pinned', { title, sha256, parts, at })
  if (runs.found === null) return
  output.say('cli_server_found', { title: runs.found.title, sha256: runs.found.sha256, at: runs.found.at })
  showDifferences(output, runs.differences)
  const more = runs.differing - runs.differences.length
  if (more > 0) output.line(`    … ${String(more)}`)
}

const showDifferences = (output: Output, differences: ServerTool['differences']): void => {
  for (const { path, before, after } of differences) {
    output.line(`    ${path}`)
    if (before !== null) output.line(`    - ${before}`)
    if (after !== null) output.line(`    + ${after}`)
  }
}

/** How a program is limited with everything it starts, as a sentence. */
export const sayLimits = (language: Language, { memory, processes }: SandboxLimits): string =>
  say(language, memory === 'system' ? 'cli_limits_system' : 'cli_limits_watched', { processes })

/** Ends the command because the user declined. */
export const declineTo = (output: Output): never => {
  output.say('cli_declined')
  throw new Declined()
}
