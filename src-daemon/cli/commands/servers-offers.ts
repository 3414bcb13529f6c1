import type { Command } from 'commander'
import type { PromptContent, ResourceContent, ResourceReading } from '../../contract/server-offers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { columns, type Output } from '../console/output.ts'
import { writeNewFile } from '../console/new-file.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'

/** `satchel servers resources|read|prompts|prompt|complete`: what a server offers besides tools, in its own words. */
export const addServersOffersCommands = (servers: Command, { text, session }: CommandDeps): void => {
  const several = (one: string, all: readonly string[] = []) => [...all, one]

  servers
    .command('resources')
    .description(text('cli_servers_resources'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.servers.resources.mutate({ uri }))
      output.result(found, () => {
        const rows = [
          ...found.resources.map((one) => [one.uri, firstLine(one.title ?? one.name)]),
          ...found.templates.map((one) => [one.uriTemplate, firstLine(one.title ?? one.name)]),
        ]
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
        if (found.more) output.say('cli_server_more')
      })
    })

  servers
    .command('read')
    .description(text('cli_servers_resource_read'))
    .argument('<uri>')
    .argument('<resource>', text('cli_servers_resource'))
    .option('--var <name=value>', text('cli_servers_var'), several)
    .option('--save <file>', text('cli_servers_save'))
    .option('--watch', text('cli_servers_watch'))
    .action(async (uri: string, resource: string, options: ReadOptions) => {
      const { withDaemon, output } = session()
      const variables = options.var === undefined ? {} : { variables: valuesOf(options.var) }
      await withDaemon(async (api) => {
        const once = async () => {
          showReading(
            output,
            await api.servers.readResource.mutate({ uri, resource, ...variables }),
            options.save,
          )
        }
        if (options.watch === true) await watch(api, output, { uri, resource }, once)
        else await once()
      })
    })

  servers
    .command('prompts')
    .description(text('cli_servers_prompts'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.servers.prompts.mutate({ uri }))
      output.result(found, () => {
        for (const line of columns(
          found.prompts.map((one) => [
            one.name,
            one.arguments.map(({ name, required }) => (required ? name : `[${name}]`)).join(' '),
            firstLine(one.description === '' ? (one.title ?? '') : one.description),
          ]),
        ))
          output.line(line)
        if (found.prompts.length === 0) output.say('cli_none')
        if (found.more) output.say('cli_server_more')
      })
    })

  servers
    .command('prompt')
    .description(text('cli_servers_prompt'))
    .argument('<uri>')
    .argument('<name>')
    .option('--arg <name=value>', text('cli_servers_arg'), several)
    .action(async (uri: string, name: string, { arg = [] }: { arg?: readonly string[] }) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) =>
        api.servers.prompt.mutate({ uri, name, arguments: valuesOf(arg) }),
      )
      output.result(found, () => {
        for (const { role, content } of found.messages) {
          output.line(`${role}:`)
          showContent(output, content)
        }
        showOmitted(output, found.omitted)
      })
    })

  servers
    .command('complete')
    .description(text('cli_servers_complete'))
    .argument('<uri>')
    .argument('<of>', text('cli_servers_complete_of'))
    .argument('<name>')
    .argument('[value]')
    .option('--arg <name=value>', text('cli_servers_arg'), several)
    .action(
      async (
        uri: string,
        of: string,
        argument: string,
        value: string | undefined,
        { arg = [] }: { arg?: readonly string[] },
      ) => {
        const { withDaemon, output } = session()
        const target = of.includes('{')
          ? { kind: 'template' as const, uriTemplate: of }
          : { kind: 'prompt' as const, name: of }
        const found = await withDaemon((api) =>
          api.servers.complete.mutate({ uri, target, argument, value: value ?? '', others: valuesOf(arg) }),
        )
        output.result(found, () => {
          for (const one of found.values) output.line(one)
          if (found.values.length === 0) output.say('cli_none')
          if (found.more) output.say('cli_server_more')
        })
      },
    )
}

interface ReadOptions {
  readonly var?: readonly string[]
  readonly save?: string
  readonly watch?: boolean
}

/** Reads at once and after each change, until the server or the user ends it. */
const watch = async (
  api: Api,
  output: Output,
  input: { readonly uri: string; readonly resource: string },
  read: () => Promise<void>,
): Promise<void> => {
  let last = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    api.servers.watchResource.subscribe(input, {
      onError: reject,
      onComplete: resolve,
      onData: (event) => {
        output.say(event === 'watching' ? 'cli_server_watching' : 'cli_server_changed', {
          resource: input.resource,
        })
        last = last.then(read)
        last.catch(reject)
      },
    })
  })
  await last
}

const showReading = (output: Output, reading: ResourceReading, file: string | undefined): void => {
  const [first] = reading.contents
  if (file !== undefined && first !== undefined)
    writeNewFile(file, first.kind === 'text' ? Buffer.from(first.text) : Buffer.from(first.base64, 'base64'))
  output.result(reading, () => {
    if (file !== undefined) output.say('cli_server_saved', { path: file })
    else for (const content of reading.contents) showContent(output, content)
    showOmitted(output, reading.omitted)
  })
}

const showContent = (output: Output, content: PromptContent | ResourceContent): void => {
  switch (content.kind) {
    case 'words':
    case 'text':
      output.lines(content.text)
      return
    case 'link':
      output.line(`→ ${content.uri}  ${content.name}`)
      return
    case 'bytes':
      output.say('cli_server_bytes', {
        bytes: bytesOf(content.base64),
        type: content.mediaType ?? 'application/octet-stream',
      })
      return
    default:
      output.say('cli_server_content', { bytes: bytesOf(content.base64), type: content.mediaType })
  }
}

const showOmitted = (output: Output, count: number): void => {
  if (count > 0) output.say('cli_server_omitted', { count })
}

const bytesOf = (base64: string): number => Buffer.byteLength(base64, 'base64')

const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 120) ?? ''

const valuesOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((one) => {
      const at = one.indexOf('=')
      if (at < 1) throw new SatchelError('invalid_request', { params: { problem: `${one}: name=value` } })
      return [one.slice(0, at), one.slice(at + 1)]
    }),
  )
