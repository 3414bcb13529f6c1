import { decodeCbor } from '../log/cbor.ts'
import { sha256 } from '../../platform/sha256.ts'
import { z } from 'zod'
import { anchorHash, digestOf } from './digest.ts'
import { leafHash, rootOfParts } from './merkle.ts'
import {
  type ConsistencyProof,
  type ObjectProof,
  type Proof,
  PROOF_VERSION,
  type ProofParts,
  proofSchema,
  type ProofVerdict,
  type ProvenChange,
  type Seal,
  type Snapshot,
} from '../../contract/state-proofs.ts'
import { firstProblem } from '../../platform/first-problem.ts'

type Step = ProofVerdict['steps'][number]

/** The part of a change's header that proofs are about. */
const headerSchema = z.object({
  ops: z.instanceof(Uint8Array),
  kind: z.string(),
  space: z.string(),
  scope: z.string(),
  schema: z.string(),
  object: z.string(),
  clock: z.string(),
})
type Header = z.infer<typeof headerSchema>

const versionSchema = z.looseObject({ version: z.int() })

/**
 * Verifies a proof on its own: no daemon and no database is needed. Ends with the first failed step. Only `expected`
 * shows that the root is the one someone anchored: a root, digest or anchor hash (hex) received in another way.
 * docs/verify-proof.mjs does the same for those without Satchel.
 */
export const verifyProof = (given: unknown, expected?: string): ProofVerdict => {
  const steps: Step[] = []
  for (const step of check(given, expected)) {
    steps.push(step)
    if (!step.ok) return { ok: false, steps }
  }
  return { ok: true, steps }
}

const check = function* (given: unknown, expected: string | undefined): Iterable<Step> {
  // Checked first: a proof of another version of Satchel isn't a damaged one.
  const { data: { version } = { version: PROOF_VERSION } } = versionSchema.safeParse(given)
  if (version !== PROOF_VERSION) {
    yield { ok: false, step: 'version', value: `${String(version)} / ${String(PROOF_VERSION)}` }
    return
  }
  const parsed = proofSchema.safeParse(given)
  if (!parsed.success) {
    yield { ok: false, step: 'format', value: firstProblem(parsed.error, 'proof') }
    return
  }
  const proof = parsed.data
  const { snapshot, anchor } = proof
  yield { ok: true, step: 'format', value: proof.kind }
  yield checkSnapshot(snapshot)
  yield* checkContent(proof)
  yield anchor === null
    ? { ok: true, step: 'no_anchor', value: snapshot.digest }
    : checkAnchor(snapshot, anchor)
  // Asking a chain takes a network; here its transaction is only named.
  if (anchor?.chain !== undefined)
    yield { ok: true, step: 'chain_named', value: `${String(anchor.chain.chainId)}, ${anchor.chain.tx}` }
  if (expected !== undefined)
    yield {
      ok: [snapshot.root, snapshot.digest, anchor?.hash].includes(expected),
      step: 'expected',
      value: expected,
    }
}

const checkContent = function* (proof: Proof): Iterable<Step> {
  for (const change of proof.changes) yield* checkChange(proof.snapshot, change)
  if (proof.kind === 'satchel-object-proof') yield checkObject(proof)
  if (proof.kind === 'satchel-consistency-proof') yield* checkConsistency(proof)
}

const checkSnapshot = (snapshot: Snapshot): Step => ({
  ok: digestOf(snapshot) === snapshot.digest,
  step: 'snapshot',
  value: `${snapshot.scope}: ${String(snapshot.size)}, ${snapshot.root}`,
})

const checkChange = function* (
  snapshot: Snapshot,
  { header: encoded, ops, before, after }: ProvenChange,
): Iterable<Step> {
  const bytes = Buffer.from(encoded, 'hex')
  const header = readHeader(bytes)
  if (header === null) {
    yield { ok: false, step: 'change', value: encoded.slice(0, 80) }
    return
  }
  const { kind, schema, object, clock } = header
  yield {
    ok: header.space === snapshot.space && header.scope === snapshot.scope,
    step: 'change',
    value: `${kind} ${schema} ${object}, ${clock}, ${sha256(bytes).toString('hex')}`,
  }
  const opsHash = Buffer.from(header.ops)
  yield {
    ok: ops === null || sha256(Buffer.from(ops, 'hex')).equals(opsHash),
    step: ops === null ? 'ops_purged' : 'ops',
    value: opsHash.toString('hex'),
  }
  const leaf = { leaves: 1, hash: leafHash(sha256(bytes)).toString('hex') }
  yield {
    ok: isMadeOf(snapshot, [...before, leaf, ...after]),
    step: 'inclusion',
    value: `${String(leavesOf(before) + 1)} / ${String(snapshot.size)}`,
  }
}

const checkObject = ({ object, changes }: ObjectProof): Step => {
  const all = changes.map(({ before, header }) => {
    const bytes = Buffer.from(header, 'hex')
    return { index: leavesOf(before), header: readHeader(bytes), hash: sha256(bytes).toString('hex') }
  })
  const one = all.every(({ header }) => header?.schema === object.schemaUri && header.object === object.id)
  const ordered = all.every(({ index }, n) => index > (all[n - 1]?.index ?? -1))
  return {
    ok: one && ordered && all.some(({ hash }) => hash === object.version),
    step: 'object',
    value: `${object.schemaUri} ${object.id}: ${String(changes.length)}, ${object.version}`,
  }
}

const checkConsistency = function* ({ snapshot, earlier }: ConsistencyProof): Iterable<Step> {
  const { snapshot: older, before, after } = earlier
  yield checkSnapshot(older)
  yield {
    ok:
      isMadeOf(older, before) &&
      isMadeOf(snapshot, [...before, ...after]) &&
      older.space === snapshot.space &&
      older.scope === snapshot.scope,
    step: 'consistency',
    value: `${String(older.size)} / ${String(snapshot.size)}`,
  }
}

/** An anchor seals one snapshot; that of another one proves nothing here. */
const checkAnchor = (snapshot: Snapshot, anchor: Seal): Step => ({
  ok: anchorHash({ ...snapshot, ...anchor }) === anchor.hash,
  step: 'anchor',
  value: `${String(anchor.number)}, ${anchor.at}, ${anchor.hash}`,
})

/** Null if the bytes aren't a header: a damaged proof may contain anything. */
const readHeader = (bytes: Buffer): Header | null => {
  try {
    return headerSchema.parse(decodeCbor(bytes))
  } catch {
    return null
  }
}

/** Whether the tree of a snapshot consists of these subtrees. */
const isMadeOf = ({ root, size }: Snapshot, parts: ProofParts): boolean => {
  const found = rootOfParts(
    size,
    parts.map(({ leaves, hash }) => ({ leaves, hash: Buffer.from(hash, 'hex') })),
  )
  return found?.toString('hex') === root
}

const leavesOf = (parts: ProofParts): number => parts.reduce((sum, { leaves }) => sum + leaves, 0)
