import canonicalize from 'canonicalize'
import semver from 'semver'
import {
  agentOfferSchema,
  type AgentOffer,
  type OfferChange,
  type OfferFile,
  type OfferPreview,
  type OfferProblem,
  type PublishedOffer,
} from '../../contract/agent-offer.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { Database } from '../../storage/index.ts'
import type { OwnDid } from '../../contract/agent-dids.ts'
import { CARD_PATH, composeCard, MESSAGES_PATH } from '../a2a/own-card/compose-card.ts'
import { A2A_SERVICE_TYPES, CARD_SERVICES } from '../core/service-types.ts'
import { THREADS_PATH } from '../core/thread-api.ts'
import { descriptionAt, type OwnDids } from '../did-wba/own-dids.ts'
import {
  composeOffer,
  descriptionList,
  jsonText,
  type ComposedOffer,
  type OfferPlaces,
  type OfferVersion,
} from './compose.ts'
import type { OfferableTool } from './operations.ts'
import { createOfferRecords } from './records.ts'
import { signDescription } from './sign-description.ts'

/** The own description: what the owner puts into it, how it would look, and what was published. */
export interface OfferService {
  get(): AgentOffer
  /** Changes these members, and nothing that was published. Errors: `invalid_request`. */
  set(change: OfferChange): AgentOffer
  preview(): OfferPreview
  /**
   * Signs what `preview` shows as a new version, as the chosen DID, and lets that DID's document name it. Nothing new is
   * made of what was published already. Errors: `agent_offer_incomplete`, those of signing.
   */
  publish(): Promise<PublishedOffer>
  /** The newest version; null if none was published. */
  published(): PublishedOffer | null
  /** Newest first, at most a hundred. */
  versions(): readonly PublishedOffer[]
  onChange(listener: () => void): () => void
}

export interface OfferDeps {
  readonly db: Database
  readonly ownDids: Pick<OwnDids, 'list' | 'signer' | 'setServices'>
  /** The tools that could be offered now. */
  readonly tools: () => readonly OfferableTool[]
  /** Where a host's files are, and where this agent is called: origins. */
  readonly places: (host: string) => { readonly web: string; readonly calls: string }
  /** Whether other agents can reach us now. */
  readonly isOpen: () => boolean
  readonly now: () => Date
}

interface Composed extends ComposedOffer {
  readonly version: string
  readonly changed: boolean
  /** The origin of its files. */
  readonly web: string
}

const EMPTY: AgentOffer = {
  did: null,
  name: '',
  description: '',
  owner: null,
  operations: [],
  forms: ['openrpc'],
  questions: { enabled: false },
  orders: { enabled: false },
  threads: { enabled: false },
  items: [],
}
const MAX_VERSIONS = 100
const FIRST_VERSION = '1.0.0'

