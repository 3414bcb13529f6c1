import type {
  ConsistencyProof,
  InclusionProof,
  ObjectProof,
  ProofVerdict,
} from '../../contract/state-proofs.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import { headerBytes } from '../log/codec.ts'
import type { Change, LogKey } from '../log/types.ts'
import {
  type Anchor,
  type ChainPlace,
  type Proof,
  PROOF_VERSION,
  type ProofParts,
  type ProvenChange,
  type Seal,
  type Snapshot,
} from '../../contract/state-proofs.ts'
import { type AnchorBackend, createLocalAnchors } from './anchors.ts'
import { digestOf } from './digest.ts'
import type { TreePart } from './merkle.ts'
import { createTrees, type LogTree } from './trees.ts'
import { verifyProof } from './verify.ts'

/** Proofs for third parties (asm.md 9.2). Asynchronous, because anchors may be stored remotely. */
export interface StateProofs {
  /** Errors: `scope_unknown`. */
  snapshot(input: { owner: string; scope: string }): Snapshot
  /** Appends the snapshot to the anchor log. Errors: those of `snapshot`, `anchor_log_broken`. */
  anchor(input: { owner: string; scope: string }): Promise<Anchor>
  /** The last anchor if the scope hasn't changed since, else a new one. Errors: those of `anchor`. */
  freshAnchor(input: { owner: string; scope: string }): Promise<Anchor>
  /** Records where an anchor is on a chain. Errors: `anchor_unknown`. */
  placeAnchor(number: number, chain: ChainPlace): Promise<Anchor>
  /** Oldest first. Errors: `anchor_log_broken`. */
  anchors(input?: { owner: string; scope: string }): Promise<readonly Anchor[]>
  /**
   * Proves that a change (hex hash) is part of its scope: of the last anchor that has it, else of the current scope.
   * Errors: `change_unknown`, `proof_log_changed`, `anchor_log_broken`.
   */
  inclusion(input: { change: string }): Promise<InclusionProof>
  /** The same for every change that makes up an object. Errors: those of `inclusion`, `not_found`. */
  object(input: { schemaUri: string; id: string }): Promise<ObjectProof>
  /**
   * Proves that the current scope begins with what was anchored; `fromSize` is at least 1. Errors: `scope_unknown`,
   * `proof_log_changed`, `anchor_log_broken`.
   */
  consistency(input: { owner: string; scope: string; fromSize: number }): Promise<ConsistencyProof>
  /**
   * Verifies a proof of any kind and reports each check. `expected`: a root, digest or anchor hash (hex) that was
   * received in another way.
   */
  verify(proof: unknown, expected?: string): ProofVerdict
}

