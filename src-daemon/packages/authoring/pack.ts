import { cidOf } from '../../platform/cid.ts'
import type { AcpPackage } from '../../contract/packages.ts'

/** The registry record of a package file (acp.md 5.1). */
export interface RegistryRecord {
  /** Without the version: `did:nuwa:cap:note`. */
  readonly cap_uri: string
  readonly semver: string
  readonly cid: string
  /** Of the whole file, signature included; hex. */
  readonly sha256: string
  readonly author_did: string
  /** Length of the file. */
  readonly bytes: number
}

/** The registry record of a verified package, and its file name. */
export const packPackage = (
  bytes: Uint8Array,
  acp: AcpPackage,
): { readonly baseName: string; readonly record: RegistryRecord } => ({
  baseName: `${acp.name}-${acp.version}`,
  record: {
    cap_uri: acp.capUri,
    semver: acp.version,
    cid: cidOf(bytes),
    sha256: acp.sha256,
    author_did: acp.author.did,
    bytes: bytes.length,
  },
})
