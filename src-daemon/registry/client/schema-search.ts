import type { AcpPackage } from '../../contract/packages.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { Looking } from './looking.ts'
import type { Source } from './source.ts'
import type { Listing } from './listing.ts'

/** How long a source may take to name packages; their files are fetched after that. */
const TIMEOUT_MS = 10_000

export interface WantedPackage {
  readonly schemaUri: string
  /** Without version; null if any capability will do. */
  readonly capability: string | null
  /** Whether sources are left out that are trusted only so far that each install from them asks once more. */
  readonly isUnattended: boolean
}

/** A package that has the schema, and the source that named it. */
export interface PackageWithSchema {
  readonly package: AcpPackage
  readonly source: string
}

/**
 * Finds the package that has a schema, among the sources in their order, and verifies it like one to install. Null if
 * every source answered and none has it. Errors: the first refusal of a file; else the first source's or file's failure;
 * `schema_wrong_id` for a file that has another schema than its source says.
 */
export type SearchSchema = (
  wanted: WantedPackage,
  sources: readonly Source[],
  signal: AbortSignal,
) => Promise<PackageWithSchema | null>

export const createSchemaSearch = ({
  looking,
}: {
  readonly looking: Pick<Looking, 'verify'>
}): SearchSchema => {
  const search: SearchSchema = async (wanted, sources, signal) => {
    const failures: Failure[] = []
    for (const source of sources) {
      const { name, trust } = source.catalogue
      if (wanted.isUnattended && trust !== 'trusted') continue
      const found = await searchOne(source, wanted, failures, signal)
      if (found !== null) return { package: found, source: name }
    }
    const [first] = failures.toSorted((a, b) => Number(b.isRefusal) - Number(a.isRefusal))
    if (first !== undefined) throw first.error
    return null
  }

  const searchOne = async (
    source: Source,
    wanted: WantedPackage,
    failures: Failure[],
    signal: AbortSignal,
  ): Promise<AcpPackage | null> => {
    try {
      const { listings, isExact } = await named(source, wanted, signal)
      for (const listing of listings) {
        const { file, failure, verification } = await looking.verify({ source, listing }, signal)
        if (file === null) {
          if (failure !== null) failures.push({ error: failure, isRefusal: !verification.holds })
        } else if (file.package.schemaUri === wanted.schemaUri) return file.package
        else if (isExact) failures.push({ error: wrongId(wanted, file.package), isRefusal: true })
      }
    } catch (thrown) {
      signal.throwIfAborted()
      failures.push({ error: toSatchelError(thrown), isRefusal: false })
    }
    return null
  }

  const named = async (
    source: Source,
    { schemaUri, capability }: WantedPackage,
    signal: AbortSignal,
  ): Promise<{ listings: readonly Listing[]; isExact: boolean }> => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const { listings, isExact } = await source.withSchema(schemaUri, { signal: ends })
      const fitting = listings.filter(({ capUri }) => capability === null || capUri === capability)
      return { listings: fitting, isExact }
    } catch (thrown) {
      signal.throwIfAborted()
      if (!ends.aborted) throw thrown
      throw new SatchelError('network_timeout', {
        params: { host: source.catalogue.name, seconds: TIMEOUT_MS / 1000 },
        cause: thrown,
      })
    }
  }

  return search
}

interface Failure {
  readonly error: SatchelError
  /** The file was there, and is not what it should be. */
  readonly isRefusal: boolean
}

const wrongId = ({ schemaUri }: WantedPackage, { schemaUri: found }: AcpPackage): SatchelError =>
  new SatchelError('schema_wrong_id', { params: { uri: schemaUri, found } })
