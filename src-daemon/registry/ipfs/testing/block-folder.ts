import { FsBlockstore } from 'blockstore-fs'
import { cidOf, parseCid } from '../../../platform/cid.ts'

/** A folder of blocks, in the format of Helia and Kubo. */
export interface BlockFolder {
  put(bytes: Uint8Array, cid?: string): Promise<string>
  /** Null if it is not there. */
  get(cid: string): Promise<Buffer | null>
}

/** Opens the blocks in `dir`. */
export const openBlockFolder = (dir: string): BlockFolder => {
  const store = new FsBlockstore(dir)
  return {
    put: async (bytes, cid = cidOf(bytes)) => {
      await store.put(parseCid(cid), bytes)
      return cid
    },
    get: async (cid) => {
      if (!(await store.has(parseCid(cid)))) return null
      const chunks: Uint8Array[] = []
      for await (const chunk of store.get(parseCid(cid))) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}
