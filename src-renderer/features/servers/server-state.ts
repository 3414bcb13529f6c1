import type { SandboxLimits } from '../../../src-daemon/contract/sandbox.ts'
import type { ServerDefinition, ServerView } from '../../../src-daemon/contract/servers.ts'
import { t } from '../../i18n/index.ts'
import type { ErrorView } from '../../rpc/errors.ts'

/** The state of a server. */
type Standing = ServerView['state']['kind'] | 'locked'

/** How the state of a connection looks. */
export const STATE_COLORS = {
  running: 'success',
  starting: 'neutral',
  stopped: 'neutral',
  waiting: 'warning',
  failed: 'error',
  locked: 'warning',
} as const satisfies Record<Standing, string>

/** The exact command that is run, or the address that is reached. */
export const targetOf = (definition: ServerDefinition): string =>
  definition.kind === 'command' ? [definition.command, ...definition.args].join(' ') : definition.url

/** Why it isn't available; null if there is no problem, or the user only has to sign in. */
export const problemOf = ({ state, problem }: Pick<ServerView, 'state' | 'problem'>): ErrorView | null => {
  const shown = 'problem' in state ? state.problem : problem
  return shown?.code === 'server_signin_needed' ? null : shown
}

/** The granted path that leads elsewhere, if that is why it isn't started; else null. */
export const movedGrantOf = (problem: ErrorView | null): { path: string; real: string } | null => {
  const details = problem?.code === 'server_grant_moved' ? problem.details : null
  if (typeof details !== 'object' || details === null || !('path' in details && 'real' in details))
    return null
  const { path, real } = details
  return typeof path === 'string' && typeof real === 'string' ? { path, real } : null
}

/** Whether it can't be started before the vault is unlocked. A running server keeps what it was given. */
export const isLocked = ({ state, locked }: Pick<ServerView, 'state' | 'locked'>): boolean =>
  locked && state.kind !== 'running' && state.kind !== 'starting'

/**
 * Its state as the user sees it: one that couldn't be started when it was last needed has failed, and isn't just
 * stopped.
 */
export const standingOf = (server: Pick<ServerView, 'state' | 'problem' | 'locked'>): Standing => {
  if (isLocked(server)) return 'locked'
  return server.state.kind === 'stopped' && problemOf(server) !== null ? 'failed' : server.state.kind
}

/** How a program in the sandbox is limited with everything it starts. */
export const limitsOf = ({ memory, processes }: SandboxLimits): string =>
  t(`servers.facts.limited.${memory}`, { processes })

/** Whether its tools are known: one that never answered may have any. */
export const knowsTools = ({ state, tools }: Pick<ServerView, 'state' | 'tools'>): boolean =>
  tools.length > 0 || state.kind === 'running'

/** Its tools that wait for the user because they were never accepted, or have changed since. */
export const openTools = (server: Pick<ServerView, 'tools'>): ServerView['tools'] =>
  server.tools.filter(({ status }) => status !== 'accepted')

/** What its tools wait for: the first review, or another one because their description has changed. */
export const waitingFor = (server: Pick<ServerView, 'tools'>): 'toolsNew' | 'toolsOpen' =>
  openTools(server).every(({ status }) => status === 'new') ? 'toolsNew' : 'toolsOpen'

/** Tokens its tools take up in a model's context if all that are on are offered. */
export const tokensOf = (server: Pick<ServerView, 'tools'>): number =>
  server.tools.filter(({ enabled }) => enabled).reduce((sum, tool) => sum + tool.tokens, 0)

/** What it may use, one sentence each. */
export const grantsOf = (definition: ServerDefinition): readonly string[] => {
  if (definition.kind !== 'command') return [t('serverDetail.grants.elsewhere')]
  const { memory, unsandboxed, read, write, hosts } = definition.grants
  const { bundle } = definition
  const limit = memory === undefined ? [] : [t('serverDetail.grants.memory', { size: String(memory) })]
  const variables = Object.entries(definition.env).map(([name, value]) =>
    typeof value === 'string'
      ? t('serverDetail.grants.variable', { name, value })
      : t('serverDetail.grants.secretVariable', { name, secret: value.secret }),
  )
  if (unsandboxed) return [t('serverDetail.grants.everything'), ...variables, ...limit]
  const said = [
    ...(bundle === undefined ? [] : [t('adding.fromBundle', { name: bundle.name, version: bundle.version })]),
    ...read.map((path) => t('serverDetail.grants.read', { path })),
    ...write.map((path) => t('serverDetail.grants.write', { path })),
    ...hosts.map((host) => t('serverDetail.grants.host', { host })),
    ...variables,
  ]
  if (said.length === 0) return [t('serverDetail.grants.nothing'), ...limit]
  return [...said, ...(hosts.length === 0 ? [t('serverDetail.grants.noNetwork')] : []), ...limit]
}

/**
 * What a program wrote before it failed, which usually explains it; null if it wrote nothing. The start command in
 * the log doesn't count.
 */
export const wroteOf = (details: unknown): string | null =>
  typeof details === 'object' && details !== null && 'stderr' in details && typeof details.stderr === 'string'
    ? details.stderr.replace(/^\$ .*$/gm, '').trim() || null
    : null
