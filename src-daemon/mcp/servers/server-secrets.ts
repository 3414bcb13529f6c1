import type { NamedSecrets } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { ServerSecrets, ServersService } from './types.ts'
import { type ServerDefinition, serverSecretNameSchema } from '../../contract/servers.ts'

/** The names of the secrets a server is given. */
export const secretNamesOf = (definition: ServerDefinition): readonly string[] => {
  const values =
    definition.kind === 'command' ? definition.env : definition.kind === 'url' ? definition.headers : {}
  return Object.values(values).flatMap((value) => (typeof value === 'string' ? [] : [value.secret]))
}

/**
 * A server's definition with `given` (values by variable or header) replaced by the names to store them
 * under: readable, different for every server, and with `generation` for every version of it. @returns the
 * definition, and each value by its name
 */
export const withSecrets = (
  uri: string,
  definition: ServerDefinition,
  given: Readonly<Record<string, string>>,
  generation = '',
): { readonly definition: ServerDefinition; readonly values: ReadonlyMap<string, string> } => {
  const values = new Map<string, string>()
  const references = Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const secret = secretName(uri, name, generation)
      values.set(secret, value)
      return [name, { secret }]
    }),
  )
  if (definition.kind === 'command')
    return { definition: { ...definition, env: { ...definition.env, ...references } }, values }
  if (definition.kind === 'url')
    return { definition: { ...definition, headers: { ...definition.headers, ...references } }, values }
  if (values.size > 0) throw new SatchelError('invalid_request', { params: { problem: 'secrets: did' } })
  return { definition, values }
}

/** `servers/<the server>/<the variable>`; the hash distinguishes servers whose names become equal. */
const secretName = (uri: string, name: string, generation: string): string => {
  const readable = uri
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const hash = sha256Hex(uri).slice(0, 8)
  const version = generation === '' ? '' : `/${generation.slice(0, 36)}`
  return serverSecretNameSchema.parse(`servers/${hash}-${readable}/${name.toLowerCase()}${version}`)
}

/** The owner's named secrets for servers. */
export const createServerSecrets = (deps: {
  readonly secrets: NamedSecrets
  readonly servers: Pick<ServersService, 'list'>
}): ServerSecrets => {
  const { secrets, servers } = deps

  const users = (): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>()
    for (const { uri, definition } of servers.list())
      for (const name of secretNamesOf(definition)) found.set(name, [...(found.get(name) ?? []), uri])
    return found
  }

  return {
    list: () => {
      const usedBy = users()
      const kept = new Map(
        secrets
          .names()
          .filter(({ name }) => serverSecretNameSchema.safeParse(name).success)
          .map(({ name, setAt }) => [name, setAt]),
      )
      return [...new Set([...kept.keys(), ...usedBy.keys()])].toSorted().map((name) => ({
        name,
        setAt: kept.get(name) ?? null,
        usedBy: [...(usedBy.get(name) ?? [])],
      }))
    },
    set: (name, value) => secrets.set(serverSecretNameSchema.parse(name), value.trim()),
    forget: (name) => {
      if (!secrets.forget(serverSecretNameSchema.parse(name)))
        throw new SatchelError('secret_missing', { params: { name }, details: { name } })
    },
    forgetUnused: (names) => {
      const usedBy = users()
      for (const name of names) if (!usedBy.has(name)) secrets.forget(serverSecretNameSchema.parse(name))
    },
  }
}
