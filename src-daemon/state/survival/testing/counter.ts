/** Counts up in one object after another, fast enough that the worker which checkpoints is at work, and says each count once it is saved. */
import { writeSync } from 'node:fs'
import { openDatabase } from '../../../storage/index.ts'
import { createState } from '../../index.ts'
import { NOTE, noteAccess, noteSchema } from '../../testing.ts'
import { TEST_OWNER } from './protocol.ts'

const OBJECTS = 20

const [, , path = '', begins] = process.argv
const db = openDatabase({ path })
const state = createState({ db, ownerDid: () => TEST_OWNER })
const { owner, scope } = noteAccess
state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
const ids = Array.from(
  { length: OBJECTS },
  (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
)
if (begins === 'begin')
  for (const id of ids)
    state.create(noteAccess, { schemaUri: NOTE, object: { id, title: 'counts', stars: 0 } })

for (;;) {
  for (const id of ids) {
    const { object } = state.update(noteAccess, { schemaUri: NOTE, id, patch: { $inc: { stars: 1 } } })
    writeSync(1, `${id} ${String(object.object['stars'])}\n`)
  }
  await new Promise((resolve) => setImmediate(resolve))
}
