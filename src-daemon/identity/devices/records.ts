import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import { type DeviceCard, type DeviceRemoval, deviceRemovalSchema } from '../../contract/devices.ts'

const COLUMNS = `replica, device, owner, document, first_at AS firstAt, expires_at AS expiresAt, name, named_at AS namedAt,
  name_signature AS nameSignature`
const rowSchema = z.object({
  replica: z.string(),
  device: z.string(),
  owner: z.string(),
  /** Canonical JSON. It was verified before it was written. */
  document: z.string(),
  /** When the first one was issued, as far as is known here. */
  firstAt: z.string(),
  expiresAt: z.string(),
  /** The device's own statement; null for a key that only signs for a former replica. */
  name: z.string().nullable(),
  namedAt: z.string().nullable(),
  nameSignature: z.string().nullable(),
})
/** The current authorization of a device's key for a replica. */
export type DeviceRow = z.infer<typeof rowSchema>

/** The records of devices in this database. Nothing is cached, because a transaction may be rolled back. */
export interface DeviceRecords {
  find(replica: string, device: string): DeviceRow | null
  all(): readonly DeviceRow[]
  /** Replaces the authorization of a key for a replica; its name stays. */
  authorize(row: Pick<DeviceRow, 'replica' | 'device' | 'owner' | 'document' | 'firstAt' | 'expiresAt'>): void
  setNamed(key: Pick<DeviceRow, 'replica' | 'device'>, named: NonNullable<DeviceCard['named']>): void
  /** Names given here, by replica. */
  labels(): ReadonlyMap<string, string>
  setLabel(replica: string, name: string): void
  /** Of one replica, or all. */
  removals(replica?: string): readonly DeviceRemoval[]
  addRemoval(removal: DeviceRemoval): void
}

export const createDeviceRecords = (db: Database): DeviceRecords => {
  const select = db.prepare(`SELECT ${COLUMNS} FROM devices ORDER BY first_at, replica, device`)
  const one = db.prepare(`SELECT ${COLUMNS} FROM devices WHERE replica = ? AND device = ?`)
  const put = db.prepare(
    `INSERT INTO devices (replica, device, owner, document, first_at, expires_at)
     VALUES (@replica, @device, @owner, @document, @firstAt, @expiresAt)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, document = excluded.document,
       expires_at = excluded.expires_at, first_at = min(first_at, excluded.first_at)`,
  )
  const putName = db.prepare(
    `UPDATE devices SET name = @name, named_at = @at, name_signature = @signature
     WHERE replica = @replica AND device = @device`,
  )
  const labelled = db.prepare('SELECT replica, name FROM device_labels')
  const putLabel = db.prepare(
    'INSERT INTO device_labels (replica, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name',
  )
  const removed = db.prepare('SELECT statement FROM device_removals ORDER BY replica, signature').pluck()
  const removedOf = db
    .prepare('SELECT statement FROM device_removals WHERE replica = ? ORDER BY signature')
    .pluck()
  const putRemoval = db.prepare(
    'INSERT INTO device_removals (signature, replica, statement) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )

  return {
    find: (replica, device) => {
      const row = one.get(replica, device)
      return row === undefined ? null : rowSchema.parse(row)
    },
    all: () => z.array(rowSchema).parse(select.all()),
    authorize: (row) => {
      put.run(row)
    },
    setNamed: ({ replica, device }, named) => {
      putName.run({ replica, device, ...named })
    },
    labels: () =>
      new Map(
        z
          .array(z.object({ replica: z.string(), name: z.string() }))
          .parse(labelled.all())
          .map(({ replica, name }) => [replica, name]),
      ),
    setLabel: (replica, name) => {
      putLabel.run(replica, name)
    },
    removals: (replica) =>
      z
        .array(z.string())
        .parse(replica === undefined ? removed.all() : removedOf.all(replica))
        .map((text) => deviceRemovalSchema.parse(JSON.parse(text))),
    addRemoval: (removal) => {
      putRemoval.run(removal.signature, removal.replica, JSON.stringify(removal))
    },
  }
}
