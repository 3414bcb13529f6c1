import { isRecord } from '../../platform/is-record.ts'
import type { AcpPackage } from '../../contract/packages.ts'

/** The form of a secret's name in a package: a plain word, because it becomes part of the stored name. */
export const SECRET_NAME = /^[a-z][a-z0-9_-]{0,62}$/
/** Maximum length of the text before a secret in its header, e.g. `Bearer `. */
export const LONGEST_PREFIX = 32

/** A secret a package needs, for one host: the headers that send it, and the tools that use it. */
export interface DeclaredSecret {
  readonly name: string
  /** With its port, unless that is the scheme's default. */
  readonly host: string
  readonly headers: readonly string[]
  readonly tools: readonly string[]
}

/**
 * The host of a URL template as requests use it: letters of other scripts become `xn--`. Null if there is
 * none.
 */
export const hostOfUrl = (url: unknown): string | null => {
  const [origin] = typeof url === 'string' ? (/^https?:\/\/[^/?#]+/i.exec(url) ?? []) : []
  return (origin === undefined ? null : URL.parse(origin)?.host) ?? null
}

/**
 * The name under which a package's secret is stored. The host is part of it: a version of the package that
 * calls another host does not get this host's secret. Null if one of the parts cannot be part of a name.
 *
 * @example
 * packageSecretName({ packageName: 'weather', name: 'key', host: 'api.example.org:8443' }) //
 * 'capability/weather/api.example.org_8443/key'
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

/** The secrets one binding sends: header, name and host of each. */
export const secretsOfBinding = (
  binding: Readonly<Record<string, unknown>>,
): readonly { header: string; name: string; host: string }[] => {
  const { headers, url } = binding
  const host = hostOfUrl(url)
  if (host === null || !isRecord(headers)) return []
  return Object.entries(headers).flatMap(([header, value]) => {
    const name = isRecord(value) ? value['secret'] : undefined
    return typeof name === 'string' ? [{ header: header.toLowerCase(), name, host }] : []
  })
}

/** The secrets a package needs, per host, in the order of its bindings. */
export const secretsOf = ({ bindings }: Pick<AcpPackage, 'bindings'>): readonly DeclaredSecret[] => {
  const found = new Map<string, { name: string; host: string; headers: Set<string>; tools: Set<string> }>()
  for (const [tool, binding] of Object.entries(bindings)) {
    for (const { header, name, host } of secretsOfBinding(binding)) {
      const key = `${host} ${name}`
      const one = found.get(key) ?? { name, host, headers: new Set(), tools: new Set() }
      one.headers.add(header)
      one.tools.add(tool)
      found.set(key, one)
    }
  }
  return [...found.values()].map(({ headers, tools, ...one }) => ({
    ...one,
    headers: [...headers],
    tools: [...tools],
  }))
}
