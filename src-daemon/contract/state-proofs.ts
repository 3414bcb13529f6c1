import { z } from 'zod'
import { chainCostSchema } from './registry-chain.ts'

/**
 * A scope at one moment: RFC 6962 root over the hashes of its changes in log order (asm.md 9.2). Hashes are hex.
 * `owner`: DID of the person; `space`: whose scope it is, `did:nuwa:cap:note` or `core`.
 */
export const snapshotSchema = z.strictObject({
  owner: z.string(),
  space: z.string(),
  scope: z.string(),
  root: z.string(),
  size: z.int().nonnegative(),
  /** Clock of the last change, `''` when there is none. */
  clock: z.string(),
  /** SHA-256 of the JCS form of the fields above: the one value to compare with someone else's. */
  digest: z.string(),
})
export type Snapshot = z.infer<typeof snapshotSchema>

const hash32 = z.string().regex(/^0x[0-9a-f]{64}$/i)
const account = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** Where an anchor's hash is on a chain: which account put it into which contract, in which transaction. */
export const chainPlaceSchema = z.strictObject({
  chainId: z.int().positive(),
  contract: account,
  account,
  tx: hash32,
  block: z.int().nonnegative(),
  /** The time of the block. */
  at: z.iso.datetime(),
})
export type ChainPlace = z.infer<typeof chainPlaceSchema>

/** What an anchor adds to its snapshot. */
export const sealSchema = z.strictObject({
  /** Its number in the anchor log, from 1, and the link to the previous one. */
  number: z.int().positive(),
  at: z.iso.datetime(),
  previous: z.string(),
  /** SHA-256 of the JCS form of all the other fields, and of those of the snapshot. */
  hash: z.string(),
  /** Not part of the hash, since it comes later. Absent for an anchor of this device alone. */
  chain: chainPlaceSchema.optional(),
})
export type Seal = z.infer<typeof sealSchema>

export const anchorSchema = snapshotSchema.extend(sealSchema.shape)
export type Anchor = z.infer<typeof anchorSchema>

/** An anchor to be put on a chain, and the cost; null if it is there. */
export const anchorPlanSchema = z.object({ anchor: anchorSchema, cost: chainCostSchema.nullable() })
export type AnchorPlan = z.infer<typeof anchorPlanSchema>

/**
 * An anchor that was verified. `local`: it is on no chain; `missing`: the chain lacks it, contrary to its record; `unknown`: the chain
 * couldn't be asked, because of `problem`.
 */
export const anchorCheckSchema = z.object({
  number: z.int(),
  space: z.string(),
  scope: z.string(),
  chain: chainPlaceSchema.nullable(),
  found: z.enum(['local', 'holds', 'missing', 'unknown']),
  problem: z.string().nullable(),
})
export type AnchorCheck = z.infer<typeof anchorCheckSchema>

const hexSchema = z.string().regex(/^([0-9a-f]{2})+$/)

/** Subtrees beside the proven one, from left to right: how many leaves each has, and its hash. */
const partsSchema = z.array(
  z.strictObject({ leaves: z.int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
)
export type ProofParts = z.infer<typeof partsSchema>

/** One change as a third party needs it, and its position in the tree. */
export const provenChangeSchema = z.strictObject({
  /** The hashed header of the change, DAG-CBOR in hex: its SHA-256 is the leaf's input. */
  header: hexSchema,
  /** The ops, DAG-CBOR in hex; their hash is in the header. Null if they were purged. */
  ops: hexSchema.nullable(),
  /** The rest of the tree: the audit path of RFC 6962, 2.1.1, by side. */
  before: partsSchema,
  after: partsSchema,
})
export type ProvenChange = z.infer<typeof provenChangeSchema>

/** Changes with the format of proofs; docs/verify-proof.mjs has it too. */
export const PROOF_VERSION = 2

/** What every proof has: its tree, and the anchor that seals it. */
const proofShape = {
  version: z.literal(PROOF_VERSION),
  snapshot: snapshotSchema,
  anchor: sealSchema.nullable(),
}

/** Everything a third party needs to check offline that a change is part of a snapshot (docs/verify-proof.mjs). */
export const inclusionProofSchema = z.strictObject({
  kind: z.literal('satchel-inclusion-proof'),
  ...proofShape,
  changes: z.array(provenChangeSchema).length(1),
})
export type InclusionProof = z.infer<typeof inclusionProofSchema>

/** The same for every change that makes up an object as returned by a query. */
export const objectProofSchema = z.strictObject({
  kind: z.literal('satchel-object-proof'),
  ...proofShape,
  /** `version`: hash of the last change, as returned by queries. */
  object: z.strictObject({ schemaUri: z.string(), id: z.string(), version: z.string() }),
  /** In log order. */
  changes: z.array(provenChangeSchema).min(1),
})
export type ObjectProof = z.infer<typeof objectProofSchema>

/** Proves that the log of `snapshot` begins with the whole log of `earlier.snapshot` (RFC 6962, 2.1.2). */
export const consistencyProofSchema = z.strictObject({
  kind: z.literal('satchel-consistency-proof'),
  ...proofShape,
  changes: z.array(provenChangeSchema).length(0),
  /** `before` are the subtrees that make up the older tree, `after` those that came later. */
  earlier: z.strictObject({ snapshot: snapshotSchema, before: partsSchema, after: partsSchema }),
})
export type ConsistencyProof = z.infer<typeof consistencyProofSchema>

export const proofSchema = z.discriminatedUnion('kind', [
  inclusionProofSchema,
  objectProofSchema,
  consistencyProofSchema,
])
export type Proof = z.infer<typeof proofSchema>

/** The checks of a proof; each has its own sentence for people. */
export const PROOF_STEPS = [
  'version',
  'format',
  'snapshot',
  'ops',
  'ops_purged',
  'change',
  'inclusion',
  'consistency',
  'object',
  'anchor',
  'no_anchor',
  'chain_named',
  'chain',
  'expected',
] as const

export const proofVerdictSchema = z.strictObject({
  ok: z.boolean(),
  /** In order of execution; `value` is what was compared. The checks end with the first that fails. */
  steps: z.array(z.strictObject({ ok: z.boolean(), step: z.enum(PROOF_STEPS), value: z.string() })),
})
export type ProofVerdict = z.infer<typeof proofVerdictSchema>
