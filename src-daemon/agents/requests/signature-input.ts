import { malformed } from './refusals.ts'

/** What a signature of RFC 9421 covers, and how. */
export interface SignatureInput {
  readonly label: string
  readonly components: readonly string[]
  readonly params: ReadonlyMap<string, string | number>
  /** Components and parameters as they were received: they are signed byte for byte. */
  readonly raw: string
}

const LABEL = /\s*([A-Za-z*][A-Za-z0-9_.*-]*)=/y
const COMPONENT = /\s*"([!#-[\]-~]+)"/y
const PARAMETER = /;\s*([a-z*][a-z0-9_.*-]*)=(?:"((?:[ !#-[\]-~]|\\["\\])*)"|(-?\d{1,15})(?![\d.]))/y
const NEXT = /\s*(?:,|$)/y
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y

/** Longest header we read, in characters. */
const MAX_LENGTH = 8 * 1024
const MAX_COMPONENTS = 32

/**
 * Reads a `Signature-Input` header as far as ANP uses it: lists of plain component names with text and integer
 * parameters. Our own, because libraries for structured fields give the values and not the bytes they came as.
 *
 * @throws SatchelError `did_auth_malformed`
 */
export const readSignatureInputs = (header: string): readonly SignatureInput[] =>
  readMembers('signature-input', header, (scan, label) => {
    const start = scan.at
    if (header[scan.at] !== '(') throw malformed('signature-input', 'not_a_list')
    scan.at += 1
    const components: string[] = []
    for (let found = scan.next(COMPONENT); found !== null; found = scan.next(COMPONENT))
      components.push(found[1]?.toLowerCase() ?? '')
    scan.next(/\s*/y)
    if (header[scan.at] !== ')' || components.length === 0 || components.length > MAX_COMPONENTS)
      throw malformed('signature-input', 'components')
    if (new Set(components).size < components.length) throw malformed('signature-input', 'component_twice')
    scan.at += 1
    const params = new Map<string, string | number>()
    for (let found = scan.next(PARAMETER); found !== null; found = scan.next(PARAMETER)) {
      const [, name = '', text, number] = found
      if (params.has(name)) throw malformed(`signature-input.${name}`, 'twice')
      params.set(name, number === undefined ? (text ?? '').replace(/\\(.)/g, '$1') : Number(number))
    }
    return { label, components, params, raw: header.slice(start, scan.at) }
  })

/**
 * Reads a `Signature` or `Content-Digest` header: byte sequences by name.
 *
 * @throws SatchelError `did_auth_malformed`
 */
export const readByteSequences = (place: string, header: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    readMembers(place, header, (scan, label) => {
      const found = scan.next(BYTES)
      if (found === null) throw malformed(place, 'not_bytes')
      return [label, new Uint8Array(Buffer.from(found[1] ?? '', 'base64'))] as const
    }),
  )

interface Scan {
  at: number
  /** The match at this very place, which is then passed. */
  next(pattern: RegExp): RegExpExecArray | null
}

const readMembers = <T>(place: string, header: string, read: (scan: Scan, label: string) => T): T[] => {
  if (header.length > MAX_LENGTH) throw malformed(place, 'too_long')
  const scan: Scan = {
    at: 0,
    next: (pattern) => {
      pattern.lastIndex = scan.at
      const found = pattern.exec(header)
      if (found !== null) scan.at = pattern.lastIndex
      return found
    },
  }
  const members: T[] = []
  const labels = new Set<string>()
  do {
    const label = scan.next(LABEL)?.[1]
    if (label === undefined) throw malformed(place, 'no_label')
    if (labels.has(label)) throw malformed(place, 'label_twice')
    labels.add(label)
    members.push(read(scan, label))
    if (scan.next(NEXT) === null) throw malformed(place, 'unexpected_text')
  } while (scan.at < header.length)
  return members
}
