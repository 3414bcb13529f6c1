import { CHUNK_HEAD, HEAD, MAGIC, chunkHead } from './chunks.ts'
import { changeSetInvalid } from './limits.ts'

/** A file that is read in pieces. */
export interface PartSource {
  readonly size: number
  /** All bytes of `[at, at + length)`. */
  read(at: number, length: number): Buffer
}

/**
 * The positions of a file's parts, each a change set. Only reads the headers of chunks: the content is verified on
 * import.
 *
 * @throws SatchelError `change_set_invalid` if the file isn't one, or was cut off within a part
 */
export const findParts = ({ size, read }: PartSource): { at: number; length: number }[] => {
  const parts: { at: number; length: number }[] = []
  const isBeginning = (at: number): boolean => size - at >= HEAD && read(at, MAGIC.length).equals(MAGIC)
  if (!isBeginning(0)) throw changeSetInvalid('beginning', 'it is another kind of file')
  for (let at = 0; at < size;) {
    const begin = at
    at += HEAD
    // The first bytes of a change set, read as a length, exceed any chunk.
    for (let n = 1; at < size && !isBeginning(at); n++) {
      const place = `part ${String(parts.length + 1)}, chunk ${String(n)}`
      if (size - at < CHUNK_HEAD) throw changeSetInvalid(place, 'it is cut off')
      const { packed } = chunkHead(read(at, CHUNK_HEAD), place)
      at += CHUNK_HEAD + packed
      if (at > size) throw changeSetInvalid(place, 'it is cut off')
    }
    parts.push({ at: begin, length: at - begin })
  }
  return parts
}
