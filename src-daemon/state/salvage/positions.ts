/** Puts changes back into the order of the log where their position is damaged: no hash covers it. */
import type { Database, DamagedStore } from '../../storage/index.ts'

interface Placed {
  readonly position: number
  readonly hash: Buffer
}

const PREFIX_BYTES = 4

/**
 * Gives each change that is out of its writer's order the position it had: as the look-up by hash says, or the only one
 * that is free between its neighbours. Removes it if neither is known; returns how many were removed. The caller holds
 * the transaction.
 */
export const restorePositions = (db: Database, damaged: DamagedStore): number => {
  const writers = db.prepare('SELECT DISTINCT writer FROM changes').pluck().all() as number[]
  const ofWriter = db.prepare('SELECT position, hash FROM changes WHERE writer = ? ORDER BY seq, position')
  const has = db.prepare('SELECT 1 FROM changes WHERE position = ?')
  const move = db.prepare('UPDATE changes SET position = ? WHERE position = ?')
  const remove = db.prepare('DELETE FROM changes WHERE position = ?')
  const isFree = (position: number): boolean => has.get(position) === undefined

  let byHash: ReadonlyMap<string, readonly number[]> | null = null
  const lookedUp = (hash: Buffer): readonly number[] => {
    byHash ??= lookUp(damaged)
    return (byHash.get(prefixOf(hash)) ?? []).filter(isFree)
  }

  let removed = 0
  for (const writer of writers)
    for (const { position, hash, after, before } of outOfOrder(ofWriter.all(writer) as Placed[])) {
      const known = lookedUp(hash).filter((one) => one > after && one < before)
      const places = known.length > 0 ? known : freeBetween(after, before, isFree)
      const [place, ...others] = places
      if (place !== undefined && others.length === 0) move.run(place, position)
      else {
        remove.run(position)
        removed += 1
      }
    }
  return removed
}

/** The changes out of order, with the positions of those before and after them. */
const outOfOrder = (changes: readonly Placed[]): readonly (Placed & { after: number; before: number })[] => {
  const found: (Placed & { after: number; before: number })[] = []
  let after = 0
  for (const [n, change] of changes.entries()) {
    const before = changes[n + 1]?.position ?? Infinity
    const isInOrder = change.position > after && (change.position < before || before <= after)
    if (isInOrder) after = change.position
    else found.push({ ...change, after, before: before > after ? before : Infinity })
  }
  return found
}

/** At most two: with more than one, none is known to be right. */
const freeBetween = (
  after: number,
  before: number,
  isFree: (position: number) => boolean,
): readonly number[] => {
  const free: number[] = []
  for (let position = after + 1; position < before && free.length < 2; position++)
    if (isFree(position)) free.push(position)
  return free
}

/** Positions by the beginning of the hash, as the look-up has them. */
const lookUp = (damaged: DamagedStore): ReadonlyMap<string, readonly number[]> => {
  const positions = new Map<string, number[]>()
  for (const { prefix, position } of damaged.rows('change_hashes'))
    if (Buffer.isBuffer(prefix) && typeof position === 'number') {
      const key = prefixOf(prefix)
      positions.set(key, [...(positions.get(key) ?? []), position])
    }
  return positions
}

const prefixOf = (hash: Buffer): string => hash.toString('latin1', 0, PREFIX_BYTES)
