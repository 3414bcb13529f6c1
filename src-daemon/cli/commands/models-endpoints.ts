import { text as readText } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import type { EndpointView } from '../../contract/models.ts'
import { SatchelError } from '../../platform/errors.ts'
import { modelEndpointSchema, type ModelEndpoint } from '../../contract/settings.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { askPassphrase, isInteractive } from '../console/terminal.ts'

interface EndpointOptions {
  readonly preset?: string
  readonly url?: string
  readonly protocol?: ModelEndpoint['protocol']
  readonly name?: string
  readonly contextWindow?: string
  readonly tools?: ModelEndpoint['tools']
  readonly vision?: boolean
  readonly model?: string[]
}

/** `satchel models endpoints list|presets|add|change|key|forget-key|test|remove` */
export const addEndpointCommands = (models: Command, { text, session, io }: CommandDeps): void => {
  const endpoints = models.command('endpoints').description(text('cli_endpoints'))
  const several = (one: string, all: readonly string[] = []) => [...all, one]

  endpoints
    .command('list', { isDefault: true })
    .description(text('cli_endpoints_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.models.endpoints.query())
      output.result(list, () => {
        for (const line of columns(list.map((one) => rowOf(output, one)))) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  endpoints
    .command('presets')
    .description(text('cli_endpoints_presets'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.models.presets.query())
      output.result(list, () => {
        for (const line of columns(list.map(({ id, name, baseUrl }) => [id, name, baseUrl])))
          output.line(line)
      })
    })

  for (const verb of ['add', 'change'] as const) {
    const command = endpoints
      .command(verb)
      .description(text(`cli_endpoints_${verb}`))
      .argument('<id>')
    if (verb === 'add')
      command
        .option('--preset <preset>', text('cli_endpoints_preset'))
        .addOption(
          new Option('--protocol <protocol>', text('cli_endpoints_protocol')).choices([
            'openai',
            'anthropic',
            'gemini',
          ]),
        )
    command
      .option('--url <url>', text('cli_endpoints_url'))
      .option('--name <name>', text('cli_endpoints_name'))
      .option('--context-window <tokens>', text('cli_endpoints_window'))
      .addOption(
        new Option('--tools <how>', text('cli_endpoints_tools')).choices(['auto', 'native', 'described']),
      )
      .option('--vision', text('cli_endpoints_vision'))
      .option('--no-vision', text('cli_endpoints_no_vision'))
      .option('--model <name>', text('cli_endpoints_model'), several)
      .action(async (id: string, options: EndpointOptions) => {
        const one = session()
        const view = await one.withDaemon(async (api) => {
          if (verb === 'change')
            return api.models.changeEndpoint.mutate(changed(await find(api, id), options))
          const endpoint = await described(api, id, options)
          await agree(one, endpoint)
          return api.models.addEndpoint.mutate(endpoint)
        })
        one.output.result(view, () => {
          one.output.line(rowOf(one.output, view).join('  '))
        })
      })
  }

  endpoints
    .command('key')
    .description(text('cli_endpoints_key'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output, language } = session()
      // Never as an argument, which other programs and the shell's history can see.
      const key = isInteractive(io)
        ? await askPassphrase(io, language, 'cli_q_model_key')
        : (await readText(io.stdin)).trim()
      await withDaemon((api) => api.models.setKey.mutate({ id, key }))
      output.result({ id, hasKey: true }, () => {
        output.say('cli_endpoint_key_kept', { id })
      })
    })

  endpoints
    .command('forget-key')
    .description(text('cli_endpoints_forget_key'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.models.forgetKey.mutate({ id }))
      output.result({ id, hasKey: false }, () => {
        output.say('cli_endpoint_key_forgotten', { id })
      })
    })

  endpoints
    .command('test')
    .description(text('cli_endpoints_test'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const tested = await withDaemon((api) => api.models.testEndpoint.mutate({ id }))
      output.result(tested, () => {
        if (tested.reachable)
          output.say('cli_endpoint_answers', { count: tested.models, ms: tested.latencyMs })
        else output.line(tested.problem ?? '')
      })
      if (!tested.reachable) io.exitCode = 1
    })

  endpoints
    .command('remove')
    .description(text('cli_endpoints_remove'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output, consent } = session()
      await withDaemon(async (api) => {
        const { name } = await find(api, id)
        if (!(await consent('cli_q_endpoint_remove', { name }))) decline(output)
        await api.models.removeEndpoint.mutate({ id })
      })
      output.result({ removed: id }, () => {
        output.say('cli_endpoint_removed', { id })
      })
    })
}

const find = async (api: Api, id: string): Promise<EndpointView> => {
  const found = (await api.models.endpoints.query()).find((one) => one.id === id)
  if (found === undefined) throw new SatchelError('model_endpoint_unknown', { params: { endpoint: id } })
  return found
}

const described = async (api: Api, id: string, options: EndpointOptions): Promise<ModelEndpoint> => {
  const presets = await api.models.presets.query()
  const preset = presets.find((one) => one.id === (options.preset ?? id))
  const baseUrl = options.url ?? preset?.baseUrl
  if (baseUrl === undefined || (options.preset !== undefined && preset === undefined))
    throw new SatchelError('invalid_request', { params: { problem: '--url, --preset' } })
  const empty = {
    id,
    name: preset?.name ?? id,
    protocol: options.protocol ?? preset?.protocol ?? 'openai',
    baseUrl,
    contextWindow: null,
    tools: 'auto',
    vision: false,
    models: [],
  }
  // What can't be an address can't be asked about.
  return modelEndpointSchema.parse(changed({ ...empty, tools: 'auto' }, options))
}

const changed = (before: ModelEndpoint, options: EndpointOptions): ModelEndpoint => {
  const { id, name, protocol, baseUrl, contextWindow, tools, vision, models } = before
  return {
    id,
    protocol,
    name: options.name ?? name,
    baseUrl: options.url ?? baseUrl,
    contextWindow: options.contextWindow === undefined ? contextWindow : Number(options.contextWindow),
    tools: options.tools ?? tools,
    vision: options.vision ?? vision,
    models: options.model ?? models,
  }
}

/** Sending data off this computer is agreed to once, when the server is added. */
const agree = async ({ output, consent }: Session, { name, baseUrl }: ModelEndpoint): Promise<void> => {
  const { hostname, host } = new URL(baseUrl)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  if (!(await consent('cli_q_endpoint_remote', { name, host }))) decline(output)
}

const decline = (output: Output): never => {
  output.say('cli_declined')
  throw new Declined()
}

const rowOf = (output: Output, { id, name, baseUrl, hasKey, leavesMachine }: EndpointView): string[] => {
  const cells = [id, name, baseUrl, hasKey ? '🔑' : '']
  return output.json || !leavesMachine ? cells : [...cells, '→']
}
