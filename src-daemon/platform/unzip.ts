import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl'

/** The limits of an archive. */
export interface UnzipLimits {
  readonly files: number
  /** Of all files together, unpacked, in bytes. */
  readonly bytes: number
  /** Whether to refuse names that differ only in case: on some systems they are one file. */
  readonly caseClash: 'refused' | 'allowed'
}

/** Why an archive is not unpacked. */
export type UnzipRefusal =
  | 'unreadable'
  | 'path'
  | 'link'
  | 'encrypted'
  | 'too_many'
  | 'too_large'
  | 'twice'
  | 'bomb'

/** A file of an archive while it is being unpacked. */
export interface UnzippedFile {
  /** Relative, with `/` between its parts, and no part that leads up. */
  readonly name: string
  /** Whether the archive marks it as executable. */
  readonly executable: boolean
  /** Its content, counted while it is read: reading may fail with a refusal. */
  readonly content: AsyncIterable<Buffer>
}

/** Higher compression than anything people write reaches: a zip bomb. */
const MAX_RATIO = 200
/** Below this size, a high ratio is only a file of blanks. */
const RATIO_FROM = 1024 * 1024

/**
 * Unpacks a zip archive, from memory or from the file at a path, and gives each file to `take` in turn. It trusts no
 * size in the archive's headers, but counts what it unpacks. `skip` leaves out files by name. Throws what `refused`
 * creates for anything that isn't a zip archive, leads out of its folder, is a link, is encrypted, occurs twice, or
 * exceeds the limits.
 */
export const unzip = async (
  source: Buffer | string,
  options: {
    readonly limits: UnzipLimits
    readonly skip?: (name: string) => boolean
    readonly take: (file: UnzippedFile) => Promise<void>
    readonly refused: (reason: UnzipRefusal, cause?: unknown) => Error
  },
): Promise<void> => {
  const { refused } = options
  const opening =
    typeof source === 'string'
      ? openPromise(source, { strictFileNames: true })
      : fromBufferPromise(source, { strictFileNames: true })
  const zip = await opening.catch((cause: unknown) => {
    throw refused('unreadable', cause)
  })
  try {
    await eachFile(zip, options)
  } catch (thrown) {
    if (thrown instanceof Refusal) throw refused(thrown.reason, thrown.cause)
    // Paths that lead out of the folder and damaged parts are errors of the reader.
    if (isOfReader(thrown)) throw refused(isPathProblem(thrown) ? 'path' : 'unreadable', thrown)
    throw thrown
  } finally {
    zip.close()
  }
}

const eachFile = async (
  zip: ZipFile,
  { limits, skip, take }: Omit<Parameters<typeof unzip>[1], 'refused'>,
): Promise<void> => {
  const seen = new Set<string>()
  const folders = new Set<string>()
  const room = { bytes: limits.bytes }
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    const mode = entry.externalFileAttributes >>> 16
    if ((mode & 0o170000) === 0o120000) throw new Refusal('link')
    if (name.endsWith('/') || skip?.(name) === true) continue
    if (entry.isEncrypted()) throw new Refusal('encrypted')
    if (seen.size >= limits.files) throw new Refusal('too_many')
    const key = limits.caseClash === 'refused' ? name.normalize('NFC').toLowerCase() : name
    const above = foldersOf(key)
    // The same name twice, or a file where another file needs a folder.
    if (seen.has(key) || folders.has(key) || above.some((folder) => seen.has(folder)))
      throw new Refusal('twice')
    seen.add(key)
    for (const folder of above) folders.add(folder)
    await take({ name, executable: (mode & 0o111) !== 0, content: contentOf(zip, entry, room) })
  }
}

/** The folders that contain a path: of `a/b/c` these are `a` and `a/b`. */
const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

async function* contentOf(zip: ZipFile, entry: Entry, room: { bytes: number }): AsyncGenerator<Buffer> {
  const stream = await zip.openReadStreamPromise(entry)
  let size = 0
  try {
    for await (const part of stream) {
      const chunk = Buffer.from(part as Uint8Array) // a binary stream yields nothing but bytes
      size += chunk.length
      room.bytes -= chunk.length
      if (size > RATIO_FROM && size > entry.compressedSize * MAX_RATIO) throw new Refusal('bomb')
      if (room.bytes < 0) throw new Refusal('too_large')
      yield chunk
    }
  } finally {
    stream.destroy()
  }
}

class Refusal extends Error {
  readonly reason: UnzipRefusal
  constructor(reason: UnzipRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** Errors of the system and of `take` have codes; the reader's own errors have none, and zlib's come from inflating. */
const isOfReader = (thrown: unknown): boolean =>
  thrown instanceof Error && (!('code' in thrown) || String(thrown.code).startsWith('Z_'))

const isPathProblem = (thrown: unknown): boolean =>
  thrown instanceof Error && /absolute path|invalid relative path|invalid characters/iu.test(thrown.message)

/**
 * A relative path that is valid on every system: no way up, no control characters, no device names, no ending that
 * Windows drops.
 */
export const isPortablePath = (path: string, longest: number): boolean =>
  path.length <= longest &&
  path
    .split('/')
    .every(
      (part) =>
        part !== '' &&
        part !== '.' &&
        part !== '..' &&
        !/[\u0000-\u001f\u007f\\:*?"<>|\u202a-\u202e\u2066-\u2069]/u.test(part) &&
        !/[. ]$/u.test(part) &&
        !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(part),
    )
