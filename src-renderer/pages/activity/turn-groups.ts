import type { ActivityRecord } from '../../../src-daemon/contract/capabilities.ts'

/** Consecutive lines of one turn; those outside any turn form groups too. */
export interface TurnGroup {
  readonly key: string
  readonly conversationId: string | null
  readonly turnId: string | null
  readonly records: readonly ActivityRecord[]
}

/** The lines in their order, with consecutive ones of a turn grouped. */
export const groupedByTurn = (records: readonly ActivityRecord[]): readonly TurnGroup[] => {
  const groups: {
    key: string
    conversationId: string | null
    turnId: string | null
    records: ActivityRecord[]
  }[] = []
  for (const record of records) {
    const last = groups.at(-1)
    if (last !== undefined && last.turnId === record.turnId) last.records.push(record)
    else
      groups.push({
        key: record.id,
        conversationId: record.conversationId,
        turnId: record.turnId,
        records: [record],
      })
  }
  return groups
}
