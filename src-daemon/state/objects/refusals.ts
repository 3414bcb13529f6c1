/** What changes of other replicas are refused for. */
import type { IdentityService } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Statements } from '../base/statements.ts'
import { isClock } from '../base/time.ts'
import { headerBytes } from '../log/codec.ts'
import { isReplicaName, readSeenName } from '../base/names.ts'
import type { IncomingChange, Op } from '../log/types.ts'
import { planOf } from '../merge/plan.ts'
import type { FieldOp, FieldPolicy } from '../policies/index.ts'
import type { Schema } from '../schema/schema.ts'

const ONLY_FOR: Readonly<Partial<Record<FieldOp['op'], readonly FieldPolicy[]>>> = {
  add: ['counter'],
  insert: ['grow_only_set'],
  append: ['log_rga'],
  edit: ['rga_text', 'ordered_list'],
}
const SCOPE = /^sc:[a-z0-9_-]{1,64}$/

/** Refuses a change that doesn't match its hash, or isn't in the form of changes. `hashesChecked`: the reader has verified the hashes. */
export const refuseMalformed = (change: IncomingChange, hashesChecked: boolean): void => {
  if (!Number.isSafeInteger(change.seq) || change.seq < 1) throw invalidChange(change, 'its number is none')
  if (!isClock(change.clock)) throw invalidChange(change, 'its clock is none')
  if (!SCOPE.test(change.scope)) throw invalidChange(change, 'its scope is none')
  if (!isReplicaName(change.actor)) throw invalidChange(change, 'its writer has no name of a replica')
  if ((change.seq === 1) !== (change.previous === null))
    throw invalidChange(change, 'it does not follow the change before it')
  for (const name in change.seen)
    if (readSeenName(name).actor === change.actor) throw invalidChange(change, 'it says it has seen itself')
  if (hashesChecked) return
  if (!sha256(headerBytes(change)).equals(change.hash)) throw invalidChange(change, 'its hash is wrong')
  if (change.ops !== null && !sha256(change.ops).equals(change.opsHash))
    throw invalidChange(change, 'the hash of its ops is wrong')
}

/** A change under one of the owner's DIDs vouches by its hash for those before it, made before another key was restored there. */
export const refuseOthers = (
  {
    statement,
    rotations,
  }: { readonly statement: Statements; readonly rotations: IdentityService['rotations'] },
  changes: readonly IncomingChange[],
  former: readonly string[],
): void => {
  const own = rotations.dids()
  if (changes.every(({ owner }) => own.has(owner))) return
  const vouched = new Set<string>()
  for (const change of changes.toSorted((a, b) => b.seq - a.seq))
    if (change.previous !== null && (own.has(change.owner) || vouched.has(textOf(change.hash))))
      vouched.add(textOf(change.previous))
  for (const change of changes) {
    if (own.has(change.owner) || vouched.has(textOf(change.hash))) continue
    if (former.includes(change.owner)) continue
    const isKnown = statement('SELECT 1 FROM log_sources WHERE owner = ?').get(change.owner) !== undefined
    if (!isKnown) throw new SatchelError('change_set_other_owner', { params: { owner: change.owner } })
  }
}

const textOf = (hash: Uint8Array): string => Buffer.from(hash).toString('latin1')

/** Our replicas never write an op that a field's rule doesn't know, or delete for good as part of another change. */
export const refuseUnfit = (schema: Schema, ops: readonly Op[] | null, change: IncomingChange): void => {
  for (const op of ops ?? []) {
    if (op.op === 'set' || op.op === 'remove') continue
    if (op.op === 'delete' && op.mode === 'hard' && (change.kind !== 'delete' || ops?.length !== 1))
      throw invalidChange(change, 'it deletes for good and does more')
    const policies = 'path' in op ? ONLY_FOR[op.op] : undefined
    if (!('path' in op) || policies === undefined) continue
    const node = planOf(schema.shape).at(op.path)
    if (node?.kind === 'field' && !policies.includes(node.policy))
      throw invalidChange(change, `${op.op} is not for ${op.path.join('.')}`)
  }
}

/** What such a change is refused with. */
export const invalidChange = ({ actor, seq }: IncomingChange, problem: string): SatchelError =>
  new SatchelError('change_set_invalid', {
    params: { problem: `change ${String(seq)} of ${actor}: ${problem}` },
    details: { actor, seq },
  })
