import { z } from 'zod'

/**
 * `local`: blocks on this disk; `embedded`: this computer's node; `kubo`: the owner's own; `gateway`: a third party's.
 */
export const sourceKindSchema = z.enum(['local', 'embedded', 'kubo', 'gateway'])
export type SourceKind = z.infer<typeof sourceKindSchema>

export const ipfsSourceSchema = z.object({ kind: sourceKindSchema, name: z.string() })
export type IpfsSource = z.infer<typeof ipfsSourceSchema>

/** A source, and the error if it failed: its code and text; null if it succeeded. */
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

/** What was added, and where it is now stored. */
export type Added = z.infer<typeof addedSchema>

export const ipfsPinSchema = z.object({ cid: z.string(), places: z.array(ipfsSourceSchema) })
export type IpfsPin = z.infer<typeof ipfsPinSchema>

export const ipfsStatusSchema = z.object({
  /** This computer's node. `running`: it is taking part in the network. */
  embedded: z.object({
    enabled: z.boolean(),
    running: z.boolean(),
    addresses: z.array(z.string()),
    peers: z.array(z.string()),
    problem: z.string().nullable(),
  }),
  /** The owner's own node; null if none is configured. */
  kubo: z
    .object({ url: z.string(), version: z.string().nullable(), problem: z.string().nullable() })
    .nullable(),
  /** In the order they would be tried. */
  gateways: z.array(
    z.object({
      url: z.string(),
      answered: z.int(),
      failed: z.int(),
      /** Typical response time in milliseconds. */
      typicalMs: z.int().nullable(),
      lastProblem: z.string().nullable(),
    }),
  ),
})
export type IpfsStatus = z.infer<typeof ipfsStatusSchema>
