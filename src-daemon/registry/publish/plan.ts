import { formatEther } from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import type { OwnPictures } from '../../packages/types.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { IdentityService } from '../../identity/types.ts'
import { publishCall } from '../chain/calls.ts'
import { estimate } from '../chain/estimate.ts'
import { readName } from '../chain/read-name.ts'
import { readRecord } from '../chain/read-record.ts'
import type { RegistriesService } from '../chain/types.ts'
import type { IpfsService } from '../ipfs/types.ts'
import { openCandidate, type CandidateDeps, type PublishCandidate } from './candidate.ts'
import type { Entry, Journal } from './journal.ts'
import { namedPictures } from './pictures.ts'
import { refuseByPrecedents, type PrecedentDeps } from './precedents.ts'
import type { PublishInput } from './types.ts'
import type { PublishNote, PublishPlan } from '../../contract/publishing.ts'

export interface PlanDeps extends CandidateDeps {
  readonly identity: CandidateDeps['identity'] & Pick<IdentityService, 'chainAccount'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly registries: Pick<RegistriesService, 'open' | 'signer'>
  readonly ipfs: Pick<IpfsService, 'keepers' | 'fetchVerified'>
  readonly journal: Pick<Journal, 'find'>
  readonly ownPictures: Pick<OwnPictures, 'read'>
  readonly missing: PrecedentDeps['missing']
}

/**
 * A plan, and what it was made from. `entry`: the publication to continue; null if a new one has to begin.
 */
export interface Planned {
  readonly plan: PublishPlan
  readonly candidate: PublishCandidate
  readonly entry: Entry | null
}

/** Placeholders for what is known only after signing: as long as the real values. */
const UNKNOWN = { cid: `bafkrei${'a'.repeat(52)}`, sha256: 'f'.repeat(64) }

/**
 * Checks everything that publishing a file depends on, and asks the contract whether it would accept it.
 * Errors: as `PublishService.plan`.
 */
export const planPublication = async (deps: PlanDeps, input: PublishInput): Promise<Planned> => {
  const { identity, registries, ipfs, journal } = deps
  const candidate = await openCandidate(deps, input)
  const { acp, author } = candidate
  const about = { capUri: acp.capUri, semver: acp.version }

  const registry = nameOf(deps.settings, input.registry)
  const chain = await registries.open(registry)
  const { chainId } = chain.place
  const { contract } = chain
  const record = await readRecord(chain, about)
  const name = await readName(chain, about)
  const known = goneFromChain(journal.find({ ...about, chainId, contract }), record !== null)
  const file = candidate.signed ?? (known !== null && isOf(known, candidate.sha256) ? known.signed : null)
  const published = record !== null && record.sha256 === file?.sha256 ? record : null
  if (record !== null && published === null)
    throw new SatchelError('registry_version_exists', {
      params: { name: acp.capUri, version: acp.version },
      details: { ...about, published: record.sha256, found: file?.sha256 ?? null },
    })
  if (known !== null && !isOf(known, candidate.sha256))
    throw new SatchelError('publication_file_changed', {
      params: { file: input.fileName, name: acp.capUri, version: acp.version },
      details: { ...about, began: known.sourceSha256 },
    })

  const account = await identity.chainAccount()
  if (account === null) throw new SatchelError('chain_account_missing')
  const isSent = known !== null && known.sent !== null
  const authorDid = known?.shown.authorDid ?? author.did
  const isNew = published === null && !isSent
  const isKnown = !isNew || (await refuseByPrecedents(deps, chain, { acp, registry }))
  const cost =
    published !== null || isSent
      ? null
      : await estimate(chain, account.address, publishCall({ ...about, ...(file ?? UNKNOWN), authorDid }))
  const done = {
    check: true,
    sign: file !== null,
    add: known !== null && known.shown.step !== 'sign' && known.shown.step !== 'add',
    submit: published !== null || isSent,
    confirm: known?.shown.step === 'done',
  }
  const pictures = namedPictures(deps.ownPictures, input)
  const notes: PublishNote[] = [
    ...(isKeptHereOnly(deps.settings) ? ['kept_here_only' as const] : []),
    ...(author.isOwn ? [] : ['other_author' as const]),
    ...(account.backedUpAt === null ? ['account_not_backed_up' as const] : []),
    ...(name === null ? ['name_new' as const] : []),
    ...(isKnown ? [] : ['earlier_unread' as const]),
    ...(pictures.every(({ bytes }) => bytes !== null) ? [] : ['pictures_missing' as const]),
  ]
  const plan: PublishPlan = {
    registry,
    chainId,
    contract,
    title: acp.title,
    ...about,
    author: { ...author, did: authorDid },
    changes: [...(acp.changelog?.find(({ version }) => version === acp.version)?.changes ?? [])],
    pictures: pictures.length,
    cid: file?.cid ?? null,
    sha256: file?.sha256 ?? null,
    bytes: input.bytes.length,
    warnings: [...candidate.warnings],
    notes,
    steps: (['check', 'sign', 'add', 'submit', 'confirm'] as const).map((step) => ({
      step,
      done: done[step],
    })),
    places: [...ipfs.keepers()],
    account: account.address,
    cost,
    affordable: cost === null || BigInt(cost.balance) >= BigInt(cost.cost),
    publication: known?.shown ?? null,
    published,
  }
  return { plan, candidate, entry: known }
}

/** Errors: `chain_funds`, if the account cannot pay for the plan. */
export const refuseFunds = ({ account, cost, affordable }: PublishPlan): void => {
  if (affordable || cost === null) return
  const [needed, balance] = [cost.cost, cost.balance].map((wei) => formatEther(BigInt(wei)))
  const params = { address: account, needed: needed ?? '', balance: balance ?? '' }
  throw new SatchelError('chain_funds', { params, details: params })
}

/** A publication that its chain no longer knows, such as a restarted local chain, begins again. */
const goneFromChain = (entry: Entry | null, isOnChain: boolean): Entry | null =>
  entry?.shown.state === 'published' && !isOnChain ? null : entry

/** Whether these are the original bytes of the entry, or its signed ones. */
const isOf = ({ sourceSha256, signed }: Entry, sha256: string): boolean =>
  sourceSha256 === sha256 || signed?.sha256 === sha256

/** The name of the registry in the settings. Errors: `registry_missing`. */
const nameOf = (settings: Pick<SettingsService, 'get'>, wanted: string | undefined): string => {
  const all = settings.get().chainRegistries
  const found = wanted === undefined && all.length === 1 ? all[0] : all.find(({ name }) => name === wanted)
  if (found !== undefined) return found.name
  const name = wanted ?? ''
  throw new SatchelError('registry_missing', { params: { name }, details: { name } })
}

const isKeptHereOnly = (settings: Pick<SettingsService, 'get'>): boolean => {
  const { embedded, listen, peers, kuboUrl } = settings.get().ipfs
  const isReached = !/^\/(ip4\/127\.|ip6\/(::1|0:0:0:0:0:0:0:1)\/)/.test(listen) || peers.length > 0
  return kuboUrl === '' && !(embedded && isReached)
}
