import type { NamedSecrets } from '../identity/types.ts'
import type { PackageSecrets } from './http-binding.ts'

/**
 * The name under which a secret of a package is kept. The host is part of it: a version of the package that asks elsewhere does not get
 * what was given for here. Null where one of the parts cannot be in a name.
 *
 * @example
 * packageSecretName({ packageName: 'weather', name: 'key', host: 'api.example.org:8443' }) // 'capability/weather/api.example.org_8443/key'
 */
export const packageSecretName = (input: {
  packageName: string
  name: string
  host: string
}): string | null => {
  const name = `capability/${input.packageName}/${input.host.toLowerCase().replace(':', '_')}/${input.name}`
  return /^capability\/[a-z][a-z0-9_-]*\/[a-z0-9][a-z0-9._-]*\/[a-z][a-z0-9_-]*$/.test(name) &&
    name.length <= 200
    ? name
    : null
}

/** The secrets of packages among the owner's named ones. */
export const createPackageSecrets = (secrets: Pick<NamedSecrets, 'has' | 'use'>): PackageSecrets => ({
  read: async (input) => {
    const name = packageSecretName(input)
    return name === null || !secrets.has(name) ? null : secrets.use(name)
  },
})
