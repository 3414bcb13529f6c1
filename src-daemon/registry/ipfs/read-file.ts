import { invalidCid, RAW, type CID } from '../../platform/cid.ts'
import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import { checkReadable, tooLarge } from './core/blocks.ts'
import type { BlockOptions } from './core/store.ts'

/** Maximum number of blocks of a file: in the usual chunks of 256 KiB, the largest file has 64. */
const MAX_BLOCKS = 1_000

/**
 * The bytes of a file: the one block of raw bytes, or everything below a UnixFS root. `get` returns verified
 * blocks; a file that is larger than it claims fails at `maxBytes`.
 * Errors: `cid_invalid` if it is not a file, `file_too_large`, those of `get`.
 */
export const readFile = async (
  cid: CID,
  get: (cid: CID, options: BlockOptions) => Promise<Uint8Array>,
  options: BlockOptions,
): Promise<Uint8Array> => {
  checkReadable(cid)
  if (cid.code === RAW) return get(cid, options)
  const { signal, maxBytes } = options
  let blocks = 0
  /** The failure of a block, which the exporter would report in other words. */
  const met: { failure?: SatchelError } = {}
  const blockstore = {
    get: async function* (part: CID) {
      blocks += 1
      if (blocks > MAX_BLOCKS) throw (met.failure = tooLarge(maxBytes))
      try {
        checkReadable(part)
        // A UnixFS block also holds links, so the root of a small file may be larger than the file.
        yield await get(part, { signal, maxBytes: Math.max(maxBytes, LARGEST_NODE) })
      } catch (thrown) {
        throw (met.failure = toSatchelError(thrown))
      }
    },
  }
  try {
    const { exporter } = await import('ipfs-unixfs-exporter')
    const entry = await exporter(cid, blockstore, signal === undefined ? {} : { signal })
    if (entry.type !== 'file') throw invalidCid(cid.toString(), `it names a ${entry.type}, no file`)
    if (entry.size > BigInt(maxBytes)) throw tooLarge(maxBytes)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of entry.content({ blockReadConcurrency: 4, ...(signal && { signal }) })) {
      length += chunk.length
      if (length > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (thrown) {
    signal?.throwIfAborted()
    if (met.failure !== undefined) throw met.failure
    const error = toSatchelError(thrown)
    throw error.code === 'internal'
      ? invalidCid(
          cid.toString(),
          `no file of UnixFS: ${thrown instanceof Error ? thrown.message : ''}`,
          thrown,
        )
      : error
  }
}

const LARGEST_NODE = 1024 * 1024
