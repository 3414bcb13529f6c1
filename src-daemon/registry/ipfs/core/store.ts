import type { CID } from '../../../platform/cid.ts'
import type { SourceKind } from '../../../contract/ipfs.ts'

export interface BlockOptions {
  readonly signal?: AbortSignal | undefined
  /** Largest block accepted, in bytes. */
  readonly maxBytes: number
}

/** Where blocks come from. What a file is made of is one block or several: `readFile`. */
export interface IpfsReader {
  readonly kind: SourceKind
  /** What a person knows it by: its address, or empty for this machine's own. */
  readonly name: string
  /**
   * One block, held against its CID. Errors: `ipfs_not_found`, `ipfs_wrong_bytes` naming the source, `ipfs_timeout`,
   * `ipfs_unreachable`, `ipfs_node_failed`, `file_too_large`, `cid_invalid` for a hash that is not known here; the signal's reason.
   */
  get(cid: CID, options: BlockOptions): Promise<Uint8Array>
  /** Ends what runs; nothing may be asked afterwards. */
  close(): Promise<void>
}

/** A node that keeps blocks. Errors of all: `ipfs_unreachable`, `ipfs_timeout`, `ipfs_node_failed`. */
export interface IpfsStore extends IpfsReader {
  /** Keeps `bytes` as one pinned block; when it resolves they outlive the end of the process. Errors also: `file_too_large`. */
  add(bytes: Uint8Array): Promise<string>
  /** Whether the block is kept there; asks no other machine. */
  has(cid: CID): Promise<boolean>
  /** Keeps what is there, and everything it refers to. Doing so again changes nothing. Errors also: `ipfs_not_found`. */
  pin(cid: CID, options: { signal?: AbortSignal | undefined }): Promise<void>
  /** Keeps it no more; the bytes stay until room is made. What is not pinned stays so. */
  unpin(cid: CID): Promise<void>
  /** Everything that is pinned by its own CID. */
  pins(): Promise<readonly string[]>
  /** Where other nodes reach it (multiaddresses), and the peers it is connected to. */
  reach(): Promise<{ readonly addresses: readonly string[]; readonly peers: readonly string[] }>
}
