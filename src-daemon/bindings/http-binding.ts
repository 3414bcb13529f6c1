import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { isHeaderText, isPlainHeader, isSettableHeader } from '../platform/http-headers.ts'
import { hideTexts } from '../platform/redact.ts'
import type { NetworkGuard } from '../network/index.ts'
import type { PackageSecretsService } from './package-secrets-types.ts'
import { HTTP_METHODS } from '../contract/packages.ts'
import { firstProblem } from '../platform/first-problem.ts'

/** A string renames it, `{value}` is a constant, `null` drops the argument (acp.md 8). */
const paramSchema = z.union([z.string().min(1), z.strictObject({ value: z.json() }), z.null()])

/**
 * A literal value, or a reference to the user's secret for this package and host, with its prefix (`Bearer
 * `).
 */
const headerSchema = z.union([
  z.string(),
  z.strictObject({
    secret: z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/),
    prefix: z.string().max(32).optional(),
  }),
])

/** An `http_get` or `http_post` binding (acp.md 8). */
export const httpBindingSchema = z.object({
  type: z.enum(['http_get', 'http_post']),
  /** Of an `http_post` that is none: how it changes what is there. */
  method: z.enum(HTTP_METHODS).optional(),
  url: z.string(),
  params: z.record(z.string(), paramSchema).optional(),
  headers: z.record(z.string(), headerSchema).optional(),
  /** JSON pointer into the response. */
  response: z.string().optional(),
})
export type HttpBinding = z.infer<typeof httpBindingSchema>

type Arguments = Readonly<Record<string, unknown>>

/**
 * Parses a package's binding. Errors: `binding_invalid`, also for literal secrets in headers, headers that
 * control the connection, duplicate parameters, and placeholders in scheme or authority.
 */
export const parseHttpBinding = (binding: unknown): HttpBinding => {
  const parsed = httpBindingSchema.safeParse(binding)
  if (!parsed.success) throw invalid(firstProblem(parsed.error, 'binding'))
  const { type, method, url, headers, params, response } = parsed.data
  if (type === 'http_get' && method !== undefined) throw invalid('http_get has no method')
  if (literalHost(url) === null) throw invalid('url needs a literal scheme and host')
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!isSettableHeader(name)) throw invalid(`header ${name} may not be set`)
    if (typeof value === 'string' && !isPlainHeader(name))
      throw invalid(`header ${name} may not have a literal value`)
    if (!isHeaderText(typeof value === 'string' ? value : (value.prefix ?? '')))
      throw invalid(`the value of header ${name} has characters that no header has`)
  }
  const renamed = Object.values(params ?? {}).filter((rule) => typeof rule === 'string')
  if (new Set(renamed).size < renamed.length) throw invalid('two parameters are given the same name')
  if (response !== undefined && !isPointer(response)) throw invalid('response is not a JSON pointer')
  return parsed.data
}

/**
 * Runs an `http_get` or `http_post` binding: arguments become query or JSON body (of a DELETE: query), the answer a JSON object (a value that
 * isn't one is put under `value`, text that isn't JSON under `text`). Rule: acp.md 8. A POST carries an `idempotencyKey`, the same for all
 * attempts of one call, so that a server can recognize them.
 * Errors: `binding_invalid`, `binding_secret_missing`, `binding_failed`, `binding_answer_unusable`, and those of the network guard.
 *
 * @example
 * await runHttpBinding({ binding: { type: 'http_get', url: 'https://api.example.org/v1/{city}' }, arguments: { city: 'Oslo' }, guard })
 */
export const runHttpBinding = async (input: {
  binding: unknown
  arguments: Arguments
  guard: Pick<NetworkGuard, 'fetch'>
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  /** The package of the binding; without it there are no secrets. */
  packageName?: string | undefined
  secrets?: Pick<PackageSecretsService, 'read'> | undefined
  /** Called with each secret that is sent, so that it is removed from results and logs. */
  hide?: ((secret: string) => void) | undefined
}): Promise<Record<string, unknown>> => {
  const binding = parseHttpBinding(input.binding)
  const { url, init } = buildRequest(binding, input.arguments)
  const headers = new Headers(init.headers)
  // Also a call outside of a turn has one: the network between may send a request twice.
  if (binding.type === 'http_post') headers.set('idempotency-key', input.idempotencyKey ?? newId())
  const secrets = await secretHeaders(binding, url, input)
  const hidden = new Set(secrets.flatMap(({ secret, value }) => [secret, value]))
  for (const text of hidden) input.hide?.(text)
  for (const { header, value } of secrets) headers.set(header, value)
  const response = await input.guard.fetch(
    url,
    {
      ...init,
      headers: Object.fromEntries(headers),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    },
    { kind: 'package_host', hosts: [url.host] },
  )
  const text = await response.text()
  if (!response.ok) {
    throw new SatchelError('binding_failed', {
      params: { host: url.host, status: response.status },
      // Masked first: half a secret could no longer be found.
      details: { host: url.host, status: response.status, body: hideTexts(text, hidden).slice(0, 2000) },
    })
  }
  return toOutput(text, binding.response, url.host)
}

interface SecretHeader {
  readonly header: string
  readonly secret: string
  readonly value: string
}

