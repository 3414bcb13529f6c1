/** Reads the DAG-CBOR we write. Our own implementation, for the same bench as `cbor.ts`. */
const MAX_DEEP = 128

/** From this length on, comparing byte by byte is slower than the engine's comparison. */
const LONG = 48

/** Number of cached names. */
const NAMES = 64

/**
 * Thrown for anything a `CborWriter` wouldn't write; the caller then uses the library, which reports what is wrong or
 * accepts it after all. A single instance: a stack trace costs more than reading.
 */
export const UNUSUAL = new Error('not what is written here')

/**
 * Reads DAG-CBOR as `createCborWriter` writes it, and nothing else: JSON and bytes, each length and number in the
 * fewest bytes, well-formed text. The library reads the same value from it; this costs a tenth of that. (The library
 * drops a byte order mark at the beginning of text; here it stays, as in the text that was hashed.)
 */
export const createCborReader = () => {
  let bytes: Buffer = Buffer.alloc(0)
  let at = 0
  /** Names `name` has read, with their encoding. */
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

  /** Start of an item of `length`; moves the position past it. */
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
        // Possibly the replacement of invalid UTF-8.
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

  /** Whether these bytes come next; consumes them if so. */
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
    /** Like `text`, for a value that is often the same as before: comparing costs less than decoding. */
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
    /** A copy of the bytes read since `from`. */
    since: (from: number): Buffer => Buffer.from(bytes.subarray(from, at)),
    /** That many raw bytes; not a copy. */
    fixed: (length: number): Buffer => {
      const from = skip(length)
      return bytes.subarray(from, at)
    },
    /** ASCII of this length; other bytes give wrong text. */
    ascii: (length: number): string => {
      const from = skip(length)
      return bytes.toString('latin1', from, at)
    },
  }
}
export type CborReader = ReturnType<typeof createCborReader>
