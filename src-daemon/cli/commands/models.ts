import { setTimeout as pause } from 'node:timers/promises'
import { Argument, type Command } from 'commander'
import type { ModelInfo, ModelProviderStatus, ModelPull } from '../../contract/models.ts'
import { SatchelError } from '../../platform/errors.ts'
import { Declined } from '../console/declined.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { addSpendingCommands } from './models-spending.ts'
import { addEndpointCommands } from './models-endpoints.ts'

/** Polling interval for a watched pull, in milliseconds. */
const LOOK_MS = 250

/** `satchel models list|recommended|local|show|pull|stop|delete|unload|guide|match|test|usage|price|endpoints …` */
export const addModelsCommands = (program: Command, deps: CommandDeps): void => {
  const { text, session, io } = deps
  const models = program.command('models').description(text('cli_models'))

  models
    .command('list', { isDefault: true })
    .description(text('cli_models_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const providers = await withDaemon((api) => api.models.providers.query())
      output.result(providers, () => {
        for (const provider of providers) {
          output.line(`${provider.name}  ${provider.url ?? ''}  ${provider.problem ?? ''}`.trimEnd())
          for (const line of columns(provider.models.map((model) => rowOf(output, model))))
            output.line(`  ${line}`)
        }
      })
    })

  models
    .command('recommended')
    .description(text('cli_models_recommended'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon(async (api) => [
        ...(await api.models.recommended.query()),
        ...(await api.models.inside.query()).recommended,
      ])
      output.result(list, () => {
        for (const line of columns(
          list.map(({ id, sizeBytes, licence, fits, best }) => [
            best ? '★' : fits ? '✓' : '',
            id,
            sizeOf(sizeBytes),
            licence,
          ]),
        ))
          output.line(line)
      })
    })

  models
    .command('local')
    .description(text('cli_models_local'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.models.localServers.query())
      output.result(list, () => {
        for (const line of columns(
          list.map(({ preset, name, models: count }) => [preset, name, String(count)]),
        ))
          output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  models
    .command('show')
    .description(text('cli_models_show'))
    .argument('<model>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon(async (api) => find(await api.models.providers.query(), id))
      output.result(found, () => {
        for (const line of columns(Object.entries(found).map(([name, value]) => [name, shownValue(value)])))
          output.line(line)
      })
    })

  models
    .command('pull')
    .description(text('cli_models_pull'))
    .argument('<name>', text('cli_models_pull_name'))
    .option('--no-wait', text('cli_models_no_wait'))
    .action(async (name: string, { wait }: { wait: boolean }) => {
      const { withDaemon, output } = session()
      const ended = await withDaemon(async (api) => {
        const begun = await api.models.pull.mutate({ model: name })
        return wait ? watch(api, begun, output) : begun
      })
      output.result(ended ?? { model: name, state: 'done' }, () => {
        if (ended === null) output.say('cli_model_there', { model: name })
        else output.say('cli_model_pulling', { model: name })
      })
    })

  models
    .command('stop')
    .description(text('cli_models_stop'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.models.stopPull.mutate({ model: name }))
      output.result({ model: name, state: 'stopped' }, () => {
        output.say('cli_model_stopped', { model: name })
      })
    })

  models
    .command('delete')
    .description(text('cli_models_delete'))
    .argument('<model>')
    .action(async (id: string) => {
      const { withDaemon, output, consent } = session()
      const gone = await withDaemon(async (api) => {
        const model = find(await api.models.providers.query(), id)
        const size = model.sizeBytes === null ? '?' : sizeOf(model.sizeBytes)
        if (!(await consent('cli_q_model_delete', { model: model.name, size }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        await api.models.remove.mutate({ model: model.id, confirm: model.id })
        return model
      })
      output.result({ deleted: gone.id }, () => {
        output.say('cli_model_deleted', { model: gone.name })
      })
    })

  models
    .command('unload')
    .description(text('cli_models_unload'))
    .argument('<model>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const model = await withDaemon(async (api) => {
        const found = find(await api.models.providers.query(), id)
        await api.models.unload.mutate({ model: found.id })
        return found
      })
      output.result({ unloaded: model.id }, () => {
        output.say('cli_model_unloaded', { model: model.name })
      })
    })

  models
    .command('guide')
    .description(text('cli_models_guide'))
    .argument('<model>')
    .addArgument(new Argument('<how>').choices(['on', 'off', 'auto']))
    .action(async (id: string, how: 'on' | 'off' | 'auto') => {
      const { withDaemon, output } = session()
      const model = await withDaemon(async (api) => {
        const { id: known } = find(await api.models.providers.query(), id)
        await api.models.guide.mutate({ model: known, guided: how === 'auto' ? null : how === 'on' })
        return find(await api.models.providers.query(), known)
      })
      output.result({ model: model.id, guided: model.guided === true }, () => {
        output.say(model.guided === true ? 'cli_model_guided' : 'cli_model_not_guided', { model: model.name })
      })
    })

  models
    .command('match')
    .description(text('cli_models_match'))
    .argument('<capability>')
    .action(async (capability: string) => {
      const { withDaemon, output } = session()
      const fits = await withDaemon((api) => api.models.match.query({ capability }))
      output.result(fits, () => {
        for (const { model, blocked, unmet } of fits) {
          output.line(`${blocked ? '✗' : unmet.length > 0 ? '!' : '✓'} ${model.id}`)
          for (const { text: why } of unmet) output.line(`    ${why}`)
        }
      })
    })

  models
    .command('test')
    .description(text('cli_models_test'))
    .argument('[provider]', text('cli_models_test_provider'))
    .action(async (wanted: string | undefined) => {
      const { withDaemon, output } = session()
      const providers = await withDaemon((api) => api.models.providers.query())
      const matching = providers.filter(
        ({ id }) => wanted === undefined || id === wanted || id.endsWith(`:${wanted}`),
      )
      if (matching.length === 0)
        throw new SatchelError('model_endpoint_unknown', { params: { endpoint: wanted ?? '' } })
      output.result(matching, () => {
        for (const provider of matching) output.line(healthOf(provider))
      })
      if (matching.some(({ reachable }) => !reachable)) io.exitCode = 1
    })

  addSpendingCommands(models, deps)
  addEndpointCommands(models, deps)
}

/** Null once the model is there. Errors: those of the pull. */
const watch = async (api: Api, begun: ModelPull, output: Output): Promise<ModelPull | null> => {
  let shown = ''
  for (;;) {
    const pull = (await api.models.pulls.query()).find(({ model }) => model === begun.model)
    if (pull === undefined) return null
    if (pull.state === 'failed')
      throw new SatchelError('model_pull_failed', {
        // A whole sentence, in one.
        params: { model: pull.model, problem: (pull.problem ?? '?').replace(/[.。]$/, '') },
      })
    if (pull.state !== 'running') return pull
    const { completedBytes, totalBytes } = pull
    const line =
      completedBytes === null || totalBytes === null || totalBytes === 0
        ? ''
        : `${sizeOf(completedBytes)} / ${sizeOf(totalBytes)}  ${String(Math.floor((100 * completedBytes) / totalBytes))} %`
    if (line !== shown) output.line(line)
    shown = line
    await pause(LOOK_MS)
  }
}

/** Finds a model by its id, or by its name if only one has it. Errors: `model_unavailable`. */
const find = (providers: readonly ModelProviderStatus[], wanted: string): ModelInfo => {
  const all = providers.flatMap(({ models }) => models)
  const named = all.filter(({ name }) => name === wanted || name === `${wanted}:latest`)
  const found = all.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined)
  if (found === undefined) throw new SatchelError('model_unavailable', { params: { model: wanted } })
  return found
}

const rowOf = ({ language }: Output, model: ModelInfo): string[] => [
  model.id,
  model.sizeBytes === null ? '' : sizeOf(model.sizeBytes),
  model.contextWindow === null ? '' : new Intl.NumberFormat(language).format(model.contextWindow),
  (['tools', 'vision', 'thinking', 'embedding'] as const).filter((ability) => model[ability]).join(' '),
]

const healthOf = (provider: ModelProviderStatus): string => {
  const { name, reachable, problem, latencyMs, version, models, lastError } = provider
  const how = reachable ? '✓' : '✗'
  const facts = [
    problem,
    latencyMs === null ? null : `${String(latencyMs)} ms`,
    version,
    String(models.length),
    lastError === null ? null : `${lastError.at}: ${lastError.message}`,
  ]
  return [how, name, ...facts.filter((fact) => fact !== null)].join('  ')
}

const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

const shownValue = (value: ModelInfo[keyof ModelInfo]): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
