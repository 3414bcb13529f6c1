import { expect, it } from 'vitest'
import { createChunkWriter } from '../../../../src-daemon/state/sync/chunks.ts'
import { findParts } from '../../../../src-daemon/state/sync/parts.ts'
import { partsOf } from './parts.ts'

const partWith = (records: number, bytes: number): Buffer => {
  const writer = createChunkWriter()
  for (let n = 0; n < records; n++) writer.add(Buffer.alloc(bytes, n))
  return writer.finish()
}
const read = async (file: Buffer): Promise<Buffer[]> => {
  const parts: Buffer[] = []
  for await (const part of partsOf(new Blob([Uint8Array.from(file)])))
    parts.push(Buffer.from(await part.arrayBuffer()))
  return parts
}

it('finds the parts that the daemon finds', async () => {
  const parts = [partWith(3, 10), partWith(0, 0), partWith(5, 700_000), partWith(1, 3_000_000)]
  const file = Buffer.concat(parts)
  expect(await read(file)).toEqual(parts)
  const positions = findParts({ size: file.length, read: (at, length) => file.subarray(at, at + length) })
  expect(positions.map(({ length }) => length)).toEqual(parts.map(({ length }) => length))
})

it('hands on what is cut off, or another kind of file, for the daemon to refuse', async () => {
  const [whole, last] = [partWith(2, 10), partWith(2, 10)]
  const cut = last.subarray(0, last.length - 3)
  expect(await read(Buffer.concat([whole, cut]))).toEqual([whole, cut])
  expect(await read(Buffer.from('another kind of file'))).toEqual([Buffer.from('another kind of file')])
  expect((await read(Buffer.alloc(3_000_000))).map(({ length }) => length)).toEqual([1024 * 1024])
})
