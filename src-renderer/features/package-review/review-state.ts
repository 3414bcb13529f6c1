import type { ErrorView } from '../../../src-daemon/contract/errors.ts'
import type { PackageSource, PermissionReview, Problem } from '../../../src-daemon/contract/packages.ts'
import type { MarketReview, MarketWanted } from '../../../src-daemon/contract/marketplace.ts'

/** What is reviewed: a package on this computer, or one the marketplace has to fetch first. */
export type ReviewTarget = PackageSource | MarketWanted

export const isWanted = (target: ReviewTarget): target is MarketWanted =>
  target.kind === 'capability' || target.kind === 'cid' || target.kind === 'url'

/** A package under review: `source` is what gets installed, `market` how it was obtained. */
export interface Reviewed {
  readonly review: PermissionReview
  readonly source: PackageSource
  readonly market: MarketReview | null
}

/** What the review sheet shows. Only `review` ever has an install button. */
export type ReviewState =
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'review' } & Reviewed)
  | { readonly kind: 'refused'; readonly error: ErrorView; readonly problems: readonly Problem[] }
  | { readonly kind: 'author'; readonly error: ErrorView; readonly known: string; readonly found: string }
  | { readonly kind: 'failed'; readonly error: ErrorView }

/** The consents a review may ask for, in order; each needs its own decision. */
export const CONSENTS = [
  'blocked',
  'source',
  'lookAlike',
  'handover',
  'authorKey',
  'widens',
  'downgrade',
  'warnings',
] as const
export type Consent = (typeof CONSENTS)[number]
export type Agreement = Readonly<Record<Consent, boolean>>

export const NO_AGREEMENT: Agreement = {
  blocked: false,
  source: false,
  lookAlike: false,
  handover: false,
  authorKey: false,
  widens: false,
  downgrade: false,
  warnings: false,
}

/** Codes of a failed verification: the fetched file isn't the published one and isn't offered. */
const NOT_HELD: readonly string[] = [
  'package_rejected',
  'version_exists',
  'registry_index_differs',
  'registry_record_missing',
  'registry_record_changed',
  'registry_file_differs',
  'registry_author_differs',
  'cid_sha256_differ',
  'ipfs_wrong_bytes',
]

/** A failed review: a rejected package says why; anything else can be retried. */
export const failedReview = (error: ErrorView): ReviewState => {
  if (error.code === 'author_changed') return otherAuthor(error)
  return NOT_HELD.includes(error.code)
    ? { kind: 'refused', error, problems: problemsOf(error.details) }
    : { kind: 'failed', error }
}

/** The consents this review asks for. */
export const consentsOf = ({ review, market }: Pick<Reviewed, 'review' | 'market'>): readonly Consent[] => {
  const required: Agreement = {
    blocked: review.advisories.length > 0,
    source: (market?.cautions.length ?? 0) > 0,
    lookAlike: review.lookAlike !== null,
    handover: review.handover !== null,
    authorKey: review.author.trust === 'key_changed',
    widens: (review.difference?.widens.length ?? 0) > 0,
    downgrade: review.difference?.direction === 'downgrade',
    warnings: review.warnings.length > 0,
  }
  return CONSENTS.filter((consent) => required[consent])
}

/** Consents that still have to be given. */
export const openConsents = (state: ReviewState, agreed: Agreement): readonly Consent[] =>
  state.kind === 'review' ? consentsOf(state).filter((consent) => !agreed[consent]) : []

/** Whether the user has agreed to everything the review asks. */
export const canInstall = (state: ReviewState, agreed: Agreement): boolean =>
  state.kind === 'review' && openConsents(state, agreed).length === 0

/**
 * The effect of installing on what is installed. `again`: this very file; `same_version`: other contents under the same
 * version number.
 */
export type InstallKind = 'install' | 'again' | 'update' | 'downgrade' | 'same_version'

export const installKind = (review: PermissionReview): InstallKind => {
  if (review.installedVersion === null) return 'install'
  return review.difference?.direction ?? (review.installedVersion === review.version ? 'again' : 'update')
}

/** The problems in the details of `package_rejected`; malformed ones are left out. */
export const problemsOf = (details: unknown): readonly Problem[] => {
  if (typeof details !== 'object' || details === null || !('problems' in details)) return []
  return Array.isArray(details.problems) ? details.problems.filter(isProblem) : []
}

/** Whether the file isn't a capability package at all, so that pointing at its lines is useless. */
export const isForeign = (problems: readonly Problem[]): boolean =>
  problems.some(({ code }) => code === 'foreign_format')

const otherAuthor = (error: ErrorView): ReviewState => {
  const { details } = error
  if (typeof details !== 'object' || details === null || !('known' in details) || !('found' in details))
    return { kind: 'refused', error, problems: [] }
  return { kind: 'author', error, known: String(details.known), found: String(details.found) }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  'line' in value &&
  'column' in value &&
  typeof value.message === 'string' &&
  typeof value.line === 'number'
