import { notingDown, type Database } from '../../storage/index.ts'
import { activityRecordSchema, type ActivityRecord } from '../../contract/capabilities.ts'
import type { ActivityLog } from './log.ts'
import { bounded } from './record-row.ts'

/** Calls that have started, so that a call interrupted by the end of the daemon still gets its line in the activity log. */
export interface CallsUnderWay {
  /** Notes a call before it runs; `record` becomes its line if it never finishes. */
  begin(record: ActivityRecord): void
  /** Appends `record` and deletes the note `begun`, in one transaction; null if none was noted. */
  end(begun: string | null, record: ActivityRecord): void
  /** Appends the lines of calls that an earlier daemon had started. */
  settle(): void
}

export const createCallsUnderWay = (db: Database, log: Pick<ActivityLog, 'append'>): CallsUnderWay => {
  const insert = db.prepare('INSERT INTO calls_under_way (id, record_json) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM calls_under_way WHERE id = ?')
  const all = db.prepare('SELECT record_json FROM calls_under_way ORDER BY id').pluck()

  const end = notingDown(db, ({ begun, record }: { begun: string | null; record: ActivityRecord }) => {
    if (begun !== null) remove.run(begun)
    log.append(record)
  })

  return {
    begin: notingDown(db, (record: ActivityRecord) => {
      insert.run(record.id, JSON.stringify({ ...record, arguments: bounded(record.arguments) }))
    }),
    end: (begun, record) => {
      end({ begun, record })
    },
    settle: () => {
      db.transaction(() => {
        for (const json of all.all()) {
          const record = activityRecordSchema.parse(JSON.parse(String(json)))
          end({ begun: record.id, record })
        }
      })()
    },
  }
}
