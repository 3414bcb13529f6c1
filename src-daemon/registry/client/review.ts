import type { NetworkGuard } from '../../network/index.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { Handover } from '../../contract/packages.ts'
import { parseCid } from '../../platform/cid.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { Language } from '../../contract/language.ts'
import { say, type PhraseKey, type TextParams } from '../../text/index.ts'
import type { Candidates } from './candidates.ts'
import type { ChainWord, ChainWords } from './chain-word.ts'
import { fileNameOf } from './detail.ts'
import type { Handovers } from './handover.ts'
import type { Found, Looking } from './looking.ts'
import { fetchWithProgress, createStepEmitter, type EmitStep } from './reviewing.ts'
import type { MarketReview, MarketWanted, Provenance, ReviewStep } from '../../contract/marketplace.ts'
import { verifyChain, type Verified } from './verify.ts'
import type { VerificationKey } from '../../contract/identity.ts'

type Caution = MarketReview['cautions'][number]

/** The largest package, and how long its address may take. */
const FILE = { maxBytes: 1024 * 1024, timeoutMs: 30_000 }

export interface ReviewDeps {
  readonly looking: Looking
  readonly chains: ChainWords
  readonly handovers: Handovers
  readonly candidates: Candidates
  readonly packages: Pick<PackagesService, 'review'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: () => Language
  readonly now: () => Date
}

/** What was verified, where it came from, and what to point out about it. */
interface Prepared {
  readonly verified: Verified
  readonly provenance: Omit<Provenance, 'sha256' | 'at'>
  readonly cautions: readonly Caution[]
  readonly handover: Handover | null
  readonly yanked: { readonly reason: string; readonly source: string } | null
}

