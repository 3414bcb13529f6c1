import { z } from 'zod'
import { formerNameSchema, type FormerName } from '../../contract/state-sync.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../storage/index.ts'

/**
 * This replica's name in logs. No two replicas may write under one name, so a copy never keeps it: a replica that
 * detects that it was copied takes another one. What it wrote before then belongs to another replica.
 */
export interface Replica {
  readonly name: string
  /** Names under which this data was written before, by this replica or the one it was copied from; oldest first. */
  readonly former: readonly FormerName[]
  /** Takes another name, which has seen nothing yet. The caller holds the transaction, and drops its caches of it. */
  rename(reason: FormerName['reason'], from: string | null): void
  /** Whether it has to be renamed before the next write, because the disk was full until now. */
  readonly mustRename: boolean
  renameLater(reason: FormerName['reason'], from: string | null): void
  renameNow(): void
  /** Drops what is cached, after a failed transaction. */
  forget(): void
}

const NAME = 'actor'
const FORMER = 'former_actors'

const formerSchema = z.array(formerNameSchema)

/** Reads its name; gives it one on the first run. `now`: milliseconds since 1970. */
export const openReplica = (db: Database, now: () => number): Replica => {
  const select = db.prepare('SELECT value FROM state_meta WHERE key = ?').pluck()
  const read = (key: string): string | null => {
    const value = select.get(key)
    return value instanceof Uint8Array ? Buffer.from(value).toString() : null
  }
  const write = (key: string, value: string): void => {
    db.prepare(
      'INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    ).run(key, Buffer.from(value))
  }
  if (read(NAME) === null) write(NAME, newId())

  let name: string | null = null
  let owed: Omit<FormerName, 'until'> | null = null
  const nameNow = (): string => {
    name ??= read(NAME)
    if (name === null) throw new SatchelError('internal')
    return name
  }
  const formerNow = (): readonly FormerName[] => formerSchema.parse(JSON.parse(read(FORMER) ?? '[]'))

  const rename: Replica['rename'] = (reason, from) => {
    const until = new Date(now()).toISOString()
    write(FORMER, JSON.stringify([...formerNow(), { name: nameNow(), reason, until, from }]))
    name = newId()
    write(NAME, name)
    db.prepare('UPDATE log_writers SET told = 0').run()
  }

  return {
    get name() {
      return nameNow()
    },
    get former() {
      return formerNow()
    },
    rename,
    get mustRename() {
      return owed !== null && owed.name === nameNow()
    },
    renameLater: (reason, from) => {
      owed = { name: nameNow(), reason, from }
    },
    renameNow: () => {
      if (owed !== null) rename(owed.reason, owed.from)
    },
    forget: () => {
      name = null
    },
  }
}
