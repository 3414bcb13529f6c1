import { Option, type Command } from 'commander'
import type { ServiceDefinition, ServiceValue, ServiceView } from '../../contract/servers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say, type PhraseKey } from '../../text/index.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { addServicesShowCommands, declineTo, showTools } from './services-show.ts'
import { askToConnect, reachedBy, sayFetches } from './services-consent.ts'
import { addServicesImportCommand } from './services-import.ts'
import { addServicesRegistryCommands } from './services-registry.ts'
import { addServicesOffersCommands } from './services-offers.ts'
import { addServicesSecretsCommands } from './services-secrets.ts'
import { addServicesSignInCommands } from './services-sign-in.ts'
import { serviceLogLevelSchema } from '../../contract/server-allowance.ts'
import { Declined } from '../console/declined.ts'

/** `satchel services list|show|add|import|test|logs|accept|trust|enable|disable|stop|restart|remove|secrets|secret|forget-secret` */
export const addServicesCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session } = deps
  const services = program.command('services').description(text('cli_services'))
  addServicesSecretsCommands(services, deps)
  addServicesSignInCommands(services, deps)
  addServicesImportCommand(services, deps)
  addServicesRegistryCommands(services, deps)
  addServicesOffersCommands(services, deps)
  addServicesAllowCommands(services, deps)
  addServicesSwitchCommands(services, deps)
  addServicesShowCommands(services, deps)
  const several = (one: string, all: readonly string[] = []) => [...all, one]

  services
    .command('list')
    .description(text('cli_services_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.services.list.query())
      output.result(list, () => {
        for (const line of columns(
          list.map((one) => [one.uri, stateOf(output, one), reachedBy(one.definition)]),
        ))
          output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  services
    .command('add')
    .description(text('cli_services_add'))
    .argument('<uri>', text('cli_services_uri'))
    .argument('[command...]', text('cli_services_command'))
    .addOption(new Option('--url <url>', text('cli_services_url')).conflicts('did'))
    .option('--did <did>', text('cli_services_did'))
    .option('--read <path>', text('cli_services_read'), several)
    .option('--write <path>', text('cli_services_write'), several)
    .option('--host <host>', text('cli_services_host'), several)
    .option('--env <name=value>', text('cli_services_env'), several)
    .option('--env-secret <name=secret>', text('cli_services_env_secret'), several)
    .option('--header <name=value>', text('cli_services_header'), several)
    .option('--header-secret <name=secret>', text('cli_services_header_secret'), several)
    .option('--cwd <folder>', text('cli_services_cwd'))
    .option('--memory <MiB>', text('cli_services_memory'))
    .option('--unsandboxed', text('cli_services_unsandboxed'))
    .option('--keep', text('cli_services_import_keep'))
    .action(async (uri: string, command: string[], options: AddOptions) => {
      const one = session()
      const view = await one.withDaemon(async (api) => {
        const definition = await definitionOf(api, command, options)
        await sayFetches(one, api, definition)
        if (!(await askToConnect(one, uri, definition))) declineTo(one.output)
        return api.services.add.mutate({ uri, definition, keep: options.keep ?? false })
      })
      one.output.result(view, () => {
        if ((view.signIn?.needed ?? null) !== null) one.output.say('cli_signin_needed', { uri })
        else if (view.problem !== null)
          one.output.say('cli_service_kept', { uri, problem: view.problem.message })
        else one.output.say('cli_service_added', { uri, tools: view.tools.length })
        showTools(one.output, view.tools)
        if (view.tools.length > 0) one.output.say('cli_service_chat_on', { uri })
      })
    })

  services
    .command('test')
    .description(text('cli_services_test'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const test = await withDaemon((api) => api.services.test.mutate({ uri }))
      output.result(test, () => {
        const { name, version, protocol } = test.server
        output.say('cli_service_answers', { name, version, protocol, milliseconds: test.milliseconds })
        showTools(output, test.tools)
      })
    })

  services
    .command('logs')
    .description(text('cli_services_logs'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const lines = await withDaemon((api) => api.services.logs.query({ uri }))
      output.result(lines, () => {
        for (const { at, text: line } of lines) output.line(`${at}  ${line}`)
        if (lines.length === 0) output.say('cli_none')
      })
    })

  services
    .command('trust')
    .description(text('cli_services_trust'))
    .argument('<uri>')
    .option('--off', text('cli_services_trust_off'))
    .action(async (uri: string, { off }: { off?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const trusted = off !== true
      if (trusted && !(await consent('cli_q_service_trust', { uri }))) declineTo(output)
      const view = await withDaemon((api) => api.services.trust.mutate({ uri, trusted }))
      output.result(view, () => {
        output.say(trusted ? 'cli_service_trusted' : 'cli_service_not_trusted', { uri })
      })
    })

  for (const verb of ['stop', 'restart'] as const)
    services
      .command(verb)
      .description(text(`cli_services_${verb}`))
      .argument('<uri>')
      .action(async (uri: string) => {
        const { withDaemon, output } = session()
        const view = await withDaemon((api) => api.services[verb].mutate({ uri }))
        output.result(view, () => {
          output.line(`${uri}  ${stateOf(output, view)}`)
        })
      })

  services
    .command('remove')
    .description(text('cli_services_remove'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const removed = await withDaemon((api) => api.services.remove.mutate({ uri }))
      output.result(removed, () => {
        output.say('cli_service_removed', { uri })
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

const definitionOf = async (api: Api, command: string[], options: AddOptions): Promise<ServiceDefinition> => {
  const { url, did, read = [], write = [], host = [], cwd = null, unsandboxed = false, memory } = options
  const [program, ...args] = command
  if ([url, did, program].filter((one) => one !== undefined).length !== 1)
    throw new SatchelError('invalid_request', { params: { problem: '--url, --did, -- command' } })
  if (url !== undefined) return { kind: 'url', url, headers: named(options.header, options.headerSecret) }
  if (did !== undefined) return { kind: 'did', did, ...(await api.services.endpoint.query({ did })) }
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

const stateOf = (output: Output, { state, signIn, locked, problem }: ServiceView): string => {
  const phrase = (): PhraseKey => {
    if ((signIn?.needed ?? null) !== null) return 'signin_state_needed'
    if (state.kind !== 'stopped') return `service_state_${state.kind}`
    if (locked) return 'service_state_locked'
    // One that was not there when it was wanted last did not just stop.
    return problem === null ? 'service_state_stopped' : 'service_state_failed'
  }
  return say(output.language, phrase())
}

const named = (
  texts: readonly string[] = [],
  secrets: readonly string[] = [],
): Record<string, ServiceValue> => ({
  ...Object.fromEntries(texts.map(pair)),
  ...Object.fromEntries(secrets.map(pair).map(([name, secret]) => [name, { secret }])),
})

const pair = (one: string): [string, string] => {
  const at = one.indexOf('=')
  if (at < 1) throw new SatchelError('invalid_request', { params: { problem: `${one}: name=value` } })
  return [one.slice(0, at), one.slice(at + 1)]
}

/** `satchel services sampling|log-level URI` */
const addServicesAllowCommands = (services: Command, { text, session }: CommandDeps): void => {
  services
    .command('sampling')
    .description(text('cli_services_sampling'))
    .argument('<uri>')
    .option('--off', text('cli_services_sampling_off'))
    .action(async (uri: string, { off }: { off?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const sampling = off !== true
      if (sampling && !(await consent('cli_q_services_sampling', { uri }))) {
        output.say('cli_declined')
        throw new Declined()
      }
      const view = await withDaemon((api) => api.services.allow.mutate({ uri, sampling }))
      output.result(view, () => {
        output.say(sampling ? 'cli_service_sampling_on' : 'cli_service_sampling_off', { uri })
      })
    })

  services
    .command('log-level')
    .description(text('cli_services_log_level'))
    .argument('<uri>')
    .argument('<level>')
    .action(async (uri: string, given: string) => {
      const { withDaemon, output } = session()
      const level = serviceLogLevelSchema.safeParse(given)
      if (!level.success && given !== 'auto')
        throw new SatchelError('invalid_request', {
          params: { problem: `${given}: ${serviceLogLevelSchema.options.join(', ')}, auto` },
        })
      const logLevel = level.success ? level.data : null
      const view = await withDaemon((api) => api.services.allow.mutate({ uri, logLevel }))
      output.result(view, () => {
        output.say('cli_service_log_level', { uri, level: given })
      })
    })
}

/** `satchel services enable|disable URI TOOL`, `satchel services chat URI [--on|--off] [--about TEXT]` */
const addServicesSwitchCommands = (services: Command, { text, session }: CommandDeps): void => {
  for (const verb of ['enable', 'disable'] as const)
    services
      .command(verb)
      .description(text(`cli_services_${verb}`))
      .argument('<uri>')
      .argument('<tool>')
      .action(async (uri: string, tool: string) => {
        const { withDaemon, output } = session()
        const enabled = verb === 'enable'
        const view = await withDaemon((api) => api.services.setToolEnabled.mutate({ uri, tool, enabled }))
        output.result(view, () => {
          output.say(enabled ? 'cli_service_tool_on' : 'cli_service_tool_off', { uri, tool })
        })
      })

  services
    .command('chat')
    .description(text('cli_services_chat'))
    .argument('<uri>')
    .addOption(new Option('--on', text('cli_services_chat_on')).conflicts('off'))
    .option('--off', text('cli_services_chat_off'))
    .option('--about <text>', text('cli_services_chat_about'))
    .action(async (uri: string, { on, off, about }: { on?: boolean; off?: boolean; about?: string }) => {
      const { withDaemon, output } = session()
      const routed = on === true ? true : off === true ? false : undefined
      const view = await withDaemon((api) => api.services.setChat.mutate({ uri, routed, about }))
      output.result(view, () => {
        output.say(view.chat.routed ? 'cli_service_chat_on' : 'cli_service_chat_off', { uri })
        if (view.chat.about !== '') output.line(view.chat.about)
      })
    })
}
