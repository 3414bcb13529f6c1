/** The types of `registry/ipfs/`, for the API and its clients. */
import type { Added, IpfsPin, IpfsPlace, IpfsSource, IpfsStatus } from '../../contract/ipfs.ts'
import type { ipfsSettingsSchema } from '../../contract/settings.ts'
import type { z } from 'zod'

/** What to fetch, and what it must be. */
export interface FetchRequest {
  readonly cid: string
  /** Hex; what the bytes must hash to besides the CID. */
  readonly sha256?: string | undefined
  /** Largest file accepted; by default 1 MiB, the limit of a package. */
  readonly maxBytes?: number | undefined
  /** Milliseconds in total; 30 s by default. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes received so far, after each block. */
  readonly onBytes?: ((fetched: number) => void) | undefined
}

/** Verified bytes, and their sources. */
export interface Fetched {
  readonly bytes: Uint8Array
  readonly cid: string
  /** Hex. */
  readonly sha256: string
  /** The source of each part; one entry for a single block. */
  readonly from: readonly IpfsSource[]
  /** The sources that failed. */
  readonly tried: readonly IpfsPlace[]
}

export interface IpfsService {
  /** Connects this machine's node to the network if the owner enabled that. */
  start(): Promise<void>
  status(): Promise<IpfsStatus>
  /** The sources beyond this machine that would be asked. */
  askable(): readonly IpfsSource[]
  /** Where `add` stores its input. */
  keepers(): readonly IpfsSource[]
  /**
   * Stores and pins `bytes` on this machine and in the owner's node. Errors: `file_too_large` (1 MiB), and
   * the first error of the stores if none of them stored it.
   */
  add(bytes: Uint8Array): Promise<Added>
  /**
   * Fetches a file from any source and verifies it. Errors: `ipfs_not_found`, `ipfs_wrong_bytes`,
   * `ipfs_timeout`, `ipfs_unreachable`, `cid_invalid`, `cid_sha256_differ`, `file_too_large`; the signal's
   * reason.
   */
  fetchVerified(request: FetchRequest): Promise<Fetched>
  /** Fetches it if it is not here, and pins it. */
  pin(cid: string): Promise<readonly IpfsPlace[]>
  unpin(cid: string): Promise<readonly IpfsPlace[]>
  pins(): Promise<{ pins: readonly IpfsPin[]; places: readonly IpfsPlace[] }>
  /** Removes from this machine what is not pinned. Returns how many blocks were removed. */
  sweep(): Promise<number>
  /** Changes some settings and applies them. Errors: `invalid_request`. */
  configure(change: Partial<z.infer<typeof ipfsSettingsSchema>>): Promise<IpfsStatus>
  close(): Promise<void>
}
