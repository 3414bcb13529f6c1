import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { rotationSchema, type IdentityService, type Rotation } from '../core/types.ts'
import { readRotations } from './rotation.ts'

const COLUMNS = 'from_did AS "from", to_did AS "to", at, signature, acceptance'

/** The rotation statements known on this device. */
export interface KeyRotations {
  readonly service: IdentityService['rotations']
  /**
   * Adds a statement of this device; another device's statement about the same key is dropped. The caller
   * holds the transaction.
   */
  add(rotation: Rotation): void
}

export const createKeyRotations = (db: Database, ownerDid: () => string): KeyRotations => {
  const leaving = db.prepare(`SELECT ${COLUMNS} FROM key_rotations WHERE from_did = ?`)
  const coming = db.prepare(`SELECT ${COLUMNS} FROM key_rotations WHERE to_did = ?`)
  const remove = db.prepare('DELETE FROM key_rotations WHERE from_did = ? OR to_did = ?')
  const insert = db.prepare(
    `INSERT INTO key_rotations (from_did, to_did, at, signature, acceptance)
     VALUES (@from, @to, @at, @signature, @acceptance)`,
  )
  const read = (row: unknown): Rotation | null => rotationSchema.optional().parse(row) ?? null

  // Each key has at most one predecessor and one successor, so this is a line; keeping track of visited keys
  // ends a cycle that was written into the database.
  const chain = (): readonly Rotation[] => {
    const line: Rotation[] = []
    const seen = new Set<string>()
    for (let one = read(coming.get(ownerDid())); one !== null && !seen.has(one.from);) {
      seen.add(one.from)
      line.unshift(one)
      one = read(coming.get(one.from))
    }
    for (let one = read(leaving.get(ownerDid())); one !== null && !seen.has(one.from);) {
      seen.add(one.from)
      line.push(one)
      one = read(leaving.get(one.to))
    }
    return line
  }

  const dids = (): ReadonlySet<string> =>
    new Set([ownerDid(), ...chain().flatMap(({ from, to }) => [from, to])])

  const add: KeyRotations['add'] = (rotation) => {
    remove.run(rotation.from, rotation.to)
    insert.run(rotation)
  }

  const learn: IdentityService['rotations']['learn'] = (given) => {
    const known = chain()
    // Each part of a file repeats the statements.
    if (given.length === 0 || canonicalize(given) === canonicalize(known)) return
    const news = readRotations(given)
    const own = dids()
    if (!news.some(({ from, to }) => own.has(from) || own.has(to)))
      throw new SatchelError('change_set_other_owner', { params: { owner: news.at(-1)?.to ?? '' } })
    db.transaction(() => {
      for (const rotation of news) {
        const { from, to } = rotation
        const before = known.find((one) => one.to === to)?.from ?? from
        const after = known.find((one) => one.from === from)?.to ?? to
        if (after !== to) throw forked(from, after, to)
        if (before !== from) throw forked(to, before, from)
        if (!known.some((one) => one.from === from)) add(rotation)
      }
    })()
  }

  return { service: { chain, dids, learn }, add }
}

const forked = (did: string, known: string, other: string): SatchelError =>
  new SatchelError('rotation_forked', { params: { did, known, other } })