/** Proofs about the logs of state (asm.md 9.2), verified before they are returned. */
export const createProofs = (
  engine: Engine,
  anchors: AnchorBackend = createLocalAnchors({ ...engine, atomically: engine.transactions.atomically }),
): StateProofs => {
  const { log } = engine
  const trees = createTrees(engine.statement)

  const snapshot = (key: LogKey): Snapshot => {
    const { tree } = trees.of(logOf(key))
    return snapshotAt(key, tree.size)
  }

  const snapshotAt = (key: LogKey, size: number): Snapshot => {
    const grown = trees.of(logOf(key))
    const taken = {
      owner: engine.ownerDid(),
      space: key.owner,
      scope: key.scope,
      root: grown.tree.root(size).toString('hex'),
      size,
      clock: size === 0 ? '' : log.travelling({ position: grown.positionAt(size - 1) }).clock,
    }
    return { ...taken, digest: digestOf(taken) }
  }

  const anchor: StateProofs['anchor'] = async (key) => {
    // Taken first: what is written while waiting for the backend belongs to the next one.
    const taken = snapshot(key)
    return anchors.append(taken)
  }

  const listAnchors = async (key: LogKey | undefined): Promise<readonly Anchor[]> => {
    const all = await anchors.list()
    return key === undefined
      ? all
      : all.filter(({ space, scope }) => space === key.owner && scope === key.scope)
  }

  const freshAnchor: StateProofs['freshAnchor'] = async (key) => {
    const taken = snapshot(key)
    const last = (await listAnchors(key)).at(-1)
    return last?.digest === taken.digest ? last : anchors.append(taken)
  }

  const inclusion: StateProofs['inclusion'] = async ({ change: hash }) => {
    const { change, key } = changeNamed(hash)
    const shown = await proven(key, [change])
    return checked({ kind: 'satchel-inclusion-proof', version: PROOF_VERSION, ...shown })
  }

  const object: StateProofs['object'] = async ({ schemaUri, id }) => {
    const schema = engine.schemas.get(schemaUri)
    const row = engine.objects.row(schema, id)
    const changes = log.ofObject(schema.row, id)
    const last = changes.at(-1)
    if (last === undefined)
      throw new SatchelError('not_found', { params: { uri: schemaUri, id }, details: { schemaUri, id } })
    // An object can have changes in two scopes, if its capability moved to another: each scope has its own root.
    const { space, scope } = log.travelling(last)
    const shown = await proven(
      { owner: space, scope },
      changes.filter((change) => change.log === last.log),
    )
    return checked({
      kind: 'satchel-object-proof',
      version: PROOF_VERSION,
      ...shown,
      object: { schemaUri, id, version: row?.version ?? last.hash.toString('hex') },
    })
  }

  const consistency: StateProofs['consistency'] = async ({ fromSize, ...key }) => {
    const to = snapshot(key)
    if (fromSize > to.size) throw new SatchelError('scope_unknown', { params: { scope: key.scope } })
    const anchored = (await listAnchors(key)).findLast(({ size }) => size === fromSize)
    const own = snapshotAt(key, fromSize)
    if (anchored !== undefined && anchored.root !== own.root)
      throw new SatchelError('proof_log_changed', {
        params: { scope: key.scope },
        details: { anchor: anchored.number },
      })
    const { tree } = trees.of(logOf(key))
    return checked({
      kind: 'satchel-consistency-proof',
      version: PROOF_VERSION,
      snapshot: to,
      anchor: null,
      changes: [],
      earlier: {
        snapshot: anchored === undefined ? own : snapshotOf(anchored),
        before: partsOf(tree.parts(0, fromSize, to.size)),
        after: partsOf(tree.parts(fromSize, to.size, to.size)),
      },
    })
  }

  /** The changes under the last anchor that has all of them, else under the current scope. */
  const proven = async (
    key: LogKey,
    changes: readonly Change[],
  ): Promise<{ snapshot: Snapshot; anchor: Seal | null; changes: ProvenChange[] }> => {
    const listed = await listAnchors(key)
    const grown = trees.of(logOf(key))
    const indexes = changes.map(({ position }) => grown.indexOf(position))
    const needed = Math.max(...indexes) + 1
    // Not anchors of a removed scope of the same name.
    const fits = ({ size, root }: Anchor): boolean =>
      size >= needed && size <= grown.tree.size && grown.tree.root(size).toString('hex') === root
    const last = listed.findLast(fits) ?? null
    const taken = last === null ? snapshotAt(key, grown.tree.size) : snapshotOf(last)
    return {
      snapshot: taken,
      anchor: last && sealOf(last),
      changes: changes.map((change, n) => provenChange(grown, change, indexes[n] ?? 0, taken.size)),
    }
  }

  const provenChange = ({ tree }: LogTree, change: Change, index: number, size: number): ProvenChange => {
    const travelling = log.travelling(change)
    return {
      header: headerBytes(travelling).toString('hex'),
      ops: travelling.ops === null ? null : Buffer.from(travelling.ops).toString('hex'),
      before: partsOf(tree.parts(0, index, size)),
      after: partsOf(tree.parts(index + 1, size, size)),
    }
  }

  /** Never returns an invalid proof: the database was damaged, or changed by something else. */
  const checked = <T extends Proof>(proof: T): T => {
    const { ok, steps } = verifyProof(proof)
    const { scope } = proof.snapshot
    if (!ok) throw new SatchelError('proof_log_changed', { params: { scope }, details: { steps } })
    return proof
  }

  const changeNamed = (hash: string): { change: Change; key: LogKey } => {
    const change = log.byHash(hash)
    if (change === null) throw new SatchelError('change_unknown', { params: { name: hash } })
    const { space, scope } = log.travelling(change)
    return { change, key: { owner: space, scope } }
  }

  const logOf = (key: LogKey): number => {
    const found = log.find(key)
    if (found === null) throw new SatchelError('scope_unknown', { params: { scope: key.scope } })
    return found
  }

  return {
    snapshot,
    anchor,
    freshAnchor,
    placeAnchor: anchors.place,
    anchors: listAnchors,
    inclusion,
    object,
    consistency,
    verify: verifyProof,
  }
}

const snapshotOf = ({ owner, space, scope, root, size, clock, digest }: Anchor): Snapshot => ({
  owner,
  space,
  scope,
  root,
  size,
  clock,
  digest,
})

const sealOf = ({ number, at, previous, hash, chain }: Anchor): Seal => ({
  number,
  at,
  previous,
  hash,
  ...(chain !== undefined && { chain }),
})

const partsOf = (parts: readonly TreePart[]): ProofParts =>
  parts.map(({ leaves, hash }) => ({ leaves, hash: hash.toString('hex') }))
