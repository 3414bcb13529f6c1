import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { cidOf } from '../../../platform/cid.ts'
import { writeFileAtomic } from '../../../platform/files.ts'
import type { Publication, PublishPlan } from '../../../contract/publishing.ts'
import { finish } from '../../console/finish.ts'
import { readNamedFile } from '../files.ts'
import { placeNames, showPlaces } from '../../console/places.ts'
import type { Output } from '../../console/output.ts'
import { printProblems } from '../../console/problems.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import type { Api } from '../../console/session.ts'
import { inCoins, inGwei } from '../../console/coins.ts'
import { orCutOff } from './cut-off.ts'
import { goOn } from './dearer.ts'
import { indexesOf, sayIndexes } from './publish-indexes.ts'

/** Polling interval for a watched publication, in milliseconds. */
const LOOK_MS = 200

interface Options {
  readonly registry?: string
  readonly dryRun?: boolean
  readonly dearer?: boolean
}

/** `satchel registry publish FILE [--registry NAME] [--dry-run | --dearer]` */
export const addRegistryPublishCommand = (registry: Command, { text, session }: CommandDeps): void => {
  registry
    .command('publish')
    .description(text('cli_registry_publish'))
    .argument('<file>')
    .option('--registry <registry>', text('cli_registry_which'))
    .option('--dry-run', text('cli_registry_publish_dry_run'))
    .option('--dearer', text('cli_registry_publish_dearer'))
    .action(async (path: string, { registry: which, dryRun = false, dearer = false }: Options) => {
      const one = session()
      const { withDaemon, output, consent } = one
      const { fileName, bytes } = readNamedFile(path)
      const named = which === undefined ? {} : { registry: which }
      const input = { fileName, bytesBase64: bytes.toString('base64'), ...named }
      const pictures = await picturesOf(path, bytes)
      if (dryRun) {
        const plan = await withDaemon(async (api) => {
          if (pictures.length > 0) await api.registry.publish.keepPictures.mutate({ bytesBase64: pictures })
          return api.registry.publish.plan.mutate(input)
        })
        output.result(plan, () => {
          showPlan(output, path, bytes, plan)
          output.say('cli_publish_nothing_done')
        })
        return
      }
      const ended = await orCutOff(output, (onBegun) =>
        withDaemon(async (api) => {
          if (pictures.length > 0) await api.registry.publish.keepPictures.mutate({ bytesBase64: pictures })
          const plan = await api.registry.publish.plan.mutate(input)
          showPlan(output, path, bytes, plan)
          // A publication without further cost was agreed to at its start, and an unaffordable one is refused.
          const { capUri: name, semver: version } = plan
          const isAsked = plan.cost !== null && plan.affordable
          if (isAsked && !(await consent('cli_q_registry_publish', { name, version }))) return null
          const { publication, published } = plan
          const isBegun = publication !== null && publication.tx !== null && published === null
          const begun = isBegun
            ? await goOn(api, one, publication, dearer)
            : await api.registry.publish.start.mutate(input)
          if (begun === null) return null
          onBegun(begun)
          const ended = await followPublication(api, output, begun, (signed) => {
            writeSigned(output, path, bytes, signed)
          })
          sayPublished(output, ended)
          return { ...ended, indexes: await indexesOf(api, ended) }
        }),
      )
      finish(output, ended, ({ indexes }) => {
        sayIndexes(output, indexes)
      })
    })
}

/** The pictures that a package names and that are beside it, in base64. */
const picturesOf = async (path: string, bytes: Uint8Array): Promise<string[]> => {
  const [{ picturesBeside }, { validatePackage }] = await Promise.all([
    import('../../../registry/static/index.ts'),
    import('../../../packages/index.ts'),
  ])
  const { package: acp } = validatePackage(bytes, basename(path), { checkSchema: null, signature: 'ignored' })
  const named = acp?.screenshots ?? []
  if (named.length === 0) return []
  const beside = [...(await picturesBeside(dirname(path))).values()]
  const found = new Map(beside.map((one) => [cidOf(one), Buffer.from(one).toString('base64')]))
  return named.flatMap(({ cid }) => found.get(cid) ?? [])
}

