/** Owner of the core models; capabilities can't have this name, since theirs are DIDs. */
export const CORE_OWNER = 'core'

const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const CORE = new RegExp(`^did:nuwa:core:(${NAME})#(${NAME})$`)
const OF_CAPABILITY = new RegExp(`^did:nuwa:cap:(${NAME}):state:(${NAME})#(${NAME})$`)
const ALIAS = new RegExp(`^did:nuwa:state:(${NAME})#(${NAME})$`)
const OF_APP = new RegExp(`^(did:nuwa:app:${NAME}):state:(${NAME})#(${NAME})$`)
const OF_USER = new RegExp(`^did:nuwa:user:(${NAME}):state:(${NAME})#(${NAME})$`)

/** Rights to schemas outside an owner's own namespace. */
export interface NamespaceRights {
  /** Namespaces of apps it was granted, such as `did:nuwa:app:planner`. */
  readonly grants?: readonly string[] | undefined
  /** The current and former DIDs of the data's owner. */
  readonly ownerDids?: ReadonlySet<string> | undefined
}

/** Why `owner` can't have the schema `uri`, or null (asm.md 1.6). */
export const namespaceProblem = (uri: string, owner: string, rights: NamespaceRights = {}): string | null => {
  if (CORE.test(uri)) return owner === CORE_OWNER ? null : 'the namespace did:nuwa:core: is reserved'
  const app = OF_APP.exec(uri)?.[1]
  if (app !== undefined)
    return rights.grants?.includes(app) === true
      ? null
      : `it belongs to ${app}, for which ${owner} has no grant`
  const user = OF_USER.exec(uri)?.[1]
  if (user !== undefined) return userProblem(user, owner, rights.ownerDids)
  const name = (OF_CAPABILITY.exec(uri) ?? ALIAS.exec(uri))?.[1]
  if (name === undefined) return '$id is not a Schema URI such as did:nuwa:state:note#v1'
  return owner === `did:nuwa:cap:${name}` ? null : `it belongs to did:nuwa:cap:${name}, not to ${owner}`
}

/** `did:nuwa:user:<suffix>` belongs to the person with the DID `did:<method>:<suffix>`, and to no capability. */
const userProblem = (
  suffix: string,
  owner: string,
  ownerDids: ReadonlySet<string> | undefined,
): string | null => {
  const own = [...(ownerDids ?? [])].find((did) => suffixOf(did) === suffix)
  if (own === undefined) return `did:nuwa:user:${suffix} is not the owner of this data`
  return owner === own ? null : `it belongs to ${own}, not to ${owner}`
}

const suffixOf = (did: string): string => did.replace(/^did:[a-z0-9]+:/, '')

/** The name of a person's own schema: `Recipe#v1` in their namespace. */
export const userSchemaUri = (ownerDid: string, name: string): string =>
  `did:nuwa:user:${suffixOf(ownerDid)}:state:${name}`

/** The namespace of an app that a Schema URI is in, such as `did:nuwa:app:planner`; null for others. */
export const appNamespaceOf = (uri: string): string | null => OF_APP.exec(uri)?.[1] ?? null

/** Whether it is a Schema URI at all, in whatever namespace. */
export const isSchemaUri = (uri: string): boolean =>
  [CORE, OF_CAPABILITY, ALIAS, OF_APP, OF_USER].some((pattern) => pattern.test(uri))

/** Whether a schema is a person's own: it comes with their other devices' changes. */
export const isPersonal = (uri: string): boolean => OF_USER.test(uri)

/** The capability whose name a Schema URI contains, such as `did:nuwa:cap:note`; null for others. */
export const capabilityOf = (uri: string): string | null => {
  const name = (OF_CAPABILITY.exec(uri) ?? ALIAS.exec(uri))?.[1]
  return name === undefined ? null : `did:nuwa:cap:${name}`
}

/** The state path: a Schema URI without its version. */
export const statePathOf = (uri: string): string => uri.replace(/#.*$/s, '')

/** JSON Schema forbids a fragment in `$id`, so a schema is compiled under this name (asm.md 1.1). */
export const compiledName = (uri: string): string => uri.replace('#', ':')

/** `Note` of `did:nuwa:cap:note:state:Note#v1`. */
export const modelName = (uri: string): string => /([^:#]+)#[^#]*$/.exec(uri)?.[1] ?? uri
