/** Tar archives as `tar` reads and writes them: ustar, with a pax header where a name or a size doesn't fit. */
const BLOCK = 512
const MAX_NAME = 100
const MAX_SIZE = 0o77777777777
/** Size limit of a pax header: a path, and little else. */
const MAX_PAX = 64 * 1024

export interface TarEntry {
  readonly path: string
  readonly bytes: number
  readonly executable: boolean
}

/** The bytes before a file's content. */
export const tarHeader = ({ path, bytes, executable }: TarEntry): Uint8Array => {
  const plain = /^[\x20-\x7e]+$/.test(path) && path.length <= MAX_NAME && bytes <= MAX_SIZE
  const mode = executable ? 0o700 : 0o600
  if (plain) return headerBlock(path, bytes, mode, '0')
  const pax = Buffer.from(`${paxLine('path', path)}${paxLine('size', String(bytes))}`)
  return Buffer.concat([
    headerBlock('pax', pax.length, 0o600, 'x'),
    pax,
    tarPadding(pax.length),
    headerBlock('pax-file', Math.min(bytes, MAX_SIZE), mode, '0'),
  ])
}

/** The bytes after a file's content. */
export const tarPadding = (bytes: number): Uint8Array => new Uint8Array((BLOCK - (bytes % BLOCK)) % BLOCK)

/** The bytes after the last file. */
export const tarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK)

/** A line says how long it is, itself included. */
const paxLine = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + String(bytes).length
  if (bytes + String(length).length !== length) length = bytes + String(length).length
  return `${String(length)}${rest}`
}

const headerBlock = (name: string, bytes: number, mode: number, type: '0' | 'x'): Buffer => {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number): void => {
    block.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  }
  block.write(name, 0, 'latin1')
  octal(mode, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(bytes, 124, 11)
  octal(0, 136, 11)
  block.fill(' ', 148, 156)
  block.write(type, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  octal(sumOf(block), 148, 6)
  block[154] = 0
  return block
}

/** The checksum, for which its own place counts as blanks. */
const sumOf = (block: Uint8Array): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

/** A file of an archive while it is read; its content must be read before the next one. */
export interface ReadEntry extends TarEntry {
  content(): AsyncIterable<Uint8Array>
}

/** Reads an archive from its pieces. Throws an error for anything incomplete, or that isn't a file. */
export async function* readTar(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const source = createSource(pieces)
  try {
    yield* entriesOf(source)
  } finally {
    await source.end()
  }
}

async function* entriesOf(source: Source): AsyncGenerator<ReadEntry> {
  let pax: { path: string; bytes: number } | null = null
  for (;;) {
    const block = await source.exactly(BLOCK)
    if (block.every((byte) => byte === 0)) {
      if ((await source.exactly(BLOCK)).some((byte) => byte !== 0)) throw new Error('the archive has a gap')
      if (!(await source.isOver())) throw new Error('something follows the end of the archive')
      return
    }
    const { name, bytes, mode, type } = readHeader(block)
    if (type === 'x') {
      if (bytes > MAX_PAX || pax !== null) throw new Error('a pax header is too large')
      pax = readPax(await source.exactly(bytes))
      await source.exactly(tarPadding(bytes).length)
      continue
    }
    if (type !== '0') throw new Error(`the archive holds something else than files: ${type}`)
    const size = pax?.bytes ?? bytes
    let left = size
    yield {
      path: pax?.path ?? name,
      bytes: size,
      executable: (mode & 0o100) !== 0,
      async *content() {
        while (left > 0) {
          const piece = await source.some(left)
          left -= piece.length
          yield piece
        }
      },
    }
    if (left > 0) throw new Error('a file was not read to its end')
    await source.exactly(tarPadding(size).length)
    pax = null
  }
}

const readHeader = (block: Buffer): { name: string; bytes: number; mode: number; type: string } => {
  const text = (at: number, length: number): string =>
    block.toString('latin1', at, at + length).replace(/\0.*$/s, '')
  const number = (at: number, length: number): number => {
    const digits = text(at, length).trim()
    if (!/^[0-7]+$/.test(digits)) throw new Error('a header of the archive is damaged')
    return Number.parseInt(digits, 8)
  }
  if (number(148, 8) !== sumOf(block)) throw new Error('a header of the archive is damaged')
  return { name: text(0, MAX_NAME), bytes: number(124, 12), mode: number(100, 8), type: text(156, 1) }
}

const readPax = (bytes: Buffer): { path: string; bytes: number } => {
  const values = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, blank))
    if (blank < 0 || !Number.isSafeInteger(length) || length < 5 || at + length > bytes.length)
      throw new Error('a pax header is damaged')
    const [key = '', ...value] = bytes.toString('utf8', blank + 1, at + length - 1).split('=')
    values.set(key, value.join('='))
    at += length
  }
  const [path, size] = [values.get('path'), Number(values.get('size'))]
  if (path === undefined || !Number.isSafeInteger(size) || size < 0)
    throw new Error('a pax header is damaged')
  return { path, bytes: size }
}

interface Source {
  some(atMost: number): Promise<Uint8Array>
  exactly(length: number): Promise<Buffer>
  isOver(): Promise<boolean>
  end(): Promise<void>
}

const createSource = (pieces: AsyncIterable<Uint8Array>): Source => {
  const iterator = pieces[Symbol.asyncIterator]()
  let held: Uint8Array = new Uint8Array()
  /** Whether there is something more. */
  const fill = async (): Promise<boolean> => {
    while (held.length === 0) {
      const next = await iterator.next()
      if (next.done === true) return false
      held = next.value
    }
    return true
  }
  const some = async (atMost: number): Promise<Uint8Array> => {
    if (!(await fill())) throw new Error('the archive ends too early')
    const piece = held.subarray(0, atMost)
    held = held.subarray(piece.length)
    return piece
  }
  return {
    some,
    exactly: async (length) => {
      const all: Uint8Array[] = []
      for (let left = length; left > 0;) {
        const piece = await some(left)
        all.push(piece)
        left -= piece.length
      }
      return Buffer.concat(all)
    },
    isOver: async () => !(await fill()),
    end: async () => {
      await iterator.return?.()
    },
  }
}
