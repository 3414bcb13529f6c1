import type { FaultAt } from '../../contract/threads.ts'
import { readStrictJson } from '../../identity/index.ts'
import { loadAddressCheck } from '../../network/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { jsonMistake } from '../../platform/json-mistake.ts'
import { readLenient, type LeftOut } from '../../platform/lenient.ts'
import { below, fault, note } from '../core/faults.ts'
import type { JsonObject } from '../core/json.ts'
import { schemaNamed, type Capability, type NamedSchema } from './capabilities.ts'
import { checkBody } from './check-body.ts'
import { createLinkCheck } from './links.ts'
import { messageType, READ_ITEM_BY_ITEM, type MessageType } from './message-types.ts'
import { schemaOf, type Body, type TypeName } from './schemas.ts'

/** An item of a message's content. `raw` is what came, byte for byte: it is what is signed, compared and passed on. */
export type ContentItem = TextItem | MessageItem | UnknownItem | InvalidItem

export interface TextItem {
  readonly kind: 'text'
  readonly raw: string
}

/** A structured message of a type we know. One with errors among its faults is shown and can't be answered. */
export interface MessageItem {
  readonly kind: 'message'
  readonly raw: string
  readonly type: MessageType
  readonly version: string
  /** As read: unknown members kept, defaults filled in, numeric ids as text. */
  readonly body: JsonObject
  readonly faults: readonly FaultAt[]
}

/** Structured, but nothing we know: shown as what it is, with its text. */
export interface UnknownItem {
  readonly kind: 'unknown'
  readonly raw: string
  readonly reason: 'unknown_capability' | 'unknown_version' | 'unknown_type'
  readonly schema: string
  readonly typeName: string | null
  readonly body: JsonObject
}

/** Meant to be a structured message, and none. */
export interface InvalidItem {
  readonly kind: 'invalid'
  readonly raw: string
  readonly schema: string | null
  readonly typeName: string | null
  readonly faults: readonly FaultAt[]
}

export type ReadContent = (raw: string) => ContentItem

/** Of one message (aitp.md 6). */
export const MAX_MESSAGE_BYTES = 256 * 1024
const MAX_FAULTS = 20

/** Reads the content of messages; the reader never throws, whatever it is given, and fetches nothing. */
export const openContentReader = async (): Promise<ReadContent> => {
  const checkLinks = createLinkCheck(await loadAddressCheck())
  const read = (raw: string, value: JsonObject, schema: string): ContentItem => {
    const { $schema: _, ...parts } = value
    const names = Object.keys(parts)
    const [typeName = null] = names.length === 1 ? names : []
    const named = schemaNamed(schema)
    const type = named === null || typeName === null ? null : typeOf(named, typeName, parts[typeName])
    const reason = unknownBecause(named, typeName, type)
    if (reason !== null) return { kind: 'unknown', raw, reason, schema, typeName, body: parts }
    if (typeName === null || type === null || named === null)
      return invalid(raw, schema, null, [fault('', 'envelope', names.join(', '))])
    const body = readBody(type, parts[typeName])
    if (!('value' in body)) return invalid(raw, schema, typeName, below(typeName, body.faults))
    // `url` is in every link's name; most messages have none.
    const links = raw.includes('url') ? checkLinks(body.value, typeName) : []
    const own = checkBody(`${type.capability}/${type.type}`, body.value)
    // Errors come first: what was left out may not push them off the list.
    const faults = [...below(typeName, [...body.faults, ...own]), ...links]
      .toSorted((one, other) => Number(one.severity === 'note') - Number(other.severity === 'note'))
      .slice(0, MAX_FAULTS)
    return { kind: 'message', raw, type, version: named.version, body: body.value, faults }
  }

  return (raw) => {
    if (!looksStructured(raw)) return { kind: 'text', raw }
    if (raw.length > MAX_MESSAGE_BYTES / 4 && Buffer.byteLength(raw) > MAX_MESSAGE_BYTES)
      return invalid(raw, null, null, [fault('', 'too_large', String(Buffer.byteLength(raw)))])
    const json = readStrictJson(raw)
    if (!json.ok && json.problem === 'not_json') {
      // Text may begin with a brace and say `$schema`; what names ours was meant for us.
      if (!OURS.test(raw)) return { kind: 'text', raw }
      const at = jsonMistake(raw)
      return invalid(raw, null, null, [
        fault('', 'not_json', at === null ? null : `${String(at.line)}:${String(at.column)}`),
      ])
    }
    if (!json.ok) return invalid(raw, null, null, [fault('', json.problem, json.found)])
    if (!isRecord(json.value) || typeof json.value['$schema'] !== 'string') return { kind: 'text', raw }
    if (MAY_BE_UNSAFE.test(raw) && hasUnsafeKey(json.value))
      return invalid(raw, json.value['$schema'], null, [fault('', 'unsafe_key', '__proto__')])
    return read(raw, json.value, json.value['$schema'])
  }
}

