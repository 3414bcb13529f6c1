import type { Sandbox } from '../../sandbox/types.ts'
import type { ServiceLog } from '../transports/server-log.ts'
import { runFetch } from './run-fetch.ts'

/** One run of npm, in a folder of Satchel's own. */
export interface NpmRun {
  readonly npm: string
  readonly args: readonly string[]
  /** The one folder it may write, where it works. */
  readonly folder: string
  readonly registry: string
  /** Settings of npm (`npm_config_…`) the service was given. */
  readonly env: Readonly<Record<string, string>>
  readonly unsandboxed: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly log: ServiceLog
}

/** Not asked and not told anything but what it is for; and what it writes is the same on every machine. */
const SETTINGS = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_progress: 'false',
  npm_config_loglevel: 'error',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_timeout: '30000',
  npm_config_omit_lockfile_registry_resolved: 'true',
  npm_config_lockfile_version: '3',
  CI: 'true',
}

/**
 * Runs npm in the sandbox, where it reaches the registry alone. Errors: those of the sandbox, the reason of `signal`; what npm says is in
 * `problem`.
 */
export const runNpm = async (
  sandbox: Sandbox,
  { npm, registry, env, ...run }: NpmRun,
): Promise<{ readonly problem: string | null; readonly output: string }> => {
  const { folder } = run
  const { problem, output, said } = await runFetch(sandbox, {
    ...run,
    command: npm,
    host: new URL(registry).host,
    certificates: ['NODE_EXTRA_CA_CERTS'],
    env: {
      ...env,
      ...SETTINGS,
      npm_config_registry: registry,
      npm_config_cache: `${folder}/.cache`,
      npm_config_prefix: `${folder}/.prefix`,
    },
  })
  return { problem: problem === null ? null : wordsOf(said, problem), output }
}

/** What npm says went wrong, without its marks and its hints at files nobody can see. */
const wordsOf = (said: string, problem: string): string => {
  const lines = said
    .split('\n')
    .filter((line) => /^npm (?:error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, ''))
    .filter((line) => line !== '' && !/^A complete log|^\s*\//.test(line))
  return lines.length === 0 ? problem : lines.slice(0, 4).join(' · ').slice(0, 500)
}
