import type { Database } from '../../storage/index.ts'
import { packagePinSchema, type PackagePin } from '../../contract/server-pins.ts'

/** A pin, and when it was made. */
export interface KeptPin {
  readonly pin: PackagePin
  readonly at: string
}

export interface KeptPins {
  readonly accepted: KeptPin
  /** What was found instead, and waits for the owner; null if nothing. */
  readonly found: KeptPin | null
}

/** The stored pins of servers. */
export interface PinStore {
  get(uri: string): KeptPins | null
  /** The hash of the accepted pin, cached: it is read for each tool. */
  acceptedHash(uri: string): string | null
  /** Accepts a pin; nothing is pending any more. */
  accept(uri: string, pin: PackagePin, at: string): void
  /** Stores what was found; null means that it equals what was accepted. True if that is news. */
  note(uri: string, found: PackagePin | null, at: string): boolean
  remove(uri: string): void
  /** The hashes of everything that is accepted or pending. */
  hashes(): ReadonlySet<string>
}

interface Row {
  accepted_json: string
  accepted_at: string
  found_json: string | null
  found_at: string | null
}

export const createPinStore = (db: Database): PinStore => {
  const one = db.prepare<[string], Row>('SELECT * FROM server_pins WHERE uri = ?')
  const all = db.prepare<[], Row>('SELECT * FROM server_pins')

  const get: PinStore['get'] = (uri) => {
    const row = one.get(uri)
    return row === undefined ? null : keptOf(row)
  }
  const accepted = new Map<string, string | null>()
  return {
    get,
    acceptedHash: (uri) => {
      if (!accepted.has(uri)) accepted.set(uri, get(uri)?.accepted.pin.sha256 ?? null)
      return accepted.get(uri) ?? null
    },
    accept: (uri, pin, at) => {
      accepted.delete(uri)
      db.prepare(
        `INSERT INTO server_pins (uri, accepted_json, accepted_at) VALUES (?, ?, ?)
         ON CONFLICT (uri) DO UPDATE SET accepted_json = excluded.accepted_json, accepted_at = excluded.accepted_at,
           found_json = NULL, found_at = NULL`,
      ).run(uri, JSON.stringify(pin), at)
    },
    note: (uri, found, at) => {
      const known = get(uri)
      if (known === null || (known.found?.pin.sha256 ?? null) === (found?.sha256 ?? null)) return false
      const json = found === null ? null : JSON.stringify(found)
      const when = found === null ? null : at
      db.prepare('UPDATE server_pins SET found_json = ?, found_at = ? WHERE uri = ?').run(json, when, uri)
      return true
    },
    remove: (uri) => {
      accepted.delete(uri)
      db.prepare('DELETE FROM server_pins WHERE uri = ?').run(uri)
    },
    hashes: () =>
      new Set(
        all
          .all()
          .map(keptOf)
          .flatMap(({ accepted, found }) => [
            accepted.pin.sha256,
            ...(found === null ? [] : [found.pin.sha256]),
          ]),
      ),
  }
}

const keptOf = ({
  accepted_json: accepted,
  accepted_at: at,
  found_json: found,
  found_at: when,
}: Row): KeptPins => ({
  accepted: { pin: pinIn(accepted), at },
  found: found === null || when === null ? null : { pin: pinIn(found), at: when },
})

const pinIn = (json: string): PackagePin => packagePinSchema.parse(JSON.parse(json))
