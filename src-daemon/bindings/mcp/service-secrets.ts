import type { NamedSecrets } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import {
  type ServiceDefinition,
  serviceSecretNameSchema,
  type ServiceSecrets,
  type ServicesService,
} from './types.ts'

/** The names of the secrets a service is given. */
export const secretNamesOf = (definition: ServiceDefinition): readonly string[] => {
  const values =
    definition.kind === 'command' ? definition.env : definition.kind === 'url' ? definition.headers : {}
  return Object.values(values).flatMap((value) => (typeof value === 'string' ? [] : [value.secret]))
}

/** The owner's named secrets that are for services. */
export const createServiceSecrets = (deps: {
  readonly secrets: NamedSecrets
  readonly services: Pick<ServicesService, 'list'>
}): ServiceSecrets => {
  const { secrets, services } = deps

  const users = (): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>()
    for (const { uri, definition } of services.list())
      for (const name of secretNamesOf(definition)) found.set(name, [...(found.get(name) ?? []), uri])
    return found
  }

  return {
    list: () => {
      const usedBy = users()
      const kept = new Map(
        secrets
          .names()
          .filter(({ name }) => serviceSecretNameSchema.safeParse(name).success)
          .map(({ name, setAt }) => [name, setAt]),
      )
      return [...new Set([...kept.keys(), ...usedBy.keys()])].toSorted().map((name) => ({
        name,
        setAt: kept.get(name) ?? null,
        usedBy: [...(usedBy.get(name) ?? [])],
      }))
    },
    set: (name, value) => secrets.set(serviceSecretNameSchema.parse(name), value.trim()),
    forget: (name) => {
      if (!secrets.forget(serviceSecretNameSchema.parse(name)))
        throw new SatchelError('secret_missing', { params: { name }, details: { name } })
    },
    forgetUnused: (names) => {
      const usedBy = users()
      for (const name of names) if (!usedBy.has(name)) secrets.forget(serviceSecretNameSchema.parse(name))
    },
  }
}
