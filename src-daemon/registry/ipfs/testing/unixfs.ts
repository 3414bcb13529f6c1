import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'
import { cidOf, DAG_PB, SHA2_256 } from '../../../platform/cid.ts'
import { sha256 } from '../../../platform/sha256.ts'
import type { BlockFolder } from './block-folder.ts'

/**
 * Puts `pieces` as one file of UnixFS, as `ipfs add` does with larger files: a root with a link to each piece. `claimed` is the size the root
 * says it has, `kind` 2 a file, 1 a folder.
 *
 * @returns the CID of the root
 */
export const putFile = async (
  blocks: BlockFolder,
  pieces: readonly Uint8Array[],
  options: { claimed?: number; kind?: number; version?: 0 | 1 } = {},
): Promise<string> => {
  const sizes = pieces.map((piece) => piece.length)
  const { claimed = sizes.reduce((sum, size) => sum + size, 0), kind = 2, version = 1 } = options
  const links = await Promise.all(
    pieces.map(async (piece) => {
      await blocks.put(piece)
      const hash = field(1, CID.parse(cidOf(piece)).bytes)
      return field(2, Buffer.concat([hash, field(2, Buffer.alloc(0)), number(3, piece.length)]))
    }),
  )
  const data = Buffer.concat([number(1, kind), number(3, claimed), ...sizes.map((size) => number(4, size))])
  const node = Buffer.concat([...links, field(1, data)])
  const digest = createDigest(SHA2_256, sha256(node))
  const cid = version === 0 ? CID.createV0(digest) : CID.createV1(DAG_PB, digest)
  await blocks.put(node, cid.toString())
  return cid.toString()
}

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}
const field = (id: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([(id << 3) | 2]), varint(bytes.length), bytes])
const number = (id: number, value: number): Buffer => Buffer.concat([Buffer.from([id << 3]), varint(value)])