/** Prints each step of a publication as it is done, until it is published. Errors: those of the publication. */
export const followPublication = async (
  api: Api,
  output: Output,
  { id, step }: Publication,
  onSigned: (bytes: Uint8Array) => void,
): Promise<Publication> => {
  const printed = new Set<string>()
  const once = (what: string, write: () => void): void => {
    if (printed.has(what)) return
    printed.add(what)
    write()
  }
  const print = async ({ sha256, cid, tx, receipt, places, step: next }: Publication): Promise<void> => {
    if (sha256 !== null && !printed.has('signed')) {
      printed.add('signed')
      const { bytesBase64 } = await api.registry.publish.signedFile.query({ id })
      if (step !== 'done') output.say('cli_publish_signed', { sha256 })
      onSigned(Buffer.from(bytesBase64, 'base64'))
    }
    if (step === 'done') return
    if (next !== 'sign' && next !== 'add')
      once('added', () => {
        output.say('cli_publish_added', { cid: cid ?? '' })
        showPlaces(output, places)
      })
    if (tx !== null)
      once(tx, () => {
        output.say('cli_publish_sent', { tx })
      })
    if (receipt !== null) {
      const { block, fee } = receipt
      once('settled', () => {
        output.say('cli_registry_settled', { block, fee: inCoins(fee) })
      })
    }
  }

  const settled = api.registry.publish.settled.mutate({ id })
  const end = settled.then(
    () => true,
    () => true, // reported by `settled` itself
  )
  for (;;) {
    const isEnded = await Promise.race([end, setTimeout(LOOK_MS, false)])
    await print(await api.registry.publish.get.query({ id }))
    if (isEnded) return await settled
  }
}

/** Prints the result of a successful publication. */
export const sayPublished = (output: Output, { capUri, semver, tx, state }: Publication): void => {
  const params = { name: capUri, version: semver }
  if (state === 'published') output.say(tx === null ? 'cli_publish_already' : 'cli_publish_published', params)
}

/** Replaces the file by the signed one, as `acp sign` does; if the author has changed it in between, it stays. */
const writeSigned = (output: Output, path: string, before: Uint8Array, signed: Uint8Array): void => {
  if (Buffer.from(signed).equals(before)) return
  // Keep a symbolic link: its target is signed.
  const target = realpathSync(path)
  if (!readFileSync(target).equals(before)) {
    output.say('cli_publish_not_written', { file: path })
    return
  }
  writeFileAtomic(target, signed, statSync(target).mode & 0o777)
  output.say('cli_publish_written', { file: path })
}

const showPlan = (output: Output, path: string, bytes: Buffer, plan: PublishPlan): void => {
  const { capUri, semver, registry, chainId, contract, cost, publication, published } = plan
  printProblems(output, path, bytes.toString('utf8'), plan.warnings)
  output.say('cli_publish_where', { uri: `${capUri}@${semver}`, registry, chain: chainId, contract })
  if (published !== null) {
    output.say('cli_publish_already', { name: capUri, version: semver })
    if (published.yanked !== null) output.say('cli_publish_yanked', { reason: published.yanked })
    return
  }
  if (publication !== null) output.say('cli_publish_goes_on', { date: publication.startedAt.slice(0, 10) })
  const { title, author, cid } = plan
  output.say('cli_publish_check', { title, bytes: plan.bytes, did: author.did })
  output.say(cid === null ? 'cli_publish_sign' : 'cli_publish_sign_kept', { did: author.did })
  output.say('cli_publish_add', { places: placeNames(output, plan.places) })
  if (cost === null) output.say('cli_publish_submit_done')
  else
    output.say('cli_publish_submit', {
      account: plan.account,
      gas: cost.gas,
      fee: inGwei(cost.feePerGas),
      cost: inCoins(cost.cost),
      balance: inCoins(cost.balance),
    })
  output.say('cli_publish_confirm')
  for (const note of plan.notes) output.say(`cli_publish_note_${note}`)
  if (!plan.affordable) output.say('cli_publish_too_little', { account: plan.account })
}
