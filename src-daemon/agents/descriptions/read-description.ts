import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import { readStrictJson } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'

export type JsonObject = Readonly<Record<string, unknown>>
type Warning = VerifiedDescription['warnings'][number]

/** A description as it was read; nothing of it is verified. */
export interface ReadDescription extends Pick<
  VerifiedDescription,
  'form' | 'name' | 'did' | 'version' | 'interfaces' | 'warnings'
> {
  readonly json: JsonObject
  /** The address it gives itself. */
  readonly url: string | null
  readonly created: string | null
  readonly modified: string | null
}

/** The IRI that the context of a description names, at either of the protocol's hosts. */
const AD_IRI = /^https:\/\/(?:service\.)?agent-network-protocol\.com\/ad#$/

/**
 * Reads a description in either form, also with prefixed or misspelled members and with some missing; what is odd becomes
 * a warning with its place. `@context` is data: nothing is ever loaded for it. A text that isn't JSON gives the reason.
 */
export const readDescription = (text: string): ReadDescription | { readonly unreadable: string } => {
  const parsed = readStrictJson(text)
  if (!parsed.ok) return { unreadable: parsed.problem }
  if (!isRecord(parsed.value)) return { unreadable: 'not_an_object' }
  return describe(parsed.value)
}

/** The same for a description that was parsed already. */
export const describe = (json: JsonObject): ReadDescription => {
  const warnings: Warning[] = []
  const warn = (place: string, code: Warning['code']): void => {
    warnings.push({ place, code })
  }
  const isLinked = '@context' in json || '@type' in json
  const isPlain = 'protocolType' in json || 'type' in json
  if (isLinked && !namesAdVocabulary(json['@context'])) warn('@context', 'no_context')
  if (kindOf(json) !== 'AgentDescription') warn(isLinked ? '@type' : 'type', 'no_kind')
  for (const name of ['securityDefinitions', 'security'])
    if (memberOf(json, name) === undefined) warn(name, 'missing')
  for (const name of Object.keys(json)) if (name.startsWith('ad:')) warn(name, 'prefixed')
  if ('Infomations' in json) warn('Infomations', 'misspelled')
  const text = (name: string): string | null => textAt(json, name, '', warn)
  const time = (name: string): string | null => {
    const value = text(name)
    if (value !== null && Number.isNaN(Date.parse(value))) warn(name, 'not_a_time')
    return value
  }
  const name = text('name')
  if (memberOf(json, 'name') === undefined) warn('name', 'missing')
  if (memberOf(json, 'did') === undefined) warn('did', 'missing')
  for (const list of ['products', 'services', 'Infomations', 'informations'])
    if (memberOf(json, list) !== undefined && !Array.isArray(memberOf(json, list))) warn(list, 'not_a_list')
  return {
    json,
    form: isLinked ? (isPlain ? 'merged' : 'json-ld') : isPlain ? 'plain' : null,
    name,
    did: text('did'),
    version: text('version'),
    url: text('url') ?? text('@id'),
    created: time('created'),
    modified: time('modified'),
    interfaces: interfacesOf(json, warn),
    warnings,
  }
}

/** A member under its own name or with the prefix of the vocabulary. */
export const memberOf = (json: JsonObject, name: string): unknown => json[name] ?? json[`ad:${name}`]

type Warn = (place: string, code: Warning['code']) => void

const textAt = (json: JsonObject, name: string, place: string, warn: Warn): string | null => {
  const value = memberOf(json, name)
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  warn(`${place}${name}`, 'not_a_text')
  return null
}

const interfacesOf = (json: JsonObject, warn: Warn): VerifiedDescription['interfaces'] => {
  const list = memberOf(json, 'interfaces')
  if (list === undefined) {
    warn('interfaces', 'missing')
    return []
  }
  if (!Array.isArray(list)) {
    warn('interfaces', 'not_a_list')
    return []
  }
  return list.flatMap((one: unknown, index) => {
    const place = `interfaces[${String(index)}]`
    if (!isRecord(one)) {
      warn(place, 'not_an_object')
      return []
    }
    const kind = kindOf(one)
    if (kind === null) warn(`${place}.type`, 'no_kind')
    const url = textAt(one, 'url', `${place}.`, warn) ?? textAt(one, '@id', `${place}.`, warn)
    if (url === null && memberOf(one, 'content') === undefined) warn(`${place}.url`, 'missing')
    return [
      {
        kind: kind ?? '',
        protocol: textAt(one, 'protocol', `${place}.`, warn),
        url,
        humanAuthorization: memberOf(one, 'humanAuthorization') === true,
      },
    ]
  })
}

/** `ad:PurchaseInterface` -> `PurchaseInterface`; the form with `@` says more, so it comes first. */
const kindOf = (json: JsonObject): string | null => {
  const kinds = [json['@type'], json['type']].flat().filter((one) => typeof one === 'string')
  return kinds[0]?.replace(/^ad:/, '') ?? null
}

const namesAdVocabulary = (context: unknown): boolean =>
  [context]
    .flat()
    .flatMap((one: unknown) => (isRecord(one) ? Object.values(one) : [one]))
    .some((one) => typeof one === 'string' && AD_IRI.test(one))
