import type { PackageSource, PermissionReview } from '../../contract/packages.ts'
import type { MarketReview } from '../../contract/marketplace.ts'
import { plain } from '../console/output.ts'
import type { Session } from '../console/session.ts'
import { readNamedFile } from './files.ts'

export const isFile = (what: string): boolean => what.endsWith('.yaml') || what.includes('/')

/** A file where the argument looks like one, else a name in the catalogue. */
export const sourceOf = (what: string): PackageSource => {
  if (!isFile(what)) return { kind: 'catalogue', id: what }
  const { fileName, bytes } = readNamedFile(what)
  return { kind: 'file', fileName, bytesBase64: bytes.toString('base64') }
}

/** What a person allows beyond the install itself, as flags. */
export interface Allowances {
  readonly downgrade?: boolean
  readonly acceptKey?: boolean
  readonly acceptSource?: boolean
}

/**
 * What `--yes` does not cover: an older version, a new key of a known author, what speaks against a source. Asked on a terminal, or given as a flag; without either
 * the daemon refuses, and its words name the flag.
 */
export const allowances = async (
  { insist }: Pick<Session, 'insist'>,
  {
    review: { version, author, difference },
    market,
  }: { readonly review: PermissionReview; readonly market: Pick<MarketReview, 'cautions'> | null },
  given: Allowances,
): Promise<{ acceptDowngrade: boolean; acceptAuthorKey: boolean; acceptSource: boolean }> => {
  const acceptDowngrade =
    difference?.direction === 'downgrade' &&
    (given.downgrade === true || (await insist('cli_q_downgrade', { version, from: difference.fromVersion })))
  const acceptAuthorKey =
    author.trust === 'key_changed' &&
    (given.acceptKey === true || (await insist('cli_q_author_key', { did: author.did, key: author.keyId })))
  const against = market?.cautions ?? []
  const acceptSource =
    against.length > 0 &&
    (given.acceptSource === true ||
      (await insist('cli_q_source', { problem: plain(against.map(({ text }) => text).join(' ')) })))
  return { acceptDowngrade, acceptAuthorKey, acceptSource }
}

/**
 * Whether a version asks for nothing the user has not agreed to already: nothing wider, the same key, no warning that the installed one did
 * not have. Only then an update needs no word.
 */
export const asksNothingNew = (review: PermissionReview, installed: PermissionReview): boolean => {
  const { difference, author, warnings } = review
  const accepted = new Set(installed.warnings.map(({ code, path, found }) => [code, path, found].join(' ')))
  return (
    difference?.widens.length === 0 &&
    difference.direction === 'update' &&
    author.trust !== 'key_changed' &&
    warnings.every(({ code, path, found }) => accepted.has([code, path, found].join(' ')))
  )
}
