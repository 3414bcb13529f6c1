import type { ResourceInput } from '../../src-daemon/contract/chat.ts'

/** Characters of a file that the daemon keeps. */
export const KEPT_CHARACTERS = 100_000
/** How many texts a message can have, and how many characters are kept of them in all. */
export const MAX_TEXTS = 100
export const ALL_KEPT_CHARACTERS = 1_000_000
/** In bytes. */
const LARGEST = 1_000_000

/** How many characters of these texts are kept. */
export const keptOf = (texts: readonly ResourceInput[]): number =>
  texts.reduce((sum, { text }) => sum + Math.min(text.length, KEPT_CHARACTERS), 0)

/** These texts and, of the new ones, those for which a message has room; a smaller one may follow one that is too long. */
export const withRoom = (
  texts: readonly ResourceInput[],
  more: readonly ResourceInput[],
): readonly ResourceInput[] =>
  more.reduce<readonly ResourceInput[]>((taken, one) => {
    const all = [...taken, one]
    return all.length > MAX_TEXTS || keptOf(all) > ALL_KEPT_CHARACTERS ? taken : all
  }, texts)

/** Reads a file of text as an attachment: plain text, code, CSV, Markdown…; null if it isn't text, or too large. */
export const readTextFile = async (file: File): Promise<ResourceInput | null> => {
  if (file.size > LARGEST) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = decoded(bytes)
  if (text === null) return null
  const name = file.name.slice(0, 600)
  return { server: null, resource: name, name, mediaType: file.type === '' ? null : file.type, text }
}

/** UTF-8, or UTF-16 where it begins with a mark of that; null for anything else, and for what no text contains. */
const decoded = (bytes: Uint8Array): string | null => {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
