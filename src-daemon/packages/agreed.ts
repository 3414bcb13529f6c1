/** Whether the user agreed to what is to be installed (acp.md 4). */
import semver from 'semver'
import type { PermissionReview } from '../contract/packages.ts'
import { SatchelError } from '../platform/errors.ts'
import type { Candidate, Candidates } from './candidate.ts'
import type { Shown } from './shown.ts'
import type { PackagesService } from './types.ts'

interface AgreedDeps {
  readonly candidates: Pick<Candidates, 'refuseTaken'>
  readonly shown: Pick<Shown, 'review'>
}

/** Errors: `package_blocked`, unless it was accepted. */
export const refuseBlocked = (
  { title, version, advisories }: Pick<PermissionReview, 'title' | 'version' | 'advisories'>,
  accepted: boolean | undefined,
): void => {
  const [first] = advisories
  if (first === undefined || accepted === true) return
  throw new SatchelError('package_blocked', {
    params: { title, version, list: first.list, reason: first.reason },
    details: { advisories },
  })
}

/** The review the user agreed to. Errors: one for each missing consent. */
export const agreedReview = (
  { candidates, shown }: AgreedDeps,
  { entry, fetched }: Candidate,
  input: Parameters<PackagesService['install']>[0],
): PermissionReview => {
  const { package: acp } = entry
  const { title, version, author } = acp
  if (acp.sha256 !== input.sha256) {
    throw new SatchelError('package_changed', { details: { reviewed: input.sha256, found: acp.sha256 } })
  }
  const handover = candidates.refuseTaken(acp, fetched?.handover ?? null)
  const objection = fetched?.objection ?? null
  if (objection !== null && input.acceptSource !== true) throw objection
  const review = shown.review(entry, handover)
  refuseBlocked(review, input.acceptBlocked)
  const { warnings, installedVersion: installed } = review
  if (review.author.trust === 'key_changed' && input.acceptAuthorKey !== true) {
    const { did, keyId } = author
    throw new SatchelError('author_key_not_accepted', {
      params: { title, did, key: keyId },
      details: author,
    })
  }
  const { lookAlike } = review
  if (lookAlike !== null && input.acceptLookAlike !== true) {
    throw new SatchelError('look_alike_not_accepted', {
      params: { title, did: author.did, other: lookAlike.title, known: lookAlike.author },
      details: lookAlike,
    })
  }
  if (handover !== null && input.acceptHandover !== true) {
    const { from, to, registry } = handover
    if (registry === null)
      throw new SatchelError('takeover_not_accepted', { params: { title, from, to }, details: handover })
    const params = { title, from, to, registry }
    throw new SatchelError('handover_not_accepted', { params, details: handover })
  }
  if (warnings.length > 0 && !input.acceptWarnings) {
    const params = { title, count: warnings.length }
    throw new SatchelError('warnings_not_accepted', { params, details: { warnings } })
  }
  if (installed !== null && semver.lt(version, installed) && input.acceptDowngrade !== true) {
    throw new SatchelError('downgrade_not_confirmed', { params: { title, installed, version } })
  }
  return review
}
