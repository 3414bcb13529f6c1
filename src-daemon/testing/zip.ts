import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive made for a test; `mode` is that of Unix, type included. */
export interface ZipFileInput {
  readonly name: string
  readonly content: string | Buffer
  readonly mode?: number
  readonly encrypted?: boolean
}

/** A zip archive with exactly these entries, honest or not: names are written unchanged. */
export const makeZip = (files: readonly ZipFileInput[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, mode = 0o100644, encrypted = false } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0) // version needed
    shared.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2) // names are UTF-8
    shared.writeUInt16LE(8, 4) // deflate
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE((mode << 16) >>> 0, 6)
    end.writeUInt32LE(offset, 10)
    const made = Buffer.from([20, 3]) // by Unix
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, shared, end, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const close = Buffer.alloc(22)
  close.write('PK\x05\x06', 0, 'latin1')
  close.writeUInt16LE(files.length, 8)
  close.writeUInt16LE(files.length, 10)
  close.writeUInt32LE(listed.length, 12)
  close.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, close])
}
