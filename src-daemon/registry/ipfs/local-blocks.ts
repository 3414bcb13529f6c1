import type { FsBlockstore } from 'blockstore-fs'
import { checkedBlock, isBlock, notFound } from './blocks.ts'
import type { IpfsReader } from './store.ts'

/**
 * Reads the blocks the node of this machine keeps, without starting it. A block that was damaged on the disk is not there.
 */
export const createLocalBlocks = (blocksDir: string): IpfsReader => {
  const self = { kind: 'local', name: '' } as const
  let opened: Promise<FsBlockstore> | undefined

  return {
    ...self,
    get: async (cid, { signal, maxBytes }) => {
      const { FsBlockstore } = await import('blockstore-fs')
      signal?.throwIfAborted()
      const store = await (opened ??= Promise.resolve(new FsBlockstore(blocksDir)))
      if (!(await store.has(cid))) throw notFound(cid, self)
      const chunks: Uint8Array[] = []
      for await (const chunk of store.get(cid, signal === undefined ? {} : { signal })) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      if (!isBlock(cid, bytes)) throw notFound(cid, self)
      return checkedBlock(cid, bytes, { source: self, maxBytes })
    },
    close: () => Promise.resolve(),
  }
}
