/** Encodings within one another that are undone. */
const DEEPEST = 3
/** Characters that are undone in all: a call isn't held up by much data. */
const MOST = 200_000

/**
 * What a text says once its common encodings are undone, also one within another: escapes of addresses, hex, base64 in either alphabet. Runs of
 * letters that are too short to be eight bytes encoded twice are left as they are: most are words.
 */
export const decodedTexts = (text: string): readonly string[] => {
  let room = MOST
  const found = new Set<string>()
  const undo = (of: string, depth: number): void => {
    for (const decoded of decodedOnce(of)) {
      if (decoded === of || found.has(decoded) || decoded.length > room) continue
      room -= decoded.length
      found.add(decoded)
      if (depth < DEEPEST) undo(decoded, depth + 1)
    }
  }
  undo(text, 1)
  return [...found]
}

const decodedOnce = (text: string): readonly string[] => [
  ...(/%[\da-f]{2}/iu.test(text) ? [unescaped(text)] : []),
  ...(text.match(HEX) ?? []).flatMap((run) => textOf(Buffer.from(run, 'hex'))),
  ...(text.match(BASE64) ?? []).flatMap((run) => textOf(Buffer.from(run, 'base64'))),
]

const HEX = /(?:[\da-f]{2}){11,}/giu
const BASE64 = /[\w+/-]{15,}/gu

/** Each escape by itself: a text may have a sign of per cent beside them. */
const unescaped = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/giu, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )

/** None if it is no text, as nearly all that isn't encoded. */
const textOf = (bytes: Buffer): readonly string[] => {
  const text = bytes.toString()
  return /^[^\p{Cc}\p{Co}\p{Cn}�]+$/u.test(text.replaceAll(/[\t\r\n]/gu, ' ')) ? [text] : []
}
