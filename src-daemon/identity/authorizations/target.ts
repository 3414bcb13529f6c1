/** The prefix of all targets of an owner. */
export const targetPrefixOf = (owner: string): string => `urn:nuwa:scope:${part(owner)}/`

/**
 * What an authorization is for: `urn:nuwa:scope:<owner>/<cap>/<scope>` (identity.md 5), e.g.
 * `urn:nuwa:scope:did:key:z6Mk…/did:nuwa:cap:note/sc:note`. The only place that builds it.
 */
export const targetOf = (input: {
  /** The owner's DID. */
  readonly owner: string
  /** Without version. */
  readonly capUri: string
  readonly scope: string
}): string => `${targetPrefixOf(input.owner)}${part(input.capUri)}/${part(input.scope)}`

/** Whether a target belongs to an owner. */
export const isTargetOf = (target: string, owner: string): boolean => target.startsWith(targetPrefixOf(owner))

/** The DID of the owner whose data a target is. */
export const ownerOfTarget = (target: string): string =>
  (target.split('/')[0] ?? '').slice('urn:nuwa:scope:'.length)

/** Whether a target is a scope of a capability, of any owner. */
export const isTargetIn = (target: string, capUri: string): boolean => target.split('/')[1] === part(capUri)

/** A root capability is never stored or sent: it follows from the target, and the owner controls it. */
export const rootIdOf = (target: string): string => `urn:zcap:root:${encodeURIComponent(target)}`

/**
 * Percent-encoded except for `:`, which RFC 8141 allows: no part can run into the next, and two different parts never
 * look alike.
 */
const part = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':')
