/** Reads the DAG-CBOR we write. Of our own for the same row of the bench as `cbor.ts`. */
const MAX_DEEP = 128

/** From here on comparing byte by byte takes longer than asking the engine. */
const LONG = 48

/** Names that are remembered at most. */
const NAMES = 64

/**
 * Thrown where something else stands than what a `CborWriter` writes; the caller asks the library then, which says what is wrong
 * or takes it after all. Made once: a trace costs more than the reading.
 */
export const UNUSUAL = new Error('not what is written here')

/**
 * Reads DAG-CBOR as `createCborWriter` writes it, and nothing else: JSON and bytes, each length and number in the fewest
 * bytes, well-formed text. What it reads, the library reads as the same value; it costs a tenth of that. (Where text begins with
 * a byte order mark the library drops the mark; here it stays, as it does in the text that was hashed.)
 */
export const createCborReader = () => {
  let bytes: Buffer = Buffer.alloc(0)
  let at = 0
  /** What `name` read, and how it is written. */
  const names: { readonly text: string; readonly written: Buffer }[] = []

  const byte = (): number => {
    if (at >= bytes.length) throw UNUSUAL
    return bytes[at++] ?? 0
  }

  /** The number that follows a head, in the fewest bytes. */
  const argument = (info: number): number => {
    if (info < 24) return info
    if (info === 24) {
      const value = byte()
      if (value < 24) throw UNUSUAL
      return value
    }
    if (info === 25) {
      const value = byte() * 0x100 + byte()
      if (value < 0x100) throw UNUSUAL
      return value
    }
    if (info > 27) throw UNUSUAL
    const high = ((byte() * 0x100 + byte()) * 0x100 + byte()) * 0x100 + byte()
    if (info === 26) {
      if (high < 0x1_0000) throw UNUSUAL
      return high
    }
    const low = ((byte() * 0x100 + byte()) * 0x100 + byte()) * 0x100 + byte()
    const value = high * 0x1_0000_0000 + low
    if (high === 0 || !Number.isSafeInteger(value)) throw UNUSUAL
    return value
  }

  /** Where what has `length` begins; reading goes on after it. */
  const skip = (length: number): number => {
    const from = at
    at += length
    if (at > bytes.length) throw UNUSUAL
    return from
  }

  const textOf = (length: number): string => {
    const from = skip(length)
    for (let n = from; n < at; n++)
      if ((bytes[n] ?? 0) > 0x7f) {
        const text = bytes.toString('utf8', from, at)
        // Perhaps in place of what is no text.
        if (text.includes('\uFFFD')) throw UNUSUAL
        return text
      }
    return bytes.toString('latin1', from, at)
  }

  const text = (): string => {
    const head = byte()
    if (head >> 5 !== 3) throw UNUSUAL
    return textOf(argument(head & 31))
  }

  /** Not a copy. */
  const byteString = (): Buffer => {
    const head = byte()
    if (head >> 5 !== 2) throw UNUSUAL
    const from = skip(argument(head & 31))
    return bytes.subarray(from, at)
  }

  const value = (depth = 0): unknown => {
    if (depth > MAX_DEEP) throw UNUSUAL
    const head = byte()
    const info = head & 31
    switch (head >> 5) {
      case 0:
        return argument(info)
      case 1: {
        const number = -1 - argument(info)
        if (!Number.isSafeInteger(number)) throw UNUSUAL
        return number
      }
      case 2: {
        const from = skip(argument(info))
        return Uint8Array.from(bytes.subarray(from, at))
      }
      case 3:
        return textOf(argument(info))
      case 4:
        return list(argument(info), depth)
      case 5:
        return map(argument(info), depth)
      case 7:
        return simple(info)
      default:
        throw UNUSUAL
    }
  }

  const list = (length: number, depth: number): unknown[] => {
    const items: unknown[] = []
    for (let n = 0; n < length; n++) items.push(value(depth + 1))
    return items
  }

  const map = (length: number, depth: number): Record<string, unknown> => {
    const members: Record<string, unknown> = {}
    for (let n = 0; n < length; n++) {
      const key = text()
      if (key === '__proto__' || Object.hasOwn(members, key)) throw UNUSUAL
      members[key] = value(depth + 1)
    }
    return members
  }

  const simple = (info: number): boolean | number | null => {
    if (info === 20) return false
    if (info === 21) return true
    if (info === 22) return null
    if (info !== 27) throw UNUSUAL
    const number = bytes.readDoubleBE(skip(8))
    if (!Number.isFinite(number)) throw UNUSUAL
    return number
  }

  /** Whether these bytes come now; they are taken then. */
  const takes = (expected: Uint8Array): boolean => {
    const { length } = expected
    if (bytes[at] !== expected[0] || at + length > bytes.length) return false
    if (length > LONG) {
      if (bytes.compare(expected, 0, length, at, at + length) !== 0) return false
    } else for (let n = 1; n < length; n++) if (bytes[at + n] !== expected[n]) return false
    at += length
    return true
  }
  return {
    open: (given: Uint8Array, from = 0): void => {
      bytes = Buffer.isBuffer(given) ? given : Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      at = from
    },
    at: (): number => at,
    isAtEnd: (): boolean => at === bytes.length,
    text,
    byteString,
    value: (): unknown => value(),
    /** How many items of a list follow. */
    list: (): number => {
      const head = byte()
      if (head >> 5 !== 4) throw UNUSUAL
      return argument(head & 31)
    },
    /** As `text`, for one that is often the same as before: comparing costs less than making it again. */
    name: (): string => {
      // By length and first character.
      const place = ((bytes[at] ?? 0) + (bytes[at + 1] ?? 0)) % NAMES
      const known = names[place]
      if (known !== undefined && takes(known.written)) return known.text
      const from = at
      const read = text()
      if (at - from <= LONG) names[place] = { text: read, written: Buffer.from(bytes.subarray(from, at)) }
      return read
    },
    /** A whole number that is not negative. */
    uint: (): number => {
      const head = byte()
      if (head >> 5 !== 0) throw UNUSUAL
      return argument(head & 31)
    },
    takes,
    /** A copy of what was read since `from`. */
    since: (from: number): Buffer => Buffer.from(bytes.subarray(from, at)),
    /** So many bytes as they are; not a copy. */
    fixed: (length: number): Buffer => {
      const from = skip(length)
      return bytes.subarray(from, at)
    },
    /** ASCII, of this length; anything else reads as something else. */
    ascii: (length: number): string => {
      const from = skip(length)
      return bytes.toString('latin1', from, at)
    },
  }
}
export type CborReader = ReturnType<typeof createCborReader>
