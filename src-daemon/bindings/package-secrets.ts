import type { NamedSecrets } from '../identity/types.ts'
import { packageSecretName, secretsOf } from '../packages/index.ts'
import type { PackagesService } from '../packages/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { isHeaderText } from '../platform/http-headers.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { PackageSecretsService } from './package-secrets-types.ts'
import type { PackageSecret } from '../contract/package-secrets.ts'

export interface PackageSecretsDeps {
  readonly secrets: NamedSecrets
  readonly packages: Pick<PackagesService, 'installed' | 'get'>
}

/** `capability/<name>/<host>/<secret>`, with `_` for the colon before a port. */
const KEPT = /^capability\/([^/]+)\/([^/]+)\/([^/]+)$/

/** The secrets of packages among the owner's named ones. */
export const createPackageSecrets = ({ secrets, packages }: PackageSecretsDeps): PackageSecretsService => {
  const { listen: onChange, emit: changed } = createEmitter()

  const list: PackageSecretsService['list'] = (packageName) => {
    // A disabled capability needs none, but its secrets are kept.
    const acp = packages.get(packageName)
    if (acp === null && !packages.installed().some(({ name }) => name === packageName))
      throw new SatchelError('package_not_installed', { params: { name: packageName } })
    const declared = acp === null ? [] : secretsOf(acp)
    const kept = new Map(
      secrets.names().flatMap(({ name: full, setAt }): [string, PackageSecret][] => {
        const [, owner, place = '', name = ''] = KEPT.exec(full) ?? []
        if (owner !== packageName) return []
        const host = place.replace(/_(\d+)$/, ':$1')
        return [[full, { name, host, headers: [], tools: [], setAt, asked: acp === null }]]
      }),
    )
    const named = declared.map(({ name, host, headers, tools }): PackageSecret => {
      const full = packageSecretName({ packageName, name, host }) ?? ''
      const setAt = kept.get(full)?.setAt ?? null
      kept.delete(full)
      return { name, host, headers: [...headers], tools: [...tools], setAt, asked: true }
    })
    return [...named, ...kept.values()]
  }

  /** The declared secret that the input refers to. */
  const find = (input: { packageName: string; name: string; host?: string | undefined }): PackageSecret => {
    const all = list(input.packageName)
    const [found, ...others] = all.filter(
      ({ name, host }) => name === input.name && (input.host === undefined || host === input.host),
    )
    if (found !== undefined && others.length === 0) return found
    const params = {
      package: input.packageName,
      name: input.name,
      asked: all.map(({ name, host }) => `${name} (${host})`).join(', ') || 'none',
    }
    throw new SatchelError('package_secret_unknown', { params, details: params })
  }

  const set: PackageSecretsService['set'] = async ({ value: given, ...input }) => {
    const { name, host, asked } = find(input)
    const full = packageSecretName({ packageName: input.packageName, name, host })
    const params = { package: input.packageName, name, host }
    if (!asked || full === null)
      throw new SatchelError('package_secret_unknown', { params: { ...params, asked: 'none' } })
    // Pasted text often includes a space or a line break.
    const value = given.trim()
    if (!isHeaderText(value)) throw new SatchelError('package_secret_unusable', { params, details: params })
    await secrets.set(full, value)
    changed()
    return list(input.packageName)
  }

  const forget: PackageSecretsService['forget'] = (input) => {
    const { name, host } = find(input)
    const full = packageSecretName({ packageName: input.packageName, name, host })
    if (full !== null && secrets.forget(full)) changed()
    return list(input.packageName)
  }

  return {
    read: async (input) => {
      const name = packageSecretName(input)
      return name === null || !secrets.has(name) ? null : secrets.use(name)
    },
    list,
    set,
    forget,
    sweep: () => {
      const kept = secrets.names().flatMap(({ name }) => {
        const [, owner] = KEPT.exec(name) ?? []
        return owner === undefined ? [] : [{ name, owner }]
      })
      if (kept.length === 0) return
      const there = new Set(packages.installed().map(({ name }) => name))
      for (const { name, owner } of kept) if (!there.has(owner)) secrets.forget(name)
    },
    onChange,
  }
}
