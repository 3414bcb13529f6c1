// A process of its own for `openIn`: opens our store named on the command line and answers one query.
import { FOLDERS, noteSchema } from './notes.ts'
import { access, openAt } from './ours.ts'
import { report } from './opening-report.ts'

const started = performance.now()
const { state } = openAt(process.argv[2] ?? '')
const { items } = await state.query(access, {
  from: noteSchema.$id,
  where: { folder: `folder-${String(FOLDERS - 1)}` },
  order: [{ field: 'updatedAt', direction: 'desc' }],
  limit: 20,
})
report(started, items.length)
