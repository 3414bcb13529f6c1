/** Entries of a static registry's list, as an export makes them. */
import semver from 'semver'
import type { VerificationKey } from '../../contract/identity.ts'
import type { AcpPackage, JsonObject } from '../../contract/packages.ts'
import { problemOf, verifyPackage } from '../../packages/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { Language } from '../../contract/language.ts'
import { MAX_FILE, type Entry, type EntryVersion } from './format.ts'

/** Letters of tools and examples to find it by. */
const MAX_WORDS = 2000

interface Making {
  readonly time: Date
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: Language
}

/**
 * The entry with this package in it; null if it is there already. Errors: `package_rejected`, `file_too_large`,
 * `registry_version_exists` for other bytes of that version, `registry_other_author`.
 */
export const withPackage = async (
  entries: ReadonlyMap<string, Entry>,
  { bytes, fileName }: { readonly bytes: Uint8Array; readonly fileName: string },
  making: Making,
): Promise<Entry | null> => {
  const { acp, metadata } = await checkedPackage(bytes, fileName, making)
  const { capUri, name, version } = acp
  const before = entries.get(capUri) ?? null
  const same = before?.versions.find((one) => one.semver === version)
  if (same?.sha256 === acp.sha256) return null
  if (same !== undefined) throw new SatchelError('registry_version_exists', { params: { name, version } })
  const by = before === null ? acp.author.did : authorOf(before)
  if (by !== acp.author.did) throw new SatchelError('registry_other_author', { params: { name, by } })
  const made: EntryVersion = {
    semver: version,
    sha256: acp.sha256,
    bytes: bytes.length,
    author_did: acp.author.did,
    schema_uri: acp.schemaUri,
    added: making.time.toISOString(),
  }
  const versions = [...(before?.versions ?? []), made].toSorted((a, b) =>
    semver.compareBuild(a.semver, b.semver),
  )
  const handovers = before?.handovers === undefined ? {} : { handovers: before.handovers }
  const isLatest = versions.filter((one) => semver.prerelease(one.semver) === null).at(-1) === made
  if (before !== null && !isLatest) return { ...before, versions, ...handovers }
  const words = [...acp.tools.map((tool) => `${tool.name} ${tool.description}`), ...acp.examples]
  return {
    cap_uri: capUri,
    acp_metadata: shownPart(metadata),
    words: words.join(' ').slice(0, MAX_WORDS),
    versions,
    ...handovers,
  }
}

/** What readers show and search, in an order of its own, so that the same package always gives the same bytes. */
const shownPart = (metadata: JsonObject): Readonly<Record<string, unknown>> => {
  const { author, llm_requirements: requirements } = metadata
  const family = isRecord(requirements) ? requirements['model_family'] : undefined
  const part = {
    name: metadata['name'],
    description: metadata['description'],
    tags: metadata['tags'],
    author,
    permissions: metadata['permissions'],
    llm_requirements: family === undefined ? undefined : { model_family: family },
  }
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
}

/** Whose next version it may be: the last author, or whom they passed the name on to. */
export const authorOf = ({ versions, handovers = [] }: Entry): string =>
  handovers.at(-1)?.to ??
  versions.toSorted((a, b) => semver.compareBuild(b.semver, a.semver))[0]?.author_did ??
  ''

/** A package as its readers check it. Errors: `package_rejected`, `file_too_large`. */
const checkedPackage = async (
  bytes: Uint8Array,
  fileName: string,
  { keyOf, language }: Making,
): Promise<{ acp: AcpPackage; metadata: JsonObject }> => {
  if (bytes.length > MAX_FILE)
    throw new SatchelError('file_too_large', { params: { limit: String(MAX_FILE) } })
  const checked = await verifyPackage(bytes, fileName, { checkSchema: null, keyOf })
  const { package: acp, metadata } = checked
  if (acp !== null && metadata !== null) return { acp, metadata }
  const problems = checked.findings.map((one) => problemOf(one, language))
  const problem = problems.find(({ severity }) => severity === 'error')?.message ?? ''
  throw new SatchelError('package_rejected', { params: { file: fileName, problem }, details: { problems } })
}
