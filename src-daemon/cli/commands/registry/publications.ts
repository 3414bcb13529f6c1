import type { Command } from 'commander'
import { SatchelError } from '../../../platform/errors.ts'
import type { Publication } from '../../../contract/publishing.ts'
import { say } from '../../../text/index.ts'
import { showPlaces } from '../../console/places.ts'
import { finish } from '../../console/finish.ts'
import type { Output } from '../../console/output.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import { orCutOff } from './cut-off.ts'
import { goOn } from './dearer.ts'
import { indexesOf, sayIndexes } from './publish-indexes.ts'
import { followPublication, sayPublished } from './publish.ts'

interface Options {
  readonly resume?: string
  readonly cancel?: string
  readonly dearer?: boolean
}

/** `satchel registry publications [--resume NAME@VERSION [--dearer] | --cancel NAME@VERSION]` */
export const addRegistryPublicationsCommand = (registry: Command, { text, session }: CommandDeps): void => {
  registry
    .command('publications')
    .description(text('cli_registry_publications'))
    .option('--resume <publication>', text('cli_registry_publications_resume'))
    .option('--cancel <publication>', text('cli_registry_publications_cancel'))
    .option('--dearer', text('cli_registry_publish_dearer'))
    .action(async ({ resume, cancel, dearer = false }: Options) => {
      const one = session()
      const { withDaemon, output } = one
      if (cancel !== undefined) {
        const gone = await withDaemon(async (api) => {
          const found = named(await api.registry.publish.list.query({}), cancel)
          await api.registry.publish.cancel.mutate({ id: found.id })
          return found
        })
        output.result({ cancelled: gone.id }, () => {
          output.say('cli_publication_cancelled', { name: gone.capUri, version: gone.semver })
        })
        return
      }
      if (resume !== undefined) {
        const ended = await orCutOff(output, (onBegun) =>
          withDaemon(async (api) => {
            const found = named(await api.registry.publish.list.query({}), resume)
            const begun = await goOn(api, one, found, dearer)
            if (begun === null) return null
            onBegun(begun)
            const ended = await followPublication(api, output, begun, () => undefined)
            sayPublished(output, ended)
            return { ...ended, indexes: await indexesOf(api, ended) }
          }),
        )
        finish(output, ended, ({ indexes }) => {
          sayIndexes(output, indexes)
        })
        return
      }
      const all = await withDaemon((api) => api.registry.publish.list.query({ pinned: true }))
      output.result(all, () => {
        for (const one of all) showPublication(output, one)
        if (all.length === 0) output.say('cli_none')
      })
    })
}

const showPublication = (output: Output, one: Publication): void => {
  const { capUri, semver, registry, state, step, problem, cid, tx, places } = one
  const at = say(output.language, `cli_publication_step_${step === 'check' ? 'sign' : step}`)
  const how = say(output.language, `cli_publication_${state}`, { step: at })
  output.line(`${capUri}@${semver}  ${registry}  ${how}`)
  if (problem !== null) output.line(`  ${problem.message} (${problem.code})`)
  if (cid !== null) output.line(`  ${cid}`)
  if (tx !== null) output.line(`  ${tx}`)
  showPlaces(output, places, '  ')
}

/** Finds one by `name@version`, with or without `did:nuwa:cap:`, or by its id. Errors: `publication_unknown`. */
const named = (all: readonly Publication[], wanted: string): Publication => {
  const uri = wanted.startsWith('did:') ? wanted : `did:nuwa:cap:${wanted}`
  const found = all.find(({ id, capUri, semver }) => id === wanted || `${capUri}@${semver}` === uri)
  if (found === undefined) throw new SatchelError('publication_unknown', { params: { id: wanted } })
  return found
}
