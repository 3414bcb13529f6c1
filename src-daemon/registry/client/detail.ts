import semver from 'semver'
import type { PackagesService } from '../../packages/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { toErrorView } from '../../platform/errors.ts'
import { isContact } from '../../contract/report.ts'
import type { ErrorView } from '../../contract/errors.ts'
import type { Language } from '../../contract/language.ts'
import type { Asking } from './asking.ts'
import type { Cards } from './cards.ts'
import type { ChainWord, ChainWords } from './chain-word.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Handovers } from './handover.ts'
import type { Found, Looking } from './looking.ts'
import type { TrustService } from '../trust/types.ts'
import type { Source } from './source.ts'
import { shownMetadata, type Listing } from './listing.ts'
import type {
  MarketDetail,
  MarketDetailInput,
  MarketFile,
  MarketVersion,
} from '../../contract/marketplace.ts'
import type { Verified } from './verify.ts'

export interface DetailDeps {
  readonly looking: Looking
  readonly asking: Asking
  readonly chains: ChainWords
  readonly handovers: Handovers
  readonly cards: Cards
  readonly packages: Pick<PackagesService, 'review' | 'installed'>
  readonly trust: Pick<TrustService, 'advisories'>
  readonly sources: () => readonly Source[]
  readonly language: () => Language
}

/** Everything there is to know about a capability before it is installed. */
export const createDetail = (deps: DetailDeps) => {
  const { looking, asking, chains, handovers, cards, packages, trust, sources, language } = deps

  const detail = async (input: MarketDetailInput, signal: AbortSignal): Promise<MarketDetail> => {
    const found = await looking.find(input, signal)
    const [verified, versions, chain] = await Promise.all([
      looking.verify(found, signal),
      versionsOf(found.merged, signal),
      chainOf(found, signal),
    ])
    const { verification, failure } = verified
    const shown = wordsOf(found.listing, verified)
    const { file, problem } = await fileOf(found, verified, signal)
    return {
      card: cards.card({ ...found.merged, shown }),
      versions,
      chain,
      verification,
      file,
      problem: failure === null ? problem : toErrorView(failure, language()),
      sources: [...found.states],
    }
  }

  /** What a person reads of a verified file, or why the packages room rejects it. */
  const fileOf = async (
    { source, listing }: Found,
    { file }: Verified,
    signal: AbortSignal,
  ): Promise<{ file: MarketFile | null; problem: ErrorView | null }> => {
    if (file === null) return { file, problem: null }
    const { package: acp, metadata, bytes, sha256 } = file
    const facts = cards.learn(bytes, sha256)
    try {
      const bytesBase64 = Buffer.from(bytes).toString('base64')
      const handover = await handovers.of(source, listing, signal)
      const review = await packages.review(
        { kind: 'file', fileName: fileNameOf(acp), bytesBase64 },
        { handover },
      )
      if (facts === null) throw new Error('a verified package has no facts')
      return {
        file: {
          review,
          facts,
          prompt: acp.prompt,
          examples: [...acp.examples],
          tools: acp.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
          schemaUri: acp.schemaUri,
          schema: acp.schema,
          homepage: cleanText(metadata['homepage'], 500) || null,
          contact: contactOf(metadata['contact']),
          screenshots: [...(acp.screenshots ?? [])],
          readme: acp.readme ?? '',
          license: cleanText(metadata['license'], 100) || null,
        },
        problem: null,
      }
    } catch (thrown) {
      signal.throwIfAborted()
      return { file: null, problem: toErrorView(thrown, language()) }
    }
  }

  /** All versions that any source names, with the chains' records beside them. */
  const versionsOf = async (
    { capUri, shown: { name } }: Found['merged'],
    signal: AbortSignal,
  ): Promise<MarketVersion[]> => {
    const said = await Promise.all(
      sources().map(async (source) => {
        const { catalogue } = source
        const { value } = await asking.versions(source, capUri, signal)
        const by: MarketVersion['saidBy'][number]['by'] =
          catalogue.kind === 'builtin' || catalogue.kind === 'folder' ? 'file' : 'index'
        const records =
          catalogue.kind === 'chain'
            ? (await chains.versions(catalogue.registry, capUri, { signal })).records
            : []
        return [
          ...records.map((record) => ({ ...record, source: catalogue.name, by: 'chain' as const })),
          ...value.map(({ version, cid, sha256, author, yanked }) => ({
            semver: version,
            cid,
            sha256,
            authorDid: author.did,
            publishedAt: null,
            yanked,
            source: catalogue.name,
            by,
          })),
        ]
      }),
    )
    const installed = new Set(packages.installed().map(({ sha256 }) => sha256))
    return [...Map.groupBy(said.flat(), (one) => one.semver).entries()]
      .filter(([version]) => semver.valid(version) !== null)
      .sort(([a], [b]) => semver.compareBuild(b, a))
      .flatMap(([version, all]) => {
        const first = all.find(({ by }) => by === 'chain') ?? all[0]
        if (first === undefined) return []
        const { cid, sha256, authorDid, publishedAt } = first
        return [
          {
            version,
            cid,
            sha256,
            authorDid,
            publishedAt,
            yanked: all.map(({ yanked }) => yanked).find((reason) => reason !== null) ?? null,
            saidBy: all.map(({ source, by }) => ({ source, by })),
            conflict: all.some((one) => one.sha256 !== sha256 || one.authorDid !== authorDid),
            isInstalled: installed.has(sha256),
            advisories: [...trust.advisories({ name, version, sha256, author: authorDid })],
          },
        ]
      })
  }

  const chainOf = async ({ merged, listing }: Found, signal: AbortSignal): Promise<MarketDetail['chain']> =>
    Promise.all(
      sources().flatMap(({ catalogue }) =>
        catalogue.kind === 'chain'
          ? [
              (async () => {
                const { registry, name: source } = catalogue
                const [word, votes] = await Promise.all([
                  chains.version(registry, merged.capUri, listing.version, { signal }),
                  chains.votes(registry, merged.capUri, { signal }),
                ])
                return { source, registry, votes, ...said(word) }
              })(),
            ]
          : [],
      ),
    )

  const said = (word: ChainWord): Pick<MarketDetail['chain'][number], 'record' | 'at' | 'problem'> => {
    switch (word.kind) {
      case 'remembered':
        return {
          record: word.record,
          at: word.at.toISOString(),
          problem: toErrorView(word.problem, language()),
        }
      case 'unknown':
        return { record: null, at: null, problem: toErrorView(word.problem, language()) }
      default:
        return { record: word.record, at: new Date().toISOString(), problem: null }
    }
  }

  return { detail }
}

const contactOf = (value: unknown): string | null =>
  typeof value === 'string' && isContact(value) ? value : null

export const fileNameOf = ({ name, version }: Pick<AcpPackage, 'name' | 'version'>): string =>
  `${name}-${version}.acp.yaml`

/** The file's own description if it was verified. */
const wordsOf = (listing: Listing, { file }: Verified): Listing =>
  file === null
    ? listing
    : { ...listing, ...shownMetadata(file.package, file.metadata), author: file.package.author }
