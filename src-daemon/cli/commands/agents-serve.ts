import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import type { AgentEndpoint } from '../../contract/settings.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { portArgument } from '../console/port.ts'
import { Declined } from '../console/declined.ts'

interface ServeOptions {
  readonly host?: string
  readonly port?: number
  readonly publicUrl?: string
  readonly cert?: string
  readonly key?: string
  /** False: without TLS of its own. */
  readonly tls: boolean
}

/** `satchel agents serve [stop|status]` */
export const addAgentServeCommand = (agents: Command, { text, session }: CommandDeps): void => {
  agents
    .command('serve')
    .description(text('cli_agents_serve'))
    .addArgument(
      new Argument('[action]', 'start | stop | status').choices(['start', 'stop', 'status']).default('start'),
    )
    .option('--host <address>', text('cli_agents_host'))
    .option('--port <number>', text('cli_agents_port'), portArgument)
    .option('--public-url <url>', text('cli_agents_public'))
    .option('--cert <file>', text('cli_agents_cert'))
    .option('--key <file>', text('cli_agents_key'))
    .option('--no-tls', text('cli_agents_no_tls'))
    .action(async (action: 'start' | 'stop' | 'status', options: ServeOptions) => {
      const { withDaemon, consent, output } = session()
      const status = await withDaemon(async (api) => {
        const before = await api.agents.status.query()
        if (action === 'status') return before
        const enabled = action === 'start'
        const endpoint = { ...changed(before.endpoint, options), enabled }
        const { host, port } = endpoint
        if (enabled && !(await consent('cli_q_agents_endpoint', { host, port }))) throw new Declined()
        return api.agents.setEndpoint.mutate(endpoint)
      })
      output.result(status, () => {
        const { did, listening, endpoint, problem } = status
        output.line(`${listening ? 'on' : 'off'}  ${did}  ${endpoint.host}:${String(endpoint.port)}`)
        if (problem !== null) output.line(problem.message)
      })
    })
}

/** What isn't said stays. Errors: `invalid_request` for a certificate without its key. */
const changed = (
  before: AgentEndpoint,
  { host, port, publicUrl, cert, key, tls }: ServeOptions,
): AgentEndpoint => {
  if ((cert === undefined) !== (key === undefined))
    throw new SatchelError('invalid_request', { params: { problem: '--cert, --key' } })
  return {
    ...before,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(tls ? {} : { tls: null }),
    // The daemon may run in another folder.
    ...(cert === undefined || key === undefined
      ? {}
      : { tls: { certFile: resolve(cert), keyFile: resolve(key) } }),
  }
}
