import semver from 'semver'

export interface CapUri {
  readonly name: string
  /** `did:nuwa:cap:note` */
  readonly capUri: string
  readonly version: string
}

/**
 * Parses `did:nuwa:cap:<name>@<semver>` (acp.md 1.4). It is not a valid DID, so no DID library reads it. Null when it is
 * anything else; the version must be written the one way SemVer 2.0.0 writes it.
 */
export const parseCapUri = (text: string): CapUri | null => {
  const [, name, version] = /^did:nuwa:cap:([a-z][a-z0-9_-]{0,62})@([0-9A-Za-z.+-]{1,128})$/.exec(text) ?? []
  if (name === undefined || version === undefined || !isSemver(version)) return null
  return { name, capUri: `did:nuwa:cap:${name}`, version }
}

/** `semver.parse` forgives a leading `v` or `=`; a release is compared without its build part, so that is put back. */
const isSemver = (version: string): boolean => {
  const parsed = semver.parse(version)
  if (parsed === null) return false
  const build = parsed.build.length === 0 ? '' : `+${parsed.build.join('.')}`
  return parsed.version + build === version
}
