/** Owner of the core models; no capability can have this name, since theirs are DIDs. */
export const CORE_OWNER = 'core'

const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const CORE = new RegExp(`^did:nuwa:core:(${NAME})#(${NAME})$`)
const OF_CAPABILITY = new RegExp(`^did:nuwa:cap:(${NAME}):state:(${NAME})#(${NAME})$`)
const ALIAS = new RegExp(`^did:nuwa:state:(${NAME})#(${NAME})$`)

/** What keeps `owner` from having the schema `uri`, or null (asm.md 1.6). */
export const namespaceProblem = (uri: string, owner: string): string | null => {
  if (CORE.test(uri)) return owner === CORE_OWNER ? null : 'the namespace did:nuwa:core: is reserved'
  const name = (OF_CAPABILITY.exec(uri) ?? ALIAS.exec(uri))?.[1]
  if (name === undefined) return '$id is not a Schema URI such as did:nuwa:state:note#v1'
  return owner === `did:nuwa:cap:${name}` ? null : `it belongs to did:nuwa:cap:${name}, not to ${owner}`
}

/** JSON Schema forbids a fragment in `$id`, so a schema is compiled under this name (asm.md 1.1). */
export const compiledName = (uri: string): string => uri.replace('#', ':')

/** `Note` of `did:nuwa:cap:note:state:Note#v1`. */
export const modelName = (uri: string): string => /([^:#]+)#[^#]*$/.exec(uri)?.[1] ?? uri
