import type { PackageSource, PermissionReview } from '../../contract/packages.ts'
import type { MarketReview } from '../../contract/marketplace.ts'
import type { Session } from '../console/session.ts'
import { readNamedFile } from './files.ts'

export const isFile = (what: string): boolean => what.endsWith('.yaml') || what.includes('/')

/** A file if the argument looks like one, else a name in the catalogue. */
export const sourceOf = (what: string): PackageSource => {
  if (!isFile(what)) return { kind: 'catalogue', id: what }
  const { fileName, bytes } = readNamedFile(what)
  return { kind: 'file', fileName, bytesBase64: bytes.toString('base64') }
}

/** Flags for what a user allows beyond the install itself. */
export interface Allowances {
  readonly downgrade?: boolean
  readonly acceptKey?: boolean
  readonly acceptLookAlike?: boolean
  readonly acceptAuthor?: boolean
  readonly acceptSource?: boolean
  readonly acceptConflict?: boolean
  readonly acceptUnlisted?: boolean
  readonly acceptUnchecked?: boolean
  readonly acceptYanked?: boolean
  readonly acceptBlocked?: boolean
}

type Caution = MarketReview['cautions'][number]

/** The doubts about a package's source; each kind is asked about, and accepted, by itself. */
const DOUBTS: readonly {
  readonly flag: 'acceptSource' | 'acceptConflict' | 'acceptUnlisted' | 'acceptUnchecked' | 'acceptYanked'
  readonly codes: readonly Caution['code'][]
}[] = [
  { flag: 'acceptSource', codes: ['source_not_trusted'] },
  { flag: 'acceptConflict', codes: ['conflict'] },
  { flag: 'acceptUnlisted', codes: ['unlisted'] },
  { flag: 'acceptUnchecked', codes: ['record_not_checked', 'from_cache'] },
  { flag: 'acceptYanked', codes: ['yanked'] },
]

/**
 * What `--yes` doesn't cover: an older version, a known author's new key, a look-alike, another author, a version that a list blocks, warnings about a source. Asked on a terminal,
 * or given as a flag; without either, the daemon refuses, and its error names the flag.
 */
export const allowances = async (
  { insist }: Pick<Session, 'insist'>,
  {
    review: { title, version, author, advisories, lookAlike, handover, difference },
    market,
  }: { readonly review: PermissionReview; readonly market: Pick<MarketReview, 'cautions'> | null },
  given: Allowances,
): Promise<{
  acceptDowngrade: boolean
  acceptAuthorKey: boolean
  acceptLookAlike: boolean
  acceptHandover: boolean
  acceptBlocked: boolean
  acceptSource: boolean
}> => {
  const acceptDowngrade =
    difference?.direction === 'downgrade' &&
    (given.downgrade === true || (await insist('cli_q_downgrade', { version, from: difference.fromVersion })))
  const acceptAuthorKey =
    author.trust === 'key_changed' &&
    (given.acceptKey === true || (await insist('cli_q_author_key', { did: author.did, key: author.keyId })))
  const acceptLookAlike =
    lookAlike !== null &&
    (given.acceptLookAlike === true ||
      (await insist('cli_q_look_alike', {
        title,
        did: author.did,
        other: lookAlike.title,
        known: lookAlike.author,
      })))
  const acceptHandover =
    handover !== null && (given.acceptAuthor === true || (await insistHandover({ insist }, title, handover)))
  const acceptBlocked = await insistBlocked({ insist }, { title, version, advisories }, given)
  const acceptSource = await insistSource({ insist }, market?.cautions ?? [], given)
  return { acceptDowngrade, acceptAuthorKey, acceptLookAlike, acceptHandover, acceptBlocked, acceptSource }
}

/** Whether every list's warning was accepted; false where there is none. */
export const insistBlocked = async (
  { insist }: Pick<Session, 'insist'>,
  { title, version, advisories }: Pick<PermissionReview, 'title' | 'version' | 'advisories'>,
  given: Pick<Allowances, 'acceptBlocked'>,
): Promise<boolean> => {
  if (given.acceptBlocked !== true)
    for (const { list, reason } of advisories)
      if (!(await insist('cli_q_blocked', { list, title, version, reason }))) return false
  return advisories.length > 0
}

/** Whether every doubt was accepted; false where there is none. */
const insistSource = async (
  { insist }: Pick<Session, 'insist'>,
  cautions: readonly Caution[],
  given: Allowances,
): Promise<boolean> => {
  for (const { flag, codes } of DOUBTS) {
    const against = cautions.filter(({ code }) => codes.includes(code))
    if (against.length === 0 || given[flag] === true) continue
    if (!(await insist('cli_q_source', { problem: against.map(({ text }) => text).join(' ') }))) return false
  }
  return cautions.length > 0
}

const insistHandover = (
  { insist }: Pick<Session, 'insist'>,
  title: string,
  { from, to, registry }: NonNullable<PermissionReview['handover']>,
): Promise<boolean> =>
  registry === null
    ? insist('cli_q_takeover', { title, from })
    : insist('cli_q_handover', { title, from, to, registry })

/**
 * Whether a version needs nothing the user hasn't agreed to already: no wider permissions, the same key, no warning
 * that the installed one didn't have. Only then can an update do without a question.
 */
export const asksNothingNew = (review: PermissionReview, installed: PermissionReview): boolean => {
  const { difference, author, advisories, lookAlike, handover, warnings } = review
  const accepted = new Set(installed.warnings.map(({ code, path, found }) => [code, path, found].join(' ')))
  return (
    difference?.widens.length === 0 &&
    difference.direction === 'update' &&
    author.trust !== 'key_changed' &&
    advisories.length === 0 &&
    lookAlike === null &&
    handover === null &&
    warnings.every(({ code, path, found }) => accepted.has([code, path, found].join(' ')))
  )
}
