import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { SatchelError } from '../../../platform/errors.ts'
import type { Exported, ExportInput, SignedHandover } from '../../../registry/static/index.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import type { Api } from '../../console/session.ts'
import { readNamedFile } from '../files.ts'
import { packageNetwork } from '../package-network.ts'

interface Options {
  readonly withdraw: readonly string[]
  readonly reason?: string
  readonly handOver: readonly string[]
  readonly validDays?: number
  readonly renew?: true
  readonly time?: Date
}

/** `satchel registry export DIR [FILE…]`: a static registry, of the given packages or of what the owner published. */
export const addRegistryExportCommand = (registry: Command, { text, session }: CommandDeps): void => {
  registry
    .command('export')
    .description(text('cli_registry_export'))
    .argument('<folder>', text('cli_registry_export_folder'))
    .argument('[files...]', text('cli_registry_export_files'))
    .option('--withdraw <name@version>', text('cli_registry_export_withdraw'), gather, [])
    .option('--reason <reason>', text('cli_registry_yank_reason'))
    .option('--hand-over <name=did>', text('cli_registry_export_hand_over'), gather, [])
    .option('--valid-days <days>', text('cli_registry_export_valid_days'), daysOf)
    .option('--renew', text('cli_registry_export_renew'))
    .option('--time <time>', text('cli_registry_export_time'), timeOf)
    .action(async (folder: string, files: readonly string[], options: Options) => {
      const { withDaemon, output, language } = session()
      const { withdraw, reason, handOver, validDays = null, renew = false, time = new Date() } = options
      if (withdraw.length > 0 && reason === undefined)
        throw new InvalidArgumentError('--withdraw NAME@VERSION --reason TEXT')
      const passedOn = handOver.map(readHandOver)
      // Such a change is of what the folder has already.
      const isOnlyChange = withdraw.length > 0 || passedOn.length > 0 || renew
      await using network = packageNetwork()
      const { exportRegistry } = await import('../../../registry/static/index.ts')
      const done = await withDaemon(async (api): Promise<Exported> => {
        const { did } = await api.registry.static.publisher.query()
        const handovers: { capUri: string; statement: SignedHandover }[] = []
        for (const { capUri, to } of passedOn)
          handovers.push({ capUri, statement: await api.registry.static.handOver.mutate({ capUri, to }) })
        return exportRegistry({
          folder: resolve(folder),
          files: files.length > 0 ? await filesAt(files) : await publishedFiles(api, isOnlyChange),
          withdrawn: reason === undefined ? undefined : { versions: withdraw, reason },
          handovers,
          time,
          validDays,
          isRenewed: renew,
          did,
          sign: ({ did: _did, ...content }) => api.registry.static.sign.mutate(content),
          keyOf: network.keyOf,
          language,
        })
      })
      output.result(done, () => {
        const { packages, versions, added, withdrawn, without, isChanged } = done
        if (isChanged) output.say('cli_registry_exported', { packages, versions, added, withdrawn, folder })
        else output.say('cli_registry_export_unchanged', { packages, versions, folder })
        for (const file of without) output.say('cli_registry_export_pictures', { file })
      })
    })
}

const gather = (value: string, before: readonly string[]): readonly string[] => [...before, value]

const daysOf = (value: string): number => {
  const days = Number(value)
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw new InvalidArgumentError('1–3650')
  return days
}

const timeOf = (value: string): Date => {
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('2026-01-31T12:00:00Z')
  return time
}

const readHandOver = (value: string): { capUri: string; to: string } => {
  const [name = '', to = ''] = value.split('=', 2)
  if (name === '' || !to.startsWith('did:')) throw new InvalidArgumentError('NAME=DID')
  return { capUri: `did:nuwa:cap:${name.replace(/^did:nuwa:cap:/, '')}`, to }
}

/** Package files, with the pictures beside them; of a folder, those in it. Errors: `file_unreadable`. */
const filesAt = async (paths: readonly string[]): Promise<ExportInput['files']> => {
  const { picturesBeside } = await import('../../../registry/static/index.ts')
  const all = paths.flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      ? readdirSync(path)
          .toSorted()
          .filter((name) => name.endsWith('.acp.yaml'))
          .map((name) => join(path, name))
      : [path],
  )
  const folders = new Set(all.map((path) => dirname(path)))
  const pictures = new Map(
    await Promise.all([...folders].map(async (folder) => [folder, await picturesBeside(folder)] as const)),
  )
  return all.values().map((path) => ({ ...readNamedFile(path), pictures: pictures.get(dirname(path)) }))
}

/** What the owner published from this computer, with its pictures, the first first. */
const publishedFiles = async (api: Api, isNoneFine: boolean): Promise<ExportInput['files']> => {
  const { byHash } = await import('../../../registry/static/index.ts')
  const files: { fileName: string; bytes: Uint8Array; pictures: ReadonlyMap<string, Uint8Array> }[] = []
  for (const { id, state } of (await api.registry.publish.list.query({})).toReversed()) {
    if (state !== 'published') continue
    const { fileName, bytesBase64, picturesBase64 } = await api.registry.publish.signedFile.query({ id })
    const pictures = byHash(picturesBase64.map((one) => Buffer.from(one, 'base64')))
    files.push({ fileName, bytes: Buffer.from(bytesBase64, 'base64'), pictures })
  }
  if (files.length === 0 && !isNoneFine) throw new SatchelError('registry_nothing_to_export')
  return files
}