export const createOffer = (deps: OfferDeps): OfferService => {
  const { ownDids, tools, places, isOpen, now } = deps
  const records = createOfferRecords(deps.db)
  const { listen: onChange, emit: changed } = createEmitter()
  const oneAtATime = createOneAtATime()
  /** Both are looked at with each request. */
  let newest: PublishedOffer | null | undefined
  let stored: AgentOffer | null | undefined

  const published = (): PublishedOffer | null => (newest ??= records.published(1)[0] ?? null)

  const get = (): AgentOffer => {
    stored ??= records.get()
    if (stored !== null) return stored
    return { ...EMPTY, did: ownDids.list().find(isActive)?.did ?? null }
  }

  /** What would be published, in the version that was published last if it says the same. */
  const compose = (offer: AgentOffer, own: OwnDid): Composed => {
    const where = placesOf(own, places)
    const all = tools()
    const last = published()
    const at = `${now().toISOString().slice(0, 19)}Z`
    const made = (version: OfferVersion, differs: boolean): Composed => ({
      ...composeOffer(offer, { places: where, tools: all, version }),
      version: version.version,
      changed: differs,
      web: where.web,
    })
    if (last?.did !== own.did) {
      const version = last === null ? FIRST_VERSION : next(last.version)
      return made({ version, created: at, modified: null }, true)
    }
    const { created, modified = null } = last.document as { created: string; modified?: string }
    const same = made({ version: last.version, created, modified }, false)
    const isSame = saysTheSame(same.document, last.document) && keyOf(own) === methodOf(last)
    return isSame ? same : made({ version: next(last.version), created, modified: at }, true)
  }

  /** The same as an agent card of A2A, which only names what is called. */
  const cardOf = (offer: AgentOffer, own: OwnDid, version: string): Readonly<Record<string, unknown>> => {
    const { name, description, owner, operations, questions, threads } = offer
    const named = new Set(operations.map(({ tool }) => tool))
    return composeCard({
      ...{ name, description, version },
      provider: owner,
      url: placesOf(own, places).calls + MESSAGES_PATH,
      threads: threads.enabled ? placesOf(own, places).calls + THREADS_PATH : null,
      operations: tools().filter(({ id }) => named.has(id)),
      questions: questions.enabled,
    })
  }

  const ownDid = (did: string | null): OwnDid | null => ownDids.list().find((one) => one.did === did) ?? null

  const problemsOf = (offer: AgentOffer): readonly OfferProblem[] => {
    const own = ownDid(offer.did)
    const known = new Set(tools().map(({ id }) => id))
    return [
      ...(own === null ? [problem('no_did')] : isActive(own) ? [] : [problem('did_inactive', own.did)]),
      ...(offer.name === '' ? [problem('no_name')] : []),
      ...offer.operations
        .filter(({ tool }) => !known.has(tool))
        .map(({ tool }) => ({ ...problem('tool_missing', tool), blocks: false })),
      ...(isOpen() ? [] : [{ ...problem('endpoint_closed'), blocks: false }]),
    ]
  }

  const preview = (): OfferPreview => {
    const offer = get()
    const problems = [...problemsOf(offer)]
    const own = ownDid(offer.did)
    if (own === null)
      return { url: null, version: FIRST_VERSION, document: {}, files: [], changed: true, problems }
    const composed = compose(offer, own)
    return {
      url: composed.url,
      version: composed.version,
      document: { ...composed.document },
      files: [...filesOf(composed, offer.name), cardFile(cardOf(offer, own, composed.version))],
      changed: composed.changed,
      problems,
    }
  }

  const publish = async (): Promise<PublishedOffer> => {
    const offer = get()
    const blocking = problemsOf(offer).find(({ blocks }) => blocks)
    const own = ownDid(offer.did)
    if (blocking !== undefined || own === null)
      throw new SatchelError('agent_offer_incomplete', { details: { problem: blocking?.code ?? 'no_did' } })
    const composed = compose(offer, own)
    const last = published()
    const made = composed.changed || last === null ? await sign(composed, own, offer) : last
    // Also where nothing is new: a publication may have been interrupted.
    await ownDids.setServices(own.did, [
      descriptionAt(composed.url),
      { fragment: 'a2a', type: A2A_SERVICE_TYPES[0] ?? '', url: `${placesOf(own, places).calls}/a2a` },
      { fragment: 'card', type: CARD_SERVICES[0], url: `${composed.web}/${CARD_PATH}` },
    ])
    return made
  }

  const sign = async (
    { url, path, document, linked, version, web }: Composed,
    own: OwnDid,
    offer: AgentOffer,
  ): Promise<PublishedOffer> => {
    const { did, kind } = own
    const signer = ownDids.signer(did, { purpose: 'agent_description', requester: 'owner' })
    const { signCard } = await import('../a2a/own-card/sign-card.ts')
    const card = await signCard(cardOf(offer, own, version), { signer, kind })
    const domain = new URL(url).host
    const signed = await signDescription(document, { signer, kind, domain, now: now() })
    const made: PublishedOffer = {
      version,
      did,
      url,
      digest: signed.digest,
      document: { ...signed.document },
      files: [...filesOf({ path, document: signed.document, linked, web, url }, offer.name), cardFile(card)],
      publishedAt: now().toISOString(),
    }
    records.add(made)
    newest = made
    changed()
    return made
  }

  return {
    get,
    set: (change) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      const offer = agentOfferSchema.parse({ ...get(), ...Object.fromEntries(given) })
      records.put(offer)
      stored = offer
      changed()
      return offer
    },
    preview,
    publish: () => oneAtATime(publish),
    published,
    versions: () => records.published(MAX_VERSIONS),
    onChange,
  }
}

/** The description itself first. */
const filesOf = (
  { path, document, linked, web, url }: Omit<Composed, 'version' | 'changed'>,
  name: string,
): OfferFile[] => [
  { path, mediaType: 'application/json', text: jsonText(document) },
  ...linked,
  descriptionList(web, [{ name, url }]),
]

const cardFile = (card: Readonly<Record<string, unknown>>): OfferFile => ({
  path: CARD_PATH,
  mediaType: 'application/json',
  text: jsonText(card),
})

const isActive = ({ deactivatedAt }: OwnDid): boolean => deactivatedAt === null

const problem = (code: OfferProblem['code'], detail: string | null = null): OfferProblem => ({
  code,
  detail,
  blocks: true,
})

/** Beside the document of the DID, which only its owner can put there. */
const placesOf = ({ url, path }: OwnDid, places: OfferDeps['places']): OfferPlaces => ({
  ...places(new URL(url).host),
  folder: path === '.well-known/did.json' ? '' : path.slice(0, -'did.json'.length),
})

const next = (version: string): string => semver.inc(version, 'minor') ?? FIRST_VERSION

const saysTheSame = (
  document: Readonly<Record<string, unknown>>,
  { proof: _, ...published }: Readonly<Record<string, unknown>>,
): boolean => canonicalize(document) === canonicalize(published)

/** The key that an own DID's document lists. */
const keyOf = ({ document }: OwnDid): unknown => {
  const methods = document['assertionMethod']
  return Array.isArray(methods) ? methods[0] : null
}

const methodOf = ({ document }: PublishedOffer): unknown =>
  (document['proof'] as { verificationMethod?: unknown } | undefined)?.verificationMethod