/** The body of an item if it is a valid message of that type, else null. */
export const bodyOf = <C extends Capability, T extends TypeName<C>>(
  item: ContentItem,
  capability: C,
  type: T,
): Body<C, T> | null =>
  item.kind === 'message' && item.type.capability === capability && item.type.type === type
    ? (item.body as Body<C, T>)
    : null

const looksStructured = (raw: string): boolean => /^\s*\{/.test(raw) && raw.includes('"$schema"')
const OURS = /"\$schema"\s*:\s*"https:\/\/(?:aitp\.dev|example\.app\/aitp|crates\.io\/crates\/aitp_schema)\//
/** A key of objects' prototypes, as it is or with escapes. */
const MAY_BE_UNSAFE = /__proto__|\\u00/i

const hasUnsafeKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((!Array.isArray(value) && Object.hasOwn(value, '__proto__')) || Object.values(value).some(hasUnsafeKey))

/** A quote under the address of AITP-01 may be one from before it. */
const typeOf = ({ capability }: NamedSchema, name: string, body: unknown): MessageType | null => {
  if (name !== 'quote' || !isRecord(body)) return messageType(capability, name)
  if (capability === 'aitp-01-payments' && (body['type'] === 'Quote' || 'payment_plans' in body))
    return messageType('legacy-payments', name)
  if (capability === 'legacy-payments' && 'payment_options' in body)
    return messageType('aitp-01-payments', name)
  return messageType(capability, name)
}

const unknownBecause = (
  named: NamedSchema | null,
  typeName: string | null,
  type: MessageType | null,
): UnknownItem['reason'] | null => {
  if (named === null) return 'unknown_capability'
  if (named.major > 1) return 'unknown_version'
  return typeName !== null && type === null ? 'unknown_type' : null
}

const readBody = (
  { capability, type }: MessageType,
  body: unknown,
): { value: JsonObject; faults: readonly FaultAt[] } | { faults: readonly FaultAt[] } => {
  const schema = schemaOf('tolerant', capability, type)
  if (schema === undefined || !isRecord(body)) return { faults: [fault('', 'wrong_kind')] }
  const reading = readLenient(schema, body)
  if (reading.ok && (reading.leftOut.length === 0 || READ_ITEM_BY_ITEM.has(capability)))
    return {
      value: reading.value,
      faults: reading.leftOut.map(({ at, words }) => note(at, 'left_out', words)),
    }
  const faults = reading.leftOut.map(({ at, reason, words }: LeftOut) => fault(at, reason, words))
  return { faults: faults.slice(0, MAX_FAULTS) }
}

const invalid = (
  raw: string,
  schema: string | null,
  typeName: string | null,
  faults: readonly FaultAt[],
): InvalidItem => ({ kind: 'invalid', raw, schema, typeName, faults })
