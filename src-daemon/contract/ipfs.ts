import { z } from 'zod'

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
