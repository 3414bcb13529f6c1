/** The types of `registry/ipfs/`, for the API and its clients. */
import type { Added, IpfsPin, IpfsPlace, IpfsSource, IpfsStatus } from '../../contract/ipfs.ts'
import type { ipfsSettingsSchema } from '../../contract/settings.ts'
import type { z } from 'zod'

/** What to fetch, and what it must be. */
export interface FetchRequest {
  readonly cid: string
  /** Hex; what the bytes must hash to besides the CID. */
  readonly sha256?: string | undefined
  /** Largest file accepted; 1 MiB, the most a package has, unless told. */
  readonly maxBytes?: number | undefined
  /** Milliseconds for everything; 30 s unless told. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Told how many bytes have come, with each block of it. */
  readonly onBytes?: ((fetched: number) => void) | undefined
}

/** Bytes that were held against their CID, and how they came here. */
export interface Fetched {
  readonly bytes: Uint8Array
  readonly cid: string
  /** Hex. */
  readonly sha256: string
  /** Where each part came from; one entry for what is one block. */
  readonly from: readonly IpfsSource[]
  /** Who was asked and did not give it. */
  readonly tried: readonly IpfsPlace[]
}

export interface IpfsService {
  /** Brings the node of this machine into the network where the owner switched it on. */
  start(): Promise<void>
  status(): Promise<IpfsStatus>
  /** Beyond this machine, who would be asked for something. */
  askable(): readonly IpfsSource[]
  /** Where `add` keeps what it is given. */
  keepers(): readonly IpfsSource[]
  /**
   * Keeps and pins `bytes` on this machine and in the owner's node. Errors: `file_too_large` (1 MiB), and the first of those of
   * the stores where none of them kept it.
   */
  add(bytes: Uint8Array): Promise<Added>
  /**
   * Gets a file from whoever has it and verifies it. Errors: `ipfs_not_found`, `ipfs_wrong_bytes`, `ipfs_timeout`,
   * `ipfs_unreachable`, `cid_invalid`, `cid_sha256_differ`, `file_too_large`; the signal's reason.
   */
  fetchVerified(request: FetchRequest): Promise<Fetched>
  /** Fetches what is not here, and keeps it. */
  pin(cid: string): Promise<readonly IpfsPlace[]>
  unpin(cid: string): Promise<readonly IpfsPlace[]>
  pins(): Promise<{ pins: readonly IpfsPin[]; places: readonly IpfsPlace[] }>
  /** Makes room: removes from this machine what is not pinned. Returns how many blocks went. */
  sweep(): Promise<number>
  /** Changes some settings, and lets what runs follow them. Errors: `invalid_request`. */
  configure(change: Partial<z.infer<typeof ipfsSettingsSchema>>): Promise<IpfsStatus>
  close(): Promise<void>
}
