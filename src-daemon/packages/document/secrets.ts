import { isRecord } from '../../platform/is-record.ts'
import type { AcpPackage } from '../../contract/packages.ts'

/** What the name of a secret may be in a package: a word, which also its place among the owner's secrets has. */
export const SECRET_NAME = /^[a-z][a-z0-9_-]{0,62}$/
/** Longest text before a secret in its header, e.g. `Bearer `. */
export const LONGEST_PREFIX = 32

/** A secret a package asks for, for one host: in which headers it is sent, and by which tools. */
export interface DeclaredSecret {
  readonly name: string
  /** With its port, where that is not the scheme's own. */
  readonly host: string
  readonly headers: readonly string[]
  readonly tools: readonly string[]
}

/** The host an address template asks, as it is asked: letters of another script show as `xn--`. Null where there is none. */
export const hostOfUrl = (url: unknown): string | null => {
  const [origin] = typeof url === 'string' ? (/^https?:\/\/[^/?#]+/i.exec(url) ?? []) : []
  return (origin === undefined ? null : URL.parse(origin)?.host) ?? null
}

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

/** The secrets a package asks for, each host by itself, in the order of its bindings. */
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
