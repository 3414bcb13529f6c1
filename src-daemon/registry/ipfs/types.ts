/** The types of `registry/ipfs/`, for the API and its clients. */
import { z } from 'zod'
import type { ipfsSettingsSchema } from '../../settings/types.ts'

/** `local`: blocks on this disk; `embedded`: the node of this machine; `kubo`: the owner's own; `gateway`: somebody's. */
export const sourceKindSchema = z.enum(['local', 'embedded', 'kubo', 'gateway'])
export type SourceKind = z.infer<typeof sourceKindSchema>

export const ipfsSourceSchema = z.object({ kind: sourceKindSchema, name: z.string() })
export type IpfsSource = z.infer<typeof ipfsSourceSchema>

/** A source, and why it did not do what it was asked: the code of an error and its words; null where it did. */
export const ipfsPlaceSchema = ipfsSourceSchema.extend({
  code: z.string().nullable(),
  problem: z.string().nullable(),
})
export type IpfsPlace = z.infer<typeof ipfsPlaceSchema>

export const addedSchema = z.object({
  cid: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  places: z.array(ipfsPlaceSchema),
})
/** What was added, and where it is kept now. */
export type Added = z.infer<typeof addedSchema>

export const ipfsPinSchema = z.object({ cid: z.string(), places: z.array(ipfsSourceSchema) })
export type IpfsPin = z.infer<typeof ipfsPinSchema>

export const ipfsStatusSchema = z.object({
  /** The node of this machine. `running`: it takes part in the network now. */
  embedded: z.object({
    enabled: z.boolean(),
    running: z.boolean(),
    addresses: z.array(z.string()),
    peers: z.array(z.string()),
    problem: z.string().nullable(),
  }),
  /** The owner's own node; null where none is set. */
  kubo: z
    .object({ url: z.string(), version: z.string().nullable(), problem: z.string().nullable() })
    .nullable(),
  /** In the order in which they would be asked. */
  gateways: z.array(
    z.object({
      url: z.string(),
      answered: z.int(),
      failed: z.int(),
      /** Milliseconds of a usual answer. */
      typicalMs: z.int().nullable(),
      lastProblem: z.string().nullable(),
    }),
  ),
})
export type IpfsStatus = z.infer<typeof ipfsStatusSchema>

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
