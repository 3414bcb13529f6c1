import type { ServerDefinition, ServerView } from '../../../src-daemon/contract/servers.ts'
import { t } from '../../i18n/index.ts'
import type { ErrorView } from '../../rpc/errors.ts'

/** How a server stands. */
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

/** Why it is not there; null where nothing is the matter, and where its owner only has to sign in. */
export const problemOf = ({ state, problem }: Pick<ServerView, 'state' | 'problem'>): ErrorView | null => {
  const shown = 'problem' in state ? state.problem : problem
  return shown?.code === 'server_signin_needed' ? null : shown
}

/** Whether it cannot be started before the vault is open. What runs goes on with what it was given. */
export const isLocked = ({ state, locked }: Pick<ServerView, 'state' | 'locked'>): boolean =>
  locked && state.kind !== 'running' && state.kind !== 'starting'

/** How it stands, as its owner sees it: one that was not there when it was wanted last has failed, and did not just stop. */
export const standingOf = (server: Pick<ServerView, 'state' | 'problem' | 'locked'>): Standing => {
  if (isLocked(server)) return 'locked'
  return server.state.kind === 'stopped' && problemOf(server) !== null ? 'failed' : server.state.kind
}

/** Whether its tools are known: one that never answered may have any. */
export const knowsTools = ({ state, tools }: Pick<ServerView, 'state' | 'tools'>): boolean =>
  tools.length > 0 || state.kind === 'running'

/** How many of its tools wait for their owner, because they are not described as they were accepted. */
export const openTools = (server: Pick<ServerView, 'tools'>): ServerView['tools'] =>
  server.tools.filter(({ status }) => status !== 'accepted')

/** What its tools take of a model's context where all that are on are offered. */
export const tokensOf = (server: Pick<ServerView, 'tools'>): number =>
  server.tools.filter(({ enabled }) => enabled).reduce((sum, tool) => sum + tool.tokens, 0)

/** What it may use, one sentence each. */
export const grantsOf = (definition: ServerDefinition): readonly string[] => {
  if (definition.kind !== 'command') return [t('serverDetail.grants.elsewhere')]
  const { memory, unsandboxed, read, write, hosts } = definition.grants
  const { bundle } = definition
  const limit = memory === undefined ? [] : [t('serverDetail.grants.memory', { size: String(memory) })]
  if (unsandboxed) return [t('serverDetail.grants.everything'), ...limit]
  const said = [
    ...(bundle === undefined ? [] : [t('adding.fromBundle', { name: bundle.name, version: bundle.version })]),
    ...read.map((path) => t('serverDetail.grants.read', { path })),
    ...write.map((path) => t('serverDetail.grants.write', { path })),
    ...hosts.map((host) => t('serverDetail.grants.host', { host })),
    ...Object.keys(definition.env).map((name) => t('serverDetail.grants.variable', { name })),
  ]
  if (said.length === 0) return [t('serverDetail.grants.nothing'), ...limit]
  return [...said, ...(hosts.length === 0 ? [t('serverDetail.grants.noNetwork')] : []), ...limit]
}

/** What a program wrote before it failed, which says most of why; null where it wrote nothing. How it was started is no word of its. */
export const wroteOf = (details: unknown): string | null =>
  typeof details === 'object' && details !== null && 'stderr' in details && typeof details.stderr === 'string'
    ? details.stderr.replace(/^\$ .*$/gm, '').trim() || null
    : null