/** Fetches and verifies what is to be installed, and holds it until the user decides. */
export const createReview = (deps: ReviewDeps) => {
  const { looking, chains, handovers, candidates, packages, guard, keyOf, language, now } = deps

  const review = async (
    wanted: MarketWanted,
    signal: AbortSignal,
    onStep: (step: ReviewStep) => void = () => undefined,
  ): Promise<MarketReview> => {
    const emit = createStepEmitter(onStep)
    const { verified, provenance, cautions, handover, yanked } = await prepare(wanted, signal, emit)
    const { file, failure, verification } = verified
    if (file === null) throw withSteps(failure ?? new SatchelError('internal'), verified)
    emit({ step: 'read' })
    const whole: Provenance = { ...provenance, sha256: file.sha256, at: now().toISOString() }
    const candidate = candidates.offer({
      fileName: fileNameOf(file.package),
      bytes: file.bytes,
      provenance: whole,
      cautions: [...cautions],
      handover,
      yanked,
    })
    return {
      candidate,
      review: await packages.review({ kind: 'candidate', id: candidate }),
      verification,
      provenance: whole,
      cautions: [...cautions],
    }
  }

  const prepare = async (wanted: MarketWanted, signal: AbortSignal, emit: EmitStep): Promise<Prepared> => {
    if (wanted.kind === 'capability') {
      emit({ step: 'find' })
      return fromSource(await looking.find(wanted, signal), { source: wanted.source, signal, emit })
    }
    const verified = await verifyChain(
      {
        from: wanted.kind,
        claimed: null,
        cid: wanted.kind === 'cid' ? wanted.cid : null,
        sha256: null,
        chain: null,
        fetch: () =>
          fetchWithProgress(emit, (onBytes) =>
            wanted.kind === 'cid'
              ? looking.fetchNamed({ cid: parseCid(wanted.cid).toString(), sha256: null }, signal, onBytes)
              : download(wanted.url, signal, onBytes),
          ),
      },
      { keyOf, language: language() },
    )
    signal.throwIfAborted()
    const place = wanted.kind === 'cid' ? `ipfs://${wanted.cid}` : wanted.url
    const cid = wanted.kind === 'cid' ? wanted.cid : null
    return {
      verified,
      provenance: { from: wanted.kind, source: null, place, cid, record: null },
      cautions: [caution('unlisted')],
      handover: null,
      yanked: null,
    }
  }

  const fromSource = async (
    found: Found,
    request: { readonly source: string | undefined; readonly signal: AbortSignal; readonly emit: EmitStep },
  ): Promise<Prepared> => {
    const { source, listing, merged, states } = found
    const { catalogue } = source
    const { signal } = request
    if (merged.conflict && request.source === undefined) throw conflictOf(found)
    const verified = await looking.verify(found, request.signal, request.emit)
    const word =
      catalogue.kind === 'chain'
        ? await chains.version(catalogue.registry, listing.capUri, listing.version, { signal })
        : null
    const registry = catalogue.kind === 'chain' ? chains.place(catalogue.registry) : null
    const record = word === null || word.kind === 'unknown' ? null : word.record
    const event =
      catalogue.kind === 'chain' && record !== null && word?.kind === 'settled' && verified.file !== null
        ? await chains.publication(catalogue.registry, listing.capUri, record, { signal })
        : null
    const reason = record?.yanked ?? listing.yanked
    const state = states.find((one) => one.source === catalogue.name)
    const params = { source: catalogue.name }
    return {
      verified,
      provenance: {
        from: catalogue.kind,
        source: catalogue.name,
        place: placeOf(catalogue),
        cid: listing.cid,
        record:
          record === null || registry === null
            ? null
            : {
                registry: registry.name,
                chainId: registry.chainId,
                contract: registry.contract,
                publisher: record.publisher,
                publishedAt: record.publishedAt,
                tx: event?.tx ?? null,
                block: event?.block ?? null,
              },
      },
      cautions: [
        ...(catalogue.trust === 'ask' ? [caution('source_not_trusted', params)] : []),
        ...(word !== null && isOpen(word) ? [caution('record_not_checked', params)] : []),
        ...(state?.status === 'cached'
          ? [caution('from_cache', { ...params, time: state.at?.slice(0, 10) ?? '' })]
          : []),
        ...(reason === null ? [] : [caution('yanked', { reason })]),
        ...(merged.conflict ? [caution('conflict', params)] : []),
      ],
      handover: verified.file === null ? null : await handovers.of(source, listing, signal),
      yanked: reason === null ? null : { reason, source: catalogue.name },
    }
  }

  const download = async (
    url: string,
    signal: AbortSignal,
    onBytes: (fetched: number) => void,
  ): Promise<Uint8Array> => {
    const { host } = new URL(url)
    const response = await guard.fetch(url, { signal }, { kind: 'package_host', hosts: [host], ...FILE })
    if (!response.ok) {
      await response.body?.cancel()
      throw new SatchelError('network_unreachable', {
        params: { host, problem: `HTTP ${String(response.status)}` },
      })
    }
    const chunks: Uint8Array[] = []
    let fetched = 0
    const body: AsyncIterable<Uint8Array> | null = response.body
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      onBytes((fetched += chunk.length))
    }
    return new Uint8Array(Buffer.concat(chunks))
  }

  const caution = (code: Caution['code'], params: TextParams = {}): Caution => ({
    code,
    text: say<PhraseKey>(language(), `market_caution_${code}`, params),
  })

  return { review }
}

const placeOf = (catalogue: Catalogue): string => {
  switch (catalogue.kind) {
    case 'builtin':
      return ''
    case 'folder':
      return catalogue.path
    case 'static':
      return catalogue.place
    default:
      return catalogue.indexer
  }
}

const isOpen = ({ kind }: ChainWord): boolean => kind === 'unknown' || kind === 'unsettled'

const conflictOf = ({ merged }: Found): SatchelError => {
  const claims = merged.entries.map(({ catalogue, listing }) => ({
    source: catalogue.name,
    version: listing.version,
    sha256: listing.sha256,
    authorDid: listing.author.did,
  }))
  const params = {
    name: merged.shown.name,
    sources: claims.map(({ source }) => source).join(', '),
  }
  return new SatchelError('registry_sources_conflict', { params, details: { claims } })
}

/** The failure, with the steps that were taken before it. */
const withSteps = (failure: SatchelError, { verification }: Verified): SatchelError => {
  const details = typeof failure.details === 'object' && failure.details !== null ? failure.details : {}
  return new SatchelError(failure.code, {
    params: failure.params,
    details: { ...details, steps: verification.steps },
    cause: failure,
  })
}
