import type { PackagesService } from '../../packages/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { fileNameOf } from './detail.ts'
import type { Handovers } from './handover.ts'
import type { Listing } from './listing.ts'
import type { Looking } from './looking.ts'
import type { Source } from './source.ts'
import type { TrustService } from '../trust/types.ts'

/** What an install refuses whatever the person agrees to. Anything else may be another day's answer, such as a silent gateway. */
const REFUSALS: readonly string[] = [
  'package_rejected',
  'author_changed',
  'version_exists',
  'schema_changed_without_version',
  'schema_id_conflict',
]

/**
 * Why a version that a source lists could not be installed here; null if it could be, or if that can't be told now. Throws
 * the signal's reason.
 */
export const createInstallable =
  ({
    looking,
    handovers,
    packages,
    trust,
  }: {
    readonly looking: Pick<Looking, 'verify'>
    readonly handovers: Handovers
    readonly packages: Pick<PackagesService, 'review'>
    readonly trust: Pick<TrustService, 'advisories'>
  }) =>
  async (source: Source, listing: Listing, signal: AbortSignal): Promise<SatchelError | null> => {
    const blocked = blockedError(listing, trust)
    if (blocked !== null) return blocked
    const { file, failure, verification } = await looking.verify({ source, listing }, signal)
    if (file === null) return verification.holds ? null : failure
    const fileName = fileNameOf(file.package)
    const bytesBase64 = Buffer.from(file.bytes).toString('base64')
    const handover = await handovers.of(source, listing, signal)
    try {
      await packages.review({ kind: 'file', fileName, bytesBase64 }, { handover })
      return null
    } catch (thrown) {
      if (thrown instanceof SatchelError && REFUSALS.includes(thrown.code)) return thrown
      throw thrown
    }
  }

/** Why an install refuses a version that a list blocks, with the first list's reason; null if none does. */
export const blockedError = (
  { title, author, ...one }: Pick<Listing, 'name' | 'version' | 'sha256' | 'title' | 'author'>,
  trust: Pick<TrustService, 'advisories'>,
): SatchelError<'package_blocked'> | null => {
  const [first] = trust.advisories({ ...one, author: author.did })
  if (first === undefined) return null
  const { list, reason } = first
  return new SatchelError('package_blocked', { params: { title, version: one.version, list, reason } })
}
export type Installable = ReturnType<typeof createInstallable>
