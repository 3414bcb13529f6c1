/** Refuses changes of a change set that no device of the owner has signed. */
import type { Devices, IsOwner, SignedHead } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { clockParts } from '../base/time.ts'
import type { IncomingChange, OpLog } from '../log/types.ts'
import { changeSetInvalid } from './limits.ts'

/**
 * Checks that each change is a signed head, or comes before one in its chain of hashes, within these changes, and that
 * who signed may. Returns the heads that count.
 *
 * The order is that of the file, in which a writer's changes follow each other. Each names the one before by its hash,
 * so going backwards from the signed ones finds everything they cover, even if two replicas share an id.
 *
 * @throws SatchelError `change_set_unsigned`, `device_removed`, and those of `Devices.check`
 */
export const refuseUnsigned = (
  { log, devices }: { readonly log: OpLog; readonly devices: Devices },
  changes: readonly IncomingChange[],
  given: readonly SignedHead[],
  isOwner: IsOwner,
): readonly SignedHead[] => {
  const byHash = new Map(given.map((head) => [nameOf(head.hash), head]))
  /** The predecessors that the changes so far name: one per chain, and there are few chains. */
  const vouched: Uint8Array[] = []
  const counting: SignedHead[] = []
  for (const change of changes.toReversed()) {
    const chain = vouched.findIndex((hash) => isSame(hash, change.hash))
    const head = chain >= 0 ? undefined : byHash.get(nameOf(change.hash))
    if (head !== undefined) {
      refuseOther(head, change)
      devices.check(head, clockParts(change.clock).ms, isOwner)
      counting.push(head)
    } else if (chain < 0) throw unsigned(devices, change)
    if (change.previous === null) vouched.splice(chain, chain < 0 ? 0 : 1)
    else if (chain < 0) vouched.push(change.previous)
    else vouched[chain] = change.previous
  }
  if (devices.removals().length > 0) {
    const limits = createLimits(devices)
    for (const change of changes) refuseRemoved({ log, devices }, change, limits(change))
  }
  return counting
}

/** Whether a head matches its change. */
const refuseOther = (head: SignedHead, { space, scope, actor, seq }: IncomingChange): void => {
  const fits = head.space === space && head.scope === scope && head.actor === actor && head.seq === seq
  if (!fits) throw changeSetInvalid(`head ${String(head.seq)} of ${head.actor}`, 'it is of another change')
}

const unsigned = (devices: Devices, { actor, seq }: IncomingChange): SatchelError =>
  new SatchelError('change_set_unsigned', {
    params: { device: devices.nameOf(actor), seq },
    details: { replica: actor, seq },
  })

type Limit = ReturnType<Devices['limit']>

/** Asked once per writer. */
const createLimits = (devices: Devices): ((change: IncomingChange) => Limit) => {
  const known = new Map<string, Limit>()
  return ({ actor, space, scope }) => {
    const name = `${space}\n${scope}\n${actor}`
    const limit = known.get(name)
    if (limit !== undefined) return limit
    const found = devices.limit(actor, { space, scope })
    known.set(name, found)
    return found
  }
}

/**
 * Changes of a removed device that its removal covers are still accepted, because not every device has them yet; but nothing later, and
 * nothing that contradicts what is here.
 */
const refuseRemoved = (
  { log, devices }: { readonly log: OpLog; readonly devices: Devices },
  change: IncomingChange,
  limit: Limit,
): void => {
  if (limit === null) return
  const { space, scope, actor, seq, hash } = change
  const covered = limit.hashes.get(seq)
  const isOther = covered !== undefined && !covered.has(Buffer.from(hash).toString('hex'))
  const id = log.find({ owner: space, scope })
  const last = id === null ? 0 : log.last(id, actor)
  // Early changes are checked again when it is their turn.
  const follows =
    id === null || last === 0 || seq > last + 1
      ? true
      : seq <= last
        ? log.has(id, change)
        : log.follows(id, change)
  if (seq > limit.seq || isOther || !follows)
    throw new SatchelError('device_removed', {
      params: { device: devices.nameOf(actor) },
      details: { replica: actor, seq },
    })
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const nameOf = (hash: Uint8Array): string =>
  Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1')
