/**
 * What the registry's own versions say against a new one (acp.md 5.4): every index compares it with them, whatever this
 * machine has or has not kept.
 */
import canonicalize from 'canonicalize'
import type { LRUCache } from 'lru-cache'
import type { AcpPackage } from '../../contract/packages.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { verifyPackage } from '../../packages/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Chain } from '../chain/chain.ts'
import { readVersions } from '../chain/read-versions.ts'
import type { IpfsService } from '../ipfs/types.ts'

/** How long the files of earlier versions may take together, and how many are fetched at once. */
const TIMEOUT_MS = 15_000
const AT_ONCE = 8

export interface PrecedentDeps {
  readonly ipfs: Pick<IpfsService, 'fetchVerified'>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  /** Hashes of files that a look just before didn't find; those it doesn't find either are added. */
  readonly missing: Pick<LRUCache<string, true>, 'has' | 'set'>
}

export interface NewVersion {
  readonly acp: Pick<AcpPackage, 'capUri' | 'version' | 'schemaUri' | 'schema'>
  /** Name of the registry in the settings. */
  readonly registry: string
}

/** An earlier version; `acp` is null if its file could not be had, or an installer would refuse it. */
interface Earlier {
  readonly semver: string
  readonly acp: AcpPackage | null
  readonly isUnread: boolean
}

/**
 * Whether every earlier version that counts could be read, and none forbids this one. False: some file could not be had,
 * so an index may know better.
 *
 * @throws SatchelError `registry_schema_changed` if its `$id` was published with another body; those of `readVersions`
 */
export const refuseByPrecedents = async (
  deps: PrecedentDeps,
  chain: Chain,
  { acp, registry }: NewVersion,
): Promise<boolean> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { found, isSure } = await firstWith(deps, chain, acp, signal)
  if (found !== null && canonicalize(found.acp.schema) !== canonicalize(acp.schema)) {
    const params = { uri: acp.schemaUri, name: acp.capUri, version: found.semver, registry }
    throw new SatchelError('registry_schema_changed', { params, details: params })
  }
  return isSure
}

/** The first version of the name, in the order of publication, with the same `$id`; null while that isn't certain. */
const firstWith = async (
  deps: PrecedentDeps,
  chain: Chain,
  { capUri, schemaUri }: NewVersion['acp'],
  signal: AbortSignal,
): Promise<{ found: { semver: string; acp: AcpPackage } | null; isSure: boolean }> => {
  const records = await readVersions(chain, { capUri })
  let isSure = true
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const files = await Promise.all(
      records.slice(at, at + AT_ONCE).map((record) => read(deps, capUri, record, signal)),
    )
    for (const { semver, acp, isUnread } of files) {
      if (isUnread) isSure = false
      // After one that could not be read, this one may not be the first.
      if (acp?.schemaUri === schemaUri) return { found: isSure ? { semver, acp } : null, isSure }
    }
  }
  return { found: null, isSure }
}

const read = async (
  { ipfs, keyOf, missing }: PrecedentDeps,
  capUri: string,
  { semver, cid, sha256 }: { readonly semver: string; readonly cid: string; readonly sha256: string },
  signal: AbortSignal,
): Promise<Earlier> => {
  if (missing.has(sha256)) return { semver, acp: null, isUnread: true }
  try {
    const { bytes } = await ipfs.fetchVerified({ cid, sha256, signal })
    const { package: acp } = await verifyPackage(bytes, `${semver}.acp.yaml`, { checkSchema: null, keyOf })
    const isTheirs = acp?.capUri === capUri && acp.version === semver
    return { semver, acp: isTheirs ? acp : null, isUnread: false }
  } catch (thrown) {
    // Not to be had now, which the caller says.
    if (!(thrown instanceof SatchelError) && !signal.aborted) throw thrown
    missing.set(sha256, true)
    return { semver, acp: null, isUnread: true }
  }
}
