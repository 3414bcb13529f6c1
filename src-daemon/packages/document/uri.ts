import semver from 'semver'

export interface CapUri {
  readonly name: string
  /** `did:nuwa:cap:note` */
  readonly capUri: string
  readonly version: string
}

/**
 * Parses `did:nuwa:cap:<name>@<semver>` (acp.md 1.4). It is not a valid DID, so no DID library reads it. Null
 * for anything else; the version must be in the exact form of SemVer 2.0.0.
 */
export const parseCapUri = (text: string): CapUri | null => {
  const [, name, version] = /^did:nuwa:cap:([a-z][a-z0-9_-]{0,62})@([0-9A-Za-z.+-]{1,128})$/.exec(text) ?? []
  if (name === undefined || version === undefined || !isSemver(version)) return null
  return { name, capUri: `did:nuwa:cap:${name}`, version }
}

/**
 * `semver.parse` accepts a leading `v` or `=`; it also drops the build part, so that is put back before
 * comparing.
 */
const isSemver = (version: string): boolean => {
  const parsed = semver.parse(version)
  if (parsed === null) return false
  const build = parsed.build.length === 0 ? '' : `+${parsed.build.join('.')}`
  return parsed.version + build === version
}
