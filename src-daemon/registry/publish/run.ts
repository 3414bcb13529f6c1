import type { OwnPictures, PackagesService } from '../../packages/types.ts'
import { cidOf } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { RegistriesService } from '../chain/types.ts'
import { MAX_BLOCK_BYTES, tooLarge } from '../ipfs/core/blocks.ts'
import type { IpfsService } from '../ipfs/types.ts'
import type { IpfsPlace } from '../../contract/ipfs.ts'
import type { Entry, Journal } from './journal.ts'
import { namedPictures } from './pictures.ts'
import { submitPublication, type SubmitTimeouts } from './submit.ts'

export interface RunDeps {
  readonly journal: Journal
  readonly packages: Pick<PackagesService, 'sign'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly registries: Pick<RegistriesService, 'open' | 'signer'>
  readonly ipfs: Pick<IpfsService, 'add'>
  readonly ownPictures: Pick<OwnPictures, 'read'>
  /** Runs work that must not run twice at once. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly timeouts: SubmitTimeouts
  readonly changed: () => void
}

/**
 * Does the remaining steps of a publication: sign, add, submit, confirm. Each step is journalled when done,
 * and the transaction before it is sent; each can safely be repeated. Errors: those of signing, of
 * `IpfsService.add`, of `submitPublication`, `publication_registry_changed`; the signal's reason.
 */
export const runPublication = async (
  deps: RunDeps,
  id: string,
  {
    requester,
    isDearer,
    signal,
  }: { readonly requester: string; readonly isDearer: boolean; readonly signal: AbortSignal },
): Promise<void> => {
  const { journal, registries } = deps
  let entry = journal.get(id)
  /** Nothing is written after shutdown: the database may be closed by then. */
  const write = (change: () => Entry): void => {
    signal.throwIfAborted()
    entry = change()
    deps.changed()
  }

  const { registry, chainId, contract } = entry.shown
  const chain = await registries.open(registry)
  if (chain.place.chainId !== chainId || chain.contract.toLowerCase() !== contract)
    throw new SatchelError('publication_registry_changed', { params: { registry } })
  await chain.check()
  const signer = await registries.signer(requester)

  if (entry.signed === null) {
    const { source, keyId } = entry
    const { fileName } = entry.shown
    if (source === null) throw new Error('neither the file nor the signed one is kept')
    const input = { fileName, bytes: source, keyId: keyId ?? undefined, requester }
    const { bytes } = await deps.packages.sign(input)
    if (bytes.length > MAX_BLOCK_BYTES) throw tooLarge(MAX_BLOCK_BYTES)
    write(() => journal.signed(id, { bytes, sha256: sha256Hex(bytes), cid: cidOf(bytes) }))
  }
  if (entry.shown.step === 'add') {
    const places = await add(deps, entry)
    write(() => journal.added(id, places))
  }
  const receipt = await submitPublication({
    chain,
    signer,
    entry,
    isDearer,
    journal: (sent) => {
      write(() => journal.sending(id, sent))
    },
    alone: deps.alone,
    timeouts: deps.timeouts,
    signal,
  })
  write(() => journal.published(id, receipt))
}

/** Stores and pins the file, its pictures first. If others would fetch it from the owner's node, that node has to have it. */
const add = async (
  { ipfs, settings, ownPictures }: RunDeps,
  { signed, shown: { fileName } }: Entry,
): Promise<readonly IpfsPlace[]> => {
  if (signed === null) throw new Error('added before it was signed')
  for (const { bytes } of namedPictures(ownPictures, { fileName, bytes: signed.bytes }))
    if (bytes !== null) await ipfs.add(bytes)
  const { cid, places } = await ipfs.add(signed.bytes)
  if (cid !== signed.cid) throw new Error(`kept as ${cid} instead of ${signed.cid}`)
  const isShared = settings.get().ipfs.embedded
  const failed = places.find(({ kind, code }) => kind === 'kubo' && code !== null)
  if (failed !== undefined && !isShared)
    throw new SatchelError('ipfs_unreachable', {
      params: { source: failed.name, problem: failed.problem ?? '' },
      details: { places },
    })
  return places
}
