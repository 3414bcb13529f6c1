import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import type { NetworkGuard } from './network-guard.ts'
import { fillTemplate, literalHost, placeholdersOf } from './url-template.ts'

/** `rename` as a string, `{value}` a constant, `null` drops the argument (acp.md 8). */
const paramSchema = z.union([z.string(), z.object({ value: z.json() }), z.null()])

/** An `http_get` or `http_post` binding (acp.md 8). */
export const httpBindingSchema = z.object({
  type: z.enum(['http_get', 'http_post']),
  url: z.string(),
  params: z.record(z.string(), paramSchema).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** JSON pointer into the answer. */
  response: z.string().optional(),
})
export type HttpBinding = z.infer<typeof httpBindingSchema>

type Arguments = Readonly<Record<string, unknown>>

/** Headers a package may set to a fixed value: they describe the exchange and cannot carry a secret or steer a connection. */
const PLAIN_HEADERS = new Set(['accept', 'accept-language', 'content-language', 'user-agent'])

/**
 * Reads a binding as its package declares it. Errors: `binding_invalid`, also for literal secrets in headers and
 * placeholders in scheme or authority.
 */
export const parseHttpBinding = (binding: unknown): HttpBinding => {
  const parsed = httpBindingSchema.safeParse(binding)
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error))
  const { url, headers, response } = parsed.data
  if (literalHost(url) === null) throw invalid('url needs a literal scheme and host')
  for (const name of Object.keys(headers ?? {})) {
    if (!PLAIN_HEADERS.has(name.toLowerCase())) throw invalid(`header ${name} may not have a literal value`)
  }
  if (response !== undefined && response !== '' && !response.startsWith('/')) {
    throw invalid('response is not a JSON pointer')
  }
  return parsed.data
}

/**
 * Runs an `http_get` or `http_post` binding: arguments become query or JSON body, the answer a JSON object (a value that is
 * none stands under `value`, text that is no JSON under `text`). Rule: acp.md 8.
 * Errors: `binding_invalid`, `binding_failed`, `binding_answer_unusable`, and those of the network guard.
 *
 * @example
 * await runHttpBinding({ binding: { type: 'http_get', url: 'https://api.example.org/v1/{city}' }, arguments: { city: 'Oslo' }, guard })
 */
export const runHttpBinding = async (input: {
  binding: unknown
  arguments: Arguments
  guard: NetworkGuard
  signal?: AbortSignal | undefined
}): Promise<Record<string, unknown>> => {
  const binding = parseHttpBinding(input.binding)
  const { url, init } = buildRequest(binding, input.arguments)
  const signal = input.signal === undefined ? {} : { signal: input.signal }
  const response = await input.guard.fetch(
    url,
    { ...init, ...signal },
    { kind: 'package_host', hosts: [url.host] },
  )
  const text = await response.text()
  if (!response.ok) {
    throw new SatchelError('binding_failed', {
      params: { host: url.host, status: response.status },
      details: { host: url.host, status: response.status, body: text.slice(0, 2000) },
    })
  }
  return toOutput(text, binding.response, url.host)
}

/** The request a binding makes of `args`; pure. Errors: `binding_invalid` when a placeholder has no argument. */
export const buildRequest = (binding: HttpBinding, args: Arguments): { url: URL; init: RequestInit } => {
  const filled = fillTemplate(binding.url, args)
  if (filled === null) throw invalid('an argument of the address is missing or is no plain value')
  const url = new URL(filled)
  const used = new Set(placeholdersOf(binding.url))
  const params = mapParams(args, binding.params ?? {}, used)
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.8', ...binding.headers }
  if (binding.type === 'http_post') {
    headers['content-type'] = 'application/json'
    return { url, init: { method: 'POST', headers, body: JSON.stringify(params) } }
  }
  for (const [name, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) url.searchParams.append(name, asText(item))
    }
  }
  return { url, init: { method: 'GET', headers } }
}

const mapParams = (
  args: Arguments,
  map: Readonly<Record<string, z.infer<typeof paramSchema>>>,
  used: ReadonlySet<string>,
): Record<string, unknown> => {
  const mapped: [string, unknown][] = []
  for (const [name, value] of Object.entries(args)) {
    const rule = Object.hasOwn(map, name) ? map[name] : undefined
    if (used.has(name) || rule === null || typeof rule === 'object') continue
    mapped.push([rule ?? name, value])
  }
  for (const [name, rule] of Object.entries(map)) {
    if (rule !== null && typeof rule === 'object') mapped.push([name, rule.value])
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
  const value = pointer === undefined ? json.value : at(json.value, pointer, host)
  if (typeof value === 'string') return { text: value }
  const object = z.record(z.string(), z.unknown()).safeParse(value)
  return object.success ? object.data : { value }
}

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined // Not JSON is an answer too: it is passed on as text.
  }
}

const at = (value: unknown, pointer: string, host: string): unknown => {
  let current = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (
      typeof current !== 'object' ||
      current === null ||
      !Object.prototype.propertyIsEnumerable.call(current, key)
    ) {
      throw unusable(host, `there is nothing at ${pointer}`)
    }
    current = Reflect.get(current, key)
  }
  return current
}

const invalid = (problem: string): SatchelError =>
  new SatchelError('binding_invalid', { params: { problem }, details: { problem } })

const unusable = (host: string, problem: string): SatchelError =>
  new SatchelError('binding_answer_unusable', { params: { host, problem }, details: { host, problem } })
