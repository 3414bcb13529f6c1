import type { Command } from 'commander'
import { z } from 'zod'
import type { Persona, PersonaInput, Prompt, PromptInput } from '../../contract/prompts.ts'
import { promptInputSchema, personaInputSchema } from '../../contract/prompts.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { columns, writeText } from '../console/output.ts'
import type { Api } from '../console/session.ts'
import { readNamedFile } from './files.ts'
import { writeNewFile } from './new-file.ts'

/** `satchel prompts list|show|add|edit|remove|fill|export|import`: texts to begin messages with. */
export const addPromptsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const prompts = program.command('prompts').description(text('cli_prompts'))

  prompts
    .command('list', { isDefault: true })
    .description(text('cli_prompts_list'))
    .action(async () => {
      const { withDaemon, output, language } = session()
      const found = await withDaemon(async (api) => ({
        own: await api.prompts.list.query(),
        servers: await promptsOfServers(api),
      }))
      output.result(found, () => {
        const yours = say(language, 'cli_prompts_yours')
        for (const line of columns([
          ...found.own.map(({ name, variables }) => [name, yours, variables.join(', ')]),
          ...found.servers.map(({ server, name, variables }) => [name, server, variables.join(', ')]),
        ]))
          output.line(line)
        if (found.own.length + found.servers.length === 0) output.say('cli_none')
      })
    })

  prompts
    .command('show')
    .description(text('cli_prompts_show'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const prompt = await withDaemon((api) => promptNamed(api, name))
      output.result(prompt, () => {
        output.lines(prompt.text)
      })
    })

  const save = async (given: PromptInput & { id?: string }): Promise<void> => {
    const { withDaemon, output } = session()
    const saved = await withDaemon((api) =>
      api.prompts.save.mutate({ ...given, ...promptInputSchema.parse(given) }),
    )
    output.result(saved, () => {
      output.say('cli_prompts_saved', { name: saved.name })
    })
  }
  prompts
    .command('add')
    .description(text('cli_prompts_add'))
    .argument('<name>')
    .argument('<text>')
    .action((name: string, words: string) => save({ name, text: words }))
  prompts
    .command('edit')
    .description(text('cli_prompts_edit'))
    .argument('<name>')
    .option('--name <name>', text('cli_prompts_new_name'))
    .option('--text <text>', text('cli_prompts_text'))
    .action(async (name: string, changed: { name?: string; text?: string }) => {
      const before = await session().withDaemon((api) => promptNamed(api, name))
      await save({ id: before.id, name: changed.name ?? before.name, text: changed.text ?? before.text })
    })
  prompts
    .command('remove')
    .description(text('cli_prompts_remove'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const removed = await withDaemon(async (api) => {
        const prompt = await promptNamed(api, name)
        await api.prompts.remove.mutate({ id: prompt.id })
        return prompt
      })
      output.result(removed, () => {
        output.say('cli_prompts_removed', { name: removed.name })
      })
    })
  prompts
    .command('fill')
    .description(text('cli_prompts_fill'))
    .argument('<name>')
    .argument('[values...]', text('cli_prompts_values'))
    .action(async (name: string, given: string[]) => {
      const { withDaemon, output } = session()
      const filled = await withDaemon(async (api) => {
        const { id } = await promptNamed(api, name)
        return api.prompts.fill.query({ id, values: valuesOf(given) })
      })
      if (output.json) output.result(filled, () => undefined)
      else writeText(io.stdout, `${filled.text}\n`)
    })
  addTransfer(prompts, deps)
}

/** `satchel personas list|show|add|edit|remove` */
export const addPersonasCommands = (program: Command, { text, session }: CommandDeps): void => {
  const personas = program.command('personas').description(text('cli_personas'))

  personas
    .command('list', { isDefault: true })
    .description(text('cli_personas_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.prompts.personas.query())
      output.result(found, () => {
        for (const line of columns(
          found.map(({ name, model, capabilities }) => [name, model ?? '', capabilities?.join(', ') ?? '']),
        ))
          output.line(line)
        if (found.length === 0) output.say('cli_none')
      })
    })

  personas
    .command('show')
    .description(text('cli_personas_show'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const persona = await withDaemon((api) => personaNamed(api, name))
      output.result(persona, () => {
        output.lines(persona.instructions)
      })
    })

  interface Given {
    readonly name?: string
    readonly instructions?: string
    readonly model?: string
    readonly capabilities?: string
  }
  const withOptions = (command: Command): Command =>
    command
      .option('--instructions <text>', text('cli_personas_instructions'))
      .option('--model <id>', text('cli_personas_model'))
      .option('--capabilities <names>', text('cli_personas_capabilities'))
  const save = async (
    given: Given,
    base: (api: Api) => Promise<PersonaInput & { id?: string }>,
  ): Promise<void> => {
    const { withDaemon, output } = session()
    const saved = await withDaemon(async (api) => {
      const { id, ...before } = await base(api)
      const input = personaInputSchema.parse({ ...before, ...changesOf(given) })
      return api.prompts.savePersona.mutate({ ...input, ...(id === undefined ? {} : { id }) })
    })
    output.result(saved, () => {
      output.say('cli_prompts_saved', { name: saved.name })
    })
  }
  withOptions(personas.command('add').description(text('cli_personas_add')).argument('<name>')).action(
    (name: string, given: Given) =>
      save(given, () => Promise.resolve({ name, instructions: '', model: null, capabilities: null })),
  )
  withOptions(personas.command('edit').description(text('cli_personas_edit')).argument('<name>'))
    .option('--name <name>', text('cli_prompts_new_name'))
    .action((name: string, given: Given) => save(given, (api) => personaNamed(api, name)))
  personas
    .command('remove')
    .description(text('cli_personas_remove'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const removed = await withDaemon(async (api) => {
        const persona = await personaNamed(api, name)
        await api.prompts.removePersona.mutate({ id: persona.id })
        return persona
      })
      output.result(removed, () => {
        output.say('cli_prompts_removed', { name: removed.name })
      })
    })
}

