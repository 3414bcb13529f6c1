/** Reads a change set of any size part by part: each is a change set of its own (docs/reference/file-formats.md). */

const MAGIC = new TextEncoder().encode('satchel-changes\n')
/** With the version; a chunk's has its length, and its compressed length. */
const HEAD = MAGIC.length + 1
const CHUNK_HEAD = 8
/** Of what is no change set, the daemon sees so much, and says what it is. */
const STRANGE = 1024 * 1024

/** The parts of a file, one after the other. What is damaged comes as it is: the daemon refuses it. */
export async function* partsOf(file: Blob): AsyncGenerator<Blob> {
  if (!(await beginsAt(file, 0))) yield file.slice(0, STRANGE)
  else
    for (let at = 0; at < file.size;) {
      const end = await endOfPart(file, at)
      yield file.slice(at, end)
      at = end
    }
}

/** Reads only the headers of chunks. */
const endOfPart = async (file: Blob, begin: number): Promise<number> => {
  let at = begin + HEAD
  while (at < file.size && !(await beginsAt(file, at))) {
    const head = await bytesAt(file, at, CHUNK_HEAD)
    if (head.byteLength < CHUNK_HEAD) return file.size
    at += CHUNK_HEAD + new DataView(head).getUint32(4)
  }
  return Math.min(at, file.size)
}

const beginsAt = async (file: Blob, at: number): Promise<boolean> => {
  const bytes = new Uint8Array(await bytesAt(file, at, MAGIC.length))
  return bytes.length === MAGIC.length && bytes.every((byte, n) => byte === MAGIC[n])
}

const bytesAt = (file: Blob, at: number, length: number): Promise<ArrayBuffer> =>
  file.slice(at, at + length).arrayBuffer()
