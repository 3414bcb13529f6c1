import { createHash } from 'node:crypto'
import { decodeChange, encodeChange } from '@automerge/automerge'

type Decoded = ReturnType<typeof decodeChange>

/** Changes of one Automerge actor that follow each other, under another name. */
interface Branch {
  readonly actor: string
  /** Its first operation, and how many changes came before it. */
  readonly startOp: number
  readonly before: number
}

/** What a change builds on for one actor: its last change, and its branches, the outermost first. */
interface Known {
  readonly last: string
  readonly branches: readonly Branch[]
}

/**
 * Converts edits of replicas that shared a name into a form Automerge can merge: if an
 * actor's change is followed by two, each of them begins a branch with a separate actor, named after its hash. Edits that
 * build on a branch name the new actor. `changes`: in an order that respects causality.
 */
export const untangle = (changes: readonly Uint8Array[]): Uint8Array[] => {
  const decoded = new Map<string, { readonly change: Decoded; readonly bytes: Uint8Array }>()
  for (const bytes of changes) {
    const change = decodeChange(bytes)
    decoded.set(change.hash, { change, bytes })
  }
  const all = [...decoded.values()].map(({ change }) => change)
  const shared = sharedActors(all)
  const followers = followersOf(all, shared)
  const known = new Map<string, ReadonlyMap<string, Known>>()
  /** By their original hash. */
  const renamed = new Map<string, string>()

  const rename = (change: Decoded, bytes: Uint8Array): Uint8Array => {
    const seen = mergedKnown(change.deps.map((dep) => known.get(dep)))
    const { hash, ...rest } = change
    const own = shared.has(change.actor) ? ownBranches(change, seen.get(change.actor)) : null
    if (own !== null) seen.set(change.actor, { last: hash, branches: own })
    known.set(hash, seen)
    const branch = own?.at(-1)
    const deps = change.deps.map((dep) => renamed.get(dep) ?? dep)
    const isAsItWas =
      branch === undefined &&
      deps.every((dep, n) => dep === change.deps[n]) &&
      [...seen.values()].every(({ branches }) => branches.length === 0)
    if (isAsItWas) return bytes
    const written = encodeChange({
      ...rest,
      ...(branch !== undefined && { actor: branch.actor, seq: change.seq - branch.before }),
      deps: deps.sort(),
      ops: change.ops.map((op) => renameIds(op, seen)),
    })
    const after = decodeChange(written).hash
    renamed.set(hash, after)
    known.set(after, seen)
    return written
  }

  const ownBranches = (change: Decoded, before: Known | undefined): readonly Branch[] => {
    const branches = before?.branches ?? []
    const isOneOfTwo = (followers.get(followerKey(change.actor, before?.last))?.size ?? 0) > 1
    if (!isOneOfTwo) return branches
    const actor = createHash('sha256').update(`${change.actor} ${change.hash}`).digest('hex').slice(0, 32)
    return [...branches, { actor, startOp: change.startOp, before: change.seq - 1 }]
  }

  return [...decoded.values()].map(({ change, bytes }) => rename(change, bytes))
}

/** Actors with two changes of one number. */
const sharedActors = (changes: readonly Decoded[]): Set<string> => {
  const numbers = new Set<string>()
  const shared = new Set<string>()
  for (const { actor, seq } of changes) {
    const key = `${actor} ${String(seq)}`
    if (numbers.has(key)) shared.add(actor)
    numbers.add(key)
  }
  return shared
}

const followerKey = (actor: string, last: string | undefined): string => `${actor} ${last ?? ''}`

/** For each change of these actors, the next ones of the same actor that build on it. */
const followersOf = (
  changes: readonly Decoded[],
  shared: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const followers = new Map<string, Set<string>>()
  const lasts = new Map<string, Map<string, string>>()
  for (const change of changes) {
    const last = new Map<string, string>()
    for (const dep of change.deps) for (const [actor, hash] of lasts.get(dep) ?? []) last.set(actor, hash)
    const hash = change.hash
    if (shared.has(change.actor)) {
      const key = followerKey(change.actor, last.get(change.actor))
      followers.set(key, (followers.get(key) ?? new Set()).add(hash))
      last.set(change.actor, hash)
    }
    lasts.set(hash, last)
  }
  return followers
}

const mergedKnown = (all: readonly (ReadonlyMap<string, Known> | undefined)[]): Map<string, Known> => {
  const merged = new Map<string, Known>()
  // A change builds on one branch of an actor, unless it was made after the branches had their names.
  for (const known of all)
    for (const [actor, one] of known ?? []) merged.set(actor, longer(merged.get(actor), one))
  return merged
}

const longer = (a: Known | undefined, b: Known): Known =>
  a === undefined || b.branches.length > a.branches.length ? b : a

/** `elemId` is missing in the library's type. */
type Operation = Decoded['ops'][number] & { readonly elemId?: string }

/** An operation with the actors of branches in what it refers to. */
const renameIds = (op: Operation, known: ReadonlyMap<string, Known>): Operation => {
  const renameId = (id: string): string => {
    const [, counter, actor] = ID.exec(id) ?? []
    if (counter === undefined || actor === undefined) return id
    const branch = known.get(actor)?.branches.findLast(({ startOp }) => Number(counter) >= startOp)
    return branch === undefined ? id : `${counter}@${branch.actor}`
  }
  return {
    ...op,
    obj: renameId(op.obj),
    ...(op.elemId !== undefined && { elemId: renameId(op.elemId) }),
    pred: op.pred.map(renameId),
  }
}

/** Others are the start of a list, and the root. */
const ID = /^(\d+)@([0-9a-f]+)$/
