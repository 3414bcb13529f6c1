import type { CID } from '../../../platform/cid.ts'
import type { SourceKind } from '../../../contract/ipfs.ts'

export interface BlockOptions {
  readonly signal?: AbortSignal | undefined
  /** Largest block accepted, in bytes. */
  readonly maxBytes: number
}

/** A source of blocks. `readFile` assembles a file from one or several blocks. */
export interface IpfsReader {
  readonly kind: SourceKind
  /** Its name for people: its address, or empty for this machine's own node. */
  readonly name: string
  /**
   * One block, verified against its CID. Errors: `ipfs_not_found`, `ipfs_wrong_bytes` naming the source,
   * `ipfs_timeout`, `ipfs_unreachable`, `ipfs_node_failed`, `file_too_large`, `cid_invalid` for an unknown
   * hash function; the signal's reason.
   */
  get(cid: CID, options: BlockOptions): Promise<Uint8Array>
  /** Ends what is running; do not call it afterwards. */
  close(): Promise<void>
}

/** A node that stores blocks. Errors of all: `ipfs_unreachable`, `ipfs_timeout`, `ipfs_node_failed`. */
export interface IpfsStore extends IpfsReader {
  /**
   * Stores `bytes` as one pinned block; once it resolves, they survive the end of the process. Errors also:
   * `file_too_large`.
   */
  add(bytes: Uint8Array): Promise<string>
  /** Whether the block is stored there; queries no other machine. */
  has(cid: CID): Promise<boolean>
  /** Pins a block and everything it refers to. Idempotent. Errors also: `ipfs_not_found`. */
  pin(cid: CID, options: { signal?: AbortSignal | undefined }): Promise<void>
  /** Unpins it; the bytes stay until space is needed. Idempotent. */
  unpin(cid: CID): Promise<void>
  /** Everything that is pinned by its own CID. */
  pins(): Promise<readonly string[]>
  /** The addresses at which other nodes reach it (multiaddresses), and its connected peers. */
  reach(): Promise<{ readonly addresses: readonly string[]; readonly peers: readonly string[] }>
}
