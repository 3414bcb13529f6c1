import { LRUCache } from 'lru-cache'
import { sayError, say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { Authors } from './authors.ts'
import type { CatalogueFile } from './catalogue.ts'
import { shownTexts } from './catalogue-texts.ts'
import { differenceOf } from './difference.ts'
import { lookAlikeOf } from './look-alike.ts'
import type { Install, PackageFile, Records } from './records.ts'
import type { Advice } from './types.ts'
import { reviewOf } from './review.ts'
import type {
  AcpPackage,
  CatalogueEntry,
  InstalledPackage,
  Handover,
  LookAlike,
  PackageDifference,
  PermissionReview,
} from '../contract/packages.ts'

export interface ShownDeps {
  readonly records: Pick<Records, 'file' | 'install' | 'installs'>
  readonly authors: Pick<Authors, 'trustOf' | 'firstSeenAt' | 'isRevoked'>
  readonly isOwn: (did: string) => boolean
  readonly shipped: { files(): readonly CatalogueFile[] }
  readonly language: () => Language
  readonly isServerConnected: (serverUri: string) => boolean
  readonly hasModule: (packageName: string, cid: string) => boolean
  readonly yankedFor: (sha256: string) => string | null
  readonly advice: Advice
  readonly log: { warn(data: object, message: string): void }
}

/**
 * How many differences are cached, so that a list requested repeatedly does not compare the same versions
 * again.
 */
const MAX_KEPT = 32

/** Packages as the user sees them, in the current language. */
export const createShown = (deps: ShownDeps) => {
  const { records, authors, isOwn, shipped, language, isServerConnected, hasModule, yankedFor, advice, log } =
    deps
  const differences = new LRUCache<string, PackageDifference>({ max: MAX_KEPT })

  /** The view before consent, which includes look-alikes. */
  const review = (
    file: Pick<PackageFile, 'package' | 'findings'>,
    handover: Handover | null = null,
  ): PermissionReview => {
    const installed = records.installs().map(({ sha256 }) => records.file(sha256).package)
    return { ...reviewed(file, lookAlikeOf(file.package, installed, isOwn)), handover }
  }

  const reviewed = (
    { package: acp, findings }: Pick<PackageFile, 'package' | 'findings'>,
    lookAlike: LookAlike | null = null,
  ): PermissionReview => {
    const install = records.install(acp.name)
    const installed = install === null ? null : records.file(install.sha256).package
    return reviewOf({
      package: acp,
      findings,
      author: {
        trust: authors.trustOf(acp.author),
        firstSeenAt: authors.firstSeenAt(acp.author.did),
        recommendedBy: advice.recommendations(acp.author.did),
      },
      advisories: advice.advisories({ ...acp, author: acp.author.did }),
      installedVersion: installed?.version ?? null,
      difference: installed === null || installed.sha256 === acp.sha256 ? null : difference(installed, acp),
      lookAlike,
      language: language(),
      isServerConnected,
      hasModule,
    })
  }

  const difference = (from: AcpPackage, to: AcpPackage): PackageDifference => {
    const key = `${from.sha256} ${to.sha256} ${language()}`
    const known = differences.get(key)
    if (known !== undefined) return known
    const made = differenceOf(from, to, language())
    differences.set(key, made)
    return made
  }

  const installed = (install: Install): InstalledPackage => {
    const { name, sha256, previousSha256, installedAt } = install
    const file = records.file(sha256)
    const previous = previousSha256 === null ? null : records.file(previousSha256).package
    const yanked = yankedFor(sha256)
    return {
      name,
      version: file.package.version,
      sha256,
      review: reviewed(file),
      examples: [...shownTexts(file.package, language()).examples],
      installedAt,
      ...statusOf(install),
      authorKeyRevoked: authors.isRevoked(file.package.author),
      ...(yanked === null ? {} : { yanked }),
      previous: previous && { version: previous.version, sha256: previous.sha256 },
    }
  }

  const statusOf = ({
    name,
    disabledReason,
    switchedOffAt,
  }: Install): Pick<InstalledPackage, 'status' | 'disabledBy' | 'statusReason'> => {
    if (disabledReason !== null) {
      const { message } = sayError(language(), 'package_file_damaged', { name })
      return { status: 'disabled', disabledBy: 'damaged', statusReason: message }
    }
    if (switchedOffAt === null) return { status: 'ready', disabledBy: null, statusReason: null }
    return { status: 'disabled', disabledBy: 'user', statusReason: say(language(), 'package_switched_off') }
  }

  const catalogue = (): CatalogueEntry[] =>
    shipped.files().flatMap(({ id, fileName, validated: { package: acp, findings, signature } }) => {
      if (acp === null || signature === null) {
        log.warn({ fileName, findings }, 'a file of the built-in catalogue is not valid and is not offered')
        return []
      }
      const isInstalled = records.install(acp.name)?.sha256 === acp.sha256
      return [
        {
          id,
          review: reviewed({ package: acp, findings }),
          examples: [...shownTexts(acp, language()).examples],
          installed: isInstalled,
        },
      ]
    })

  return { review, installed, catalogue }
}
export type Shown = ReturnType<typeof createShown>
