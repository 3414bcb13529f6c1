import { invalidCid, RAW, type CID } from '../../platform/cid.ts'
import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import { checkReadable, tooLarge } from './core/blocks.ts'
import type { BlockOptions } from './core/store.ts'

/** Blocks a file may be made of: with pieces of 256 KiB, as they are usual, the largest file has 64. */
const MAX_BLOCKS = 1_000

/**
 * The bytes of a file: of raw bytes its one block, of UnixFS everything its root leads to. `get` gives blocks that were held against
 * their CIDs; a file that says it is small and is not ends at `maxBytes`.
 * Errors: `cid_invalid` for what is no file, `file_too_large`, those of `get`.
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
  /** What a block met; the exporter says it in other words. */
  const met: { failure?: SatchelError } = {}
  const blockstore = {
    get: async function* (part: CID) {
      blocks += 1
      if (blocks > MAX_BLOCKS) throw (met.failure = tooLarge(maxBytes))
      try {
        checkReadable(part)
        // Beside its data a block of UnixFS has names of others, so the root of the smallest file may be larger than the file.
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
