import { Option, type Command } from 'commander'
import type { ServerDefinition, ServerValue, ServerView } from '../../contract/servers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say, type PhraseKey } from '../../text/index.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import {
  addServersShowCommands,
  declineTo,
  readTools,
  showKept,
  showRefused,
  showTools,
} from './servers-show.ts'
import { askToConnect, reachedBy, sayFetches } from './servers-consent.ts'
import { addServersImportCommand } from './servers-import.ts'
import { addServersRegistryCommands } from './servers-registry.ts'
import { addServersOffersCommands } from './servers-offers.ts'
import { addServersSecretsCommands, serverSecretName } from './servers-secrets.ts'
import { addServersSignInCommands } from './servers-sign-in.ts'
import {
  MAX_TIMEOUT_SECONDS,
  serverAllowanceSchema,
  serverLogLevelSchema,
  USUAL_TIMEOUT_SECONDS,
} from '../../contract/server-allowance.ts'
import { Declined } from '../console/declined.ts'

/** `satchel servers list|show|add|import|test|logs|accept|trust|enable|disable|stop|restart|remove|secrets|secret|forget-secret` */
export const addServersCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session } = deps
  const servers = program.command('servers').description(text('cli_servers'))
  addServersSecretsCommands(servers, deps)
  addServersSignInCommands(servers, deps)
  addServersImportCommand(servers, deps)
  addServersRegistryCommands(servers, deps)
  addServersOffersCommands(servers, deps)
  addServersAllowCommands(servers, deps)
  addServersSwitchCommands(servers, deps)
  addServersShowCommands(servers, deps)
  const several = (one: string, all: readonly string[] = []) => [...all, one]

  servers
    .command('list')
    .description(text('cli_servers_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.servers.list.query())
      output.result(list, () => {
        for (const line of columns(
          list.map((one) => [one.uri, stateOf(output, one), reachedBy(one.definition)]),
        ))
          output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  servers
    .command('add')
    .description(text('cli_servers_add'))
    .argument('<uri>', text('cli_servers_uri'))
    .argument('[command...]', text('cli_servers_command'))
    .addOption(new Option('--url <url>', text('cli_servers_url')).conflicts('did'))
    .option('--did <did>', text('cli_servers_did'))
    .option('--read <path>', text('cli_servers_read'), several)
    .option('--write <path>', text('cli_servers_write'), several)
    .option('--host <host>', text('cli_servers_host'), several)
    .option('--env <name=value>', text('cli_servers_env'), several)
    .option('--env-secret <name=secret>', text('cli_servers_env_secret'), several)
    .option('--header <name=value>', text('cli_servers_header'), several)
    .option('--header-secret <name=secret>', text('cli_servers_header_secret'), several)
    .option('--cwd <folder>', text('cli_servers_cwd'))
    .option('--memory <MiB>', text('cli_servers_memory'))
    .option('--unsandboxed', text('cli_servers_unsandboxed'))
    .option('--keep', text('cli_servers_import_keep'))
    .action(async (uri: string, command: string[], options: AddOptions) => {
      const one = session()
      const view = await one.withDaemon(async (api) => {
        const definition = await definitionOf(api, command, options)
        await sayFetches(one, api, definition)
        if (!(await askToConnect(one, uri, definition))) declineTo(one.output)
        const added = await api.servers.add.mutate({ uri, definition, keep: options.keep ?? false })
        return readTools(one, api, added)
      })
      one.output.result(view, () => {
        if ((view.signIn?.needed ?? null) !== null) one.output.say('cli_signin_needed', { uri })
        else if (view.problem !== null) showKept(one.output, view)
        else one.output.say('cli_server_added', { uri, tools: view.tools.length })
        if (view.tools.some(({ status }) => status === 'accepted'))
          one.output.say('cli_server_chat_on', { uri })
      })
    })

  servers
    .command('test')
    .description(text('cli_servers_test'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const test = await withDaemon((api) => api.servers.test.mutate({ uri }))
      output.result(test, () => {
        const { name, version, protocol } = test.server
        output.say('cli_server_answers', { name, version, protocol, milliseconds: test.milliseconds })
        showTools(output, test.tools)
        showRefused(output, test)
      })
    })

  servers
    .command('logs')
    .description(text('cli_servers_logs'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const lines = await withDaemon((api) => api.servers.logs.query({ uri }))
      output.result(lines, () => {
        for (const { at, text: line } of lines) output.line(`${at}  ${line}`)
        if (lines.length === 0) output.say('cli_none')
      })
    })

  servers
    .command('trust')
    .description(text('cli_servers_trust'))
    .argument('<uri>')
    .option('--off', text('cli_servers_trust_off'))
    .action(async (uri: string, { off }: { off?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const trusted = off !== true
      if (trusted && !(await consent('cli_q_server_trust', { uri }))) declineTo(output)
      const view = await withDaemon((api) => api.servers.trust.mutate({ uri, trusted }))
      output.result(view, () => {
        output.say(trusted ? 'cli_server_trusted' : 'cli_server_not_trusted', { uri })
      })
    })

  for (const verb of ['stop', 'restart'] as const)
    servers
      .command(verb)
      .description(text(`cli_servers_${verb}`))
      .argument('<uri>')
      .action(async (uri: string) => {
        const { withDaemon, output } = session()
        const view = await withDaemon((api) => api.servers[verb].mutate({ uri }))
        output.result(view, () => {
          output.line(`${uri}  ${stateOf(output, view)}`)
        })
      })

  servers
    .command('remove')
    .description(text('cli_servers_remove'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const removed = await withDaemon((api) => api.servers.remove.mutate({ uri }))
      output.result(removed, () => {
        output.say('cli_server_removed', { uri })
      })
    })
}

interface AddOptions {
  readonly keep?: boolean
  readonly url?: string
  readonly did?: string
  readonly read?: string[]
  readonly write?: string[]
  readonly host?: string[]
  readonly env?: readonly string[]
  readonly envSecret?: readonly string[]
  readonly header?: readonly string[]
  readonly headerSecret?: readonly string[]
  readonly cwd?: string
  readonly memory?: string
  readonly unsandboxed?: boolean
}

const definitionOf = async (api: Api, command: string[], options: AddOptions): Promise<ServerDefinition> => {
  const { url, did, read = [], write = [], host = [], cwd = null, unsandboxed = false, memory } = options
  const [program, ...args] = command
  if ([url, did, program].filter((one) => one !== undefined).length !== 1)
    throw new SatchelError('invalid_request', { params: { problem: '--url, --did, -- command' } })
  if (url !== undefined) return { kind: 'url', url, headers: named(options.header, options.headerSecret) }
  if (did !== undefined) return { kind: 'did', did, ...(await api.servers.endpoint.query({ did })) }
  return {
    kind: 'command',
    command: program ?? '',
    args,
    env: named(options.env, options.envSecret),
    cwd,
    grants: {
      read,
      write,
      hosts: host,
      unsandboxed,
      ...(memory === undefined ? {} : { memory: Number(memory) }),
    },
  }
}

const stateOf = (output: Output, { state, signIn, locked, problem }: ServerView): string => {
  const phrase = (): PhraseKey => {
    if ((signIn?.needed ?? null) !== null) return 'signin_state_needed'
    if (state.kind !== 'stopped') return `server_state_${state.kind}`
    if (locked) return 'server_state_locked'
    // One that couldn't be started when last needed has failed, and isn't just stopped.
    return problem === null ? 'server_state_stopped' : 'server_state_failed'
  }
  return say(output.language, phrase())
}

const named = (
  texts: readonly string[] = [],
  secrets: readonly string[] = [],
): Record<string, ServerValue> => ({
  ...Object.fromEntries(texts.map(pair)),
  ...Object.fromEntries(
    secrets.map(pair).map(([name, secret]) => [name, { secret: serverSecretName(secret) }]),
  ),
})

const pair = (one: string): [string, string] => {
  const at = one.indexOf('=')
  if (at < 1) throw new SatchelError('invalid_request', { params: { problem: `${one}: name=value` } })
  return [one.slice(0, at), one.slice(at + 1)]
}

/** `satchel servers sampling|log-level|timeout URI` */
const addServersAllowCommands = (servers: Command, { text, session }: CommandDeps): void => {
  servers
    .command('sampling')
    .description(text('cli_servers_sampling'))
    .argument('<uri>')
    .option('--off', text('cli_servers_sampling_off'))
    .action(async (uri: string, { off }: { off?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const sampling = off !== true
      if (sampling && !(await consent('cli_q_servers_sampling', { uri }))) {
        output.say('cli_declined')
        throw new Declined()
      }
      const view = await withDaemon((api) => api.servers.allow.mutate({ uri, sampling }))
      output.result(view, () => {
        output.say(sampling ? 'cli_server_sampling_on' : 'cli_server_sampling_off', { uri })
      })
    })

  servers
    .command('log-level')
    .description(text('cli_servers_log_level'))
    .argument('<uri>')
    .argument('<level>')
    .action(async (uri: string, given: string) => {
      const { withDaemon, output } = session()
      const level = serverLogLevelSchema.safeParse(given)
      if (!level.success && given !== 'auto')
        throw new SatchelError('invalid_request', {
          params: { problem: `${given}: ${serverLogLevelSchema.options.join(', ')}, auto` },
        })
      const logLevel = level.success ? level.data : null
      const view = await withDaemon((api) => api.servers.allow.mutate({ uri, logLevel }))
      output.result(view, () => {
        output.say('cli_server_log_level', { uri, level: given })
      })
    })

  servers
    .command('timeout')
    .description(text('cli_servers_timeout'))
    .argument('<uri>')
    .argument('<seconds>')
    .action(async (uri: string, given: string) => {
      const { withDaemon, output } = session()
      const seconds = serverAllowanceSchema.shape.timeoutSeconds.safeParse(Number(given))
      if (!seconds.success && given !== 'auto')
        throw new SatchelError('invalid_request', {
          params: { problem: `${given}: 1 … ${String(MAX_TIMEOUT_SECONDS)}, auto` },
        })
      const timeoutSeconds = seconds.success ? seconds.data : null
      const view = await withDaemon((api) => api.servers.allow.mutate({ uri, timeoutSeconds }))
      output.result(view, () => {
        if (timeoutSeconds === null)
          output.say('cli_server_timeout_usual', { uri, seconds: USUAL_TIMEOUT_SECONDS })
        else output.say('cli_server_timeout', { uri, seconds: timeoutSeconds })
      })
    })
}

/** `satchel servers enable|disable URI TOOL`, `satchel servers chat URI [--on|--off] [--about TEXT]` */
const addServersSwitchCommands = (servers: Command, { text, session }: CommandDeps): void => {
  for (const verb of ['enable', 'disable'] as const)
    servers
      .command(verb)
      .description(text(`cli_servers_${verb}`))
      .argument('<uri>')
      .argument('<tool>')
      .action(async (uri: string, tool: string) => {
        const { withDaemon, output } = session()
        const enabled = verb === 'enable'
        const view = await withDaemon((api) => api.servers.setToolEnabled.mutate({ uri, tool, enabled }))
        output.result(view, () => {
          output.say(enabled ? 'cli_server_tool_on' : 'cli_server_tool_off', { uri, tool })
        })
      })

  servers
    .command('chat')
    .description(text('cli_servers_chat'))
    .argument('<uri>')
    .addOption(new Option('--on', text('cli_servers_chat_on')).conflicts('off'))
    .option('--off', text('cli_servers_chat_off'))
    .option('--about <text>', text('cli_servers_chat_about'))
    .action(async (uri: string, { on, off, about }: { on?: boolean; off?: boolean; about?: string }) => {
      const { withDaemon, output } = session()
      const routed = on === true ? true : off === true ? false : undefined
      const view = await withDaemon((api) => api.servers.setChat.mutate({ uri, routed, about }))
      output.result(view, () => {
        output.say(view.chat.routed ? 'cli_server_chat_on' : 'cli_server_chat_off', { uri })
        if (view.chat.about !== '') output.line(view.chat.about)
      })
    })
}
