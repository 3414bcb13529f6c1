import { openContentReader } from '../../src-daemon/threads/messages/read-content.ts'
import { writeMessage } from '../../src-daemon/threads/messages/write-message.ts'
import { EXAMPLES } from '../../src-daemon/threads/testing/examples.ts'

/** Messages of all essential kinds, read one after another. */
export const openMessages = async () => {
  const read = await openContentReader()
  const raws = Object.values(EXAMPLES)
  for (const raw of raws)
    if (read(raw).kind !== 'message') throw new Error(`The benchmark's own message isn't valid: ${raw}`)
  const decision = { request_decision_id: 'colours', options: [{ id: 'red', name: 'Red' }] }
  return {
    count: raws.length,
    read: () => {
      for (const raw of raws) read(raw)
    },
    bare: () => {
      for (const raw of raws) JSON.parse(raw)
    },
    write: () => writeMessage('aitp-02-decisions', 'decision', decision),
    bareWrite: () => JSON.stringify(decision),
  }
}
