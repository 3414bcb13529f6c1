import { notingDown, type Database } from '../../storage/index.ts'
import { activityRecordSchema, type ActivityRecord } from '../../contract/capabilities.ts'
import type { ActivityLog } from './log.ts'
import { bounded } from './record-row.ts'

/** Calls that have begun to run, so that one the daemon did not live to see the end of has its line in the activity log all the same. */
export interface CallsUnderWay {
  /** Notes a call down before it runs; `record` is its line should nothing more be heard of it. */
  begin(record: ActivityRecord): void
  /** Appends `record` and forgets the call `begun`, together; null where none was noted down. */
  end(begun: string | null, record: ActivityRecord): void
  /** Appends the lines of those that a daemon before this one had begun. */
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