/** What is to change; `settings` as the model, and `all` as the capabilities, take the limit away. */
const changesOf = ({
  name,
  instructions,
  model,
  capabilities,
}: {
  readonly name?: string
  readonly instructions?: string
  readonly model?: string
  readonly capabilities?: string
}) => ({
  ...(name === undefined ? {} : { name }),
  ...(instructions === undefined ? {} : { instructions }),
  ...(model === undefined ? {} : { model: model === 'settings' ? null : model }),
  ...(capabilities === undefined ? {} : { capabilities: namesIn(capabilities) }),
})

const namesIn = (text: string): readonly string[] | null =>
  text === 'all'
    ? null
    : text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')

/** The one of this name, whatever its case, or of this id. Errors: `persona_not_found`. */
export const personaNamed = async (api: Api, wanted: string): Promise<Persona> => {
  const found = named(await api.prompts.personas.query(), wanted)
  if (found === null) throw new SatchelError('persona_not_found')
  return found
}

const promptNamed = async (api: Api, wanted: string): Promise<Prompt> => {
  const found = named(await api.prompts.list.query(), wanted)
  if (found === null) throw new SatchelError('prompt_not_found')
  return found
}

const named = <T extends { readonly id: string; readonly name: string }>(
  all: readonly T[],
  wanted: string,
): T | null =>
  all.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase()) ?? null

/** `name=value` each. Errors: `invalid_request`. */
const valuesOf = (given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf('=')
      if (at < 1) throw new SatchelError('invalid_request', { params: { problem: one } })
      return [one.slice(0, at), one.slice(at + 1)]
    }),
  )

/** The prompts of servers that run; one that can't say what it offers has none here. */
const promptsOfServers = async (
  api: Api,
): Promise<{ server: string; name: string; description: string; variables: string[] }[]> => {
  const servers = (await api.servers.list.query()).filter(({ state }) => state.kind === 'running')
  const lists = await Promise.allSettled(
    servers.map(async ({ uri }) => ({ uri, ...(await api.servers.prompts.mutate({ uri })) })),
  )
  return lists.flatMap((list) =>
    list.status === 'rejected'
      ? []
      : list.value.prompts.map(({ name, description, arguments: fields }) => ({
          server: list.value.uri,
          name,
          description,
          variables: fields.map((field) => field.name),
        })),
  )
}

const FORMAT = 'satchel-prompts'
const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  personas: z.array(personaInputSchema).max(1000),
  prompts: z.array(promptInputSchema).max(5000),
})

/** Personas and prompts as a file, and back. What has a name that is there already stays as it is. */
const addTransfer = (prompts: Command, { text, session }: CommandDeps): void => {
  prompts
    .command('export')
    .description(text('cli_prompts_export'))
    .argument('<file>')
    .action(async (path: string) => {
      const { withDaemon, output } = session()
      const file = await withDaemon(async (api): Promise<z.infer<typeof fileSchema>> => ({
        format: FORMAT,
        version: 1,
        personas: (await api.prompts.personas.query()).map((one) => personaInputSchema.parse(one)),
        prompts: (await api.prompts.list.query()).map((one) => promptInputSchema.parse(one)),
      }))
      const content = Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
      await writeNewFile(path, () => Promise.resolve({ content, result: null }))
      output.result({ file: path }, () => {
        output.say('cli_prompts_exported', { path })
      })
    })
  prompts
    .command('import')
    .description(text('cli_prompts_import'))
    .argument('<file>')
    .action(async (path: string) => {
      const { withDaemon, output } = session()
      const file = readFile(readNamedFile(path).bytes)
      const report = await withDaemon(async (api) => {
        const personas = await api.prompts.personas.query()
        const known = await api.prompts.list.query()
        const newPersonas = file.personas.filter(({ name }) => named(personas, name) === null)
        const newPrompts = file.prompts.filter(({ name }) => named(known, name) === null)
        for (const one of newPersonas) await api.prompts.savePersona.mutate(one)
        for (const one of newPrompts) await api.prompts.save.mutate(one)
        const imported = newPersonas.length + newPrompts.length
        return { imported, known: file.personas.length + file.prompts.length - imported }
      })
      output.result(report, () => {
        output.say('cli_prompts_imported', report)
      })
    })
}

const readFile = (bytes: Buffer): z.infer<typeof fileSchema> => {
  try {
    return fileSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new SatchelError('invalid_request', { params: { problem: FORMAT }, cause })
  }
}