const secretHeaders = async (
  binding: HttpBinding,
  url: URL,
  {
    packageName,
    secrets,
  }: { packageName?: string | undefined; secrets?: Pick<PackageSecretsService, 'read'> | undefined },
): Promise<readonly SecretHeader[]> => {
  const found: SecretHeader[] = []
  for (const [header, value] of Object.entries(binding.headers ?? {})) {
    if (typeof value === 'string') continue
    const { secret: name, prefix = '' } = value
    const secret =
      packageName === undefined
        ? null
        : ((await secrets?.read({ packageName, name, host: url.host })) ?? null)
    const params = { name, host: url.host, package: packageName ?? '' }
    if (secret === null) throw new SatchelError('binding_secret_missing', { params, details: params })
    if (!isHeaderText(secret)) throw new SatchelError('package_secret_unusable', { params, details: params })
    found.push({ header, secret, value: prefix + secret })
  }
  return found
}

/**
 * Builds the request of a binding from `args`; pure, without secrets. Errors: `binding_invalid` if a
 * placeholder has no argument.
 */
export const buildRequest = (binding: HttpBinding, args: Arguments): { url: URL; init: RequestInit } => {
  const filled = fillTemplate(binding.url, args)
  if (filled === null) throw invalid('an argument of the address is missing or is no plain value')
  const url = new URL(filled)
  const used = new Set(placeholdersOf(binding.url))
  const params = mapParams(args, binding.params ?? {}, used)
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.8' }
  for (const [name, value] of Object.entries(binding.headers ?? {}))
    if (typeof value === 'string') headers[name.toLowerCase()] = value
  const method = binding.type === 'http_get' ? 'GET' : (binding.method ?? 'POST')
  // A body of a DELETE has no meaning (RFC 9110, 9.3.5): what it takes is in the address.
  if (method !== 'GET' && method !== 'DELETE') {
    headers['content-type'] = 'application/json'
    return { url, init: { method, headers, body: JSON.stringify(params) } }
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) query.append(name, asText(item))
    }
  }
  // Appended as text, so that the package's own part stays exactly as written.
  if (query.size > 0) url.search = [url.search.slice(1), query.toString()].filter(Boolean).join('&')
  return { url, init: { method, headers } }
}

const mapParams = (
  args: Arguments,
  map: Readonly<Record<string, z.infer<typeof paramSchema>>>,
  used: ReadonlySet<string>,
): Record<string, unknown> => {
  const mapped = new Map<string, unknown>()
  for (const [name, value] of Object.entries(args)) {
    const rule = Object.hasOwn(map, name) ? map[name] : undefined
    if (used.has(name) || rule === null || typeof rule === 'object') continue
    const target = rule ?? name
    if (mapped.has(target)) throw invalid(`two arguments are sent as ${target}`)
    mapped.set(target, value)
  }
  // Arguments cannot change the package's constants.
  for (const [name, rule] of Object.entries(map)) {
    if (rule !== null && typeof rule === 'object') mapped.set(name, rule.value)
  }
  return Object.fromEntries(mapped)
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const toOutput = (text: string, pointer: string | undefined, host: string): Record<string, unknown> => {
  const json = parseJson(text)
  if (json === undefined) {
    if (pointer !== undefined && pointer !== '') throw unusable(host, 'it is not JSON')
    return { text }
  }
  const found = findAt(json.value, pointer ?? '')
  if (found === null) throw unusable(host, `there is nothing at ${pointer ?? ''}`)
  const { value } = found
  if (typeof value === 'string') return { text: value }
  const object = z.record(z.string(), z.unknown()).safeParse(value)
  return object.success ? object.data : { value }
}

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined // A response that is not JSON is passed on as text.
  }
}

const invalid = (problem: string): SatchelError =>
  new SatchelError('binding_invalid', { params: { problem }, details: { problem } })

const unusable = (host: string, problem: string): SatchelError =>
  new SatchelError('binding_answer_unusable', { params: { host, problem }, details: { host, problem } })

/**
 * Whether `text` is a JSON pointer (RFC 6901): empty, or parts after slashes in which `~` only occurs as `~0`
 * or `~1`.
 */
const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** The value at `pointer`; null if there is none. Lists are indexed by number only. */
const findAt = (value: unknown, pointer: string): { readonly value: unknown } | null => {
  let current = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return null
    if (Array.isArray(current) && !/^(?:0|[1-9][0-9]*)$/.test(key)) return null
    current = Reflect.get(current, key)
  }
  return { value: current }
}

/** URL templates of HTTP bindings: `{name}` placeholders in path and query only (acp.md 8). */

const PLACEHOLDER = /\{([A-Za-z_][\w.-]*)\}/g

/** Names of the placeholders in `template`. */
const placeholdersOf = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')

/**
 * The host of `template`, with its port; null if scheme or authority are not literal http(s) or contain
 * credentials.
 */
const literalHost = (template: string): string | null => {
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(template)
  // The fragment is never sent, and some readers take a backslash for a slash.
  if (/[#\\]/.test(template)) return null
  if (authority === null || /[{}@\s]/.test(authority[0])) return null
  return URL.canParse(authority[0]) ? new URL(authority[0]).host : null
}

/**
 * `template` with every placeholder replaced by the percent-encoded argument; null if one is missing or not a
 * plain value. A value cannot add or climb path segments: `/`, `?`, `#` are encoded and `.`/`..` refused.
 */
const fillTemplate = (template: string, args: Readonly<Record<string, unknown>>): string | null => {
  const texts = new Map<string, string>()
  for (const name of placeholdersOf(template)) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
    const text = String(value)
    if (!text.isWellFormed()) return null
    texts.set(name, encodeURIComponent(text))
  }
  const filled = template.replace(PLACEHOLDER, (_whole, name: string) => texts.get(name) ?? '')
  if (!URL.canParse(filled)) return null
  // Two adjacent placeholders can still form a dot segment, which would climb out of the template's path.
  return /\/\.{1,2}(\/|$)/.test(filled.split(/[?#]/)[0] ?? '') ? null : filled
}
