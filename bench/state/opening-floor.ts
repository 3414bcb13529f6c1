// The same by hand: it loads none of our code, so that its memory is comparable.
import { openFloorAt } from './floor.ts'
import { FOLDERS } from './notes.ts'
import { report } from './opening-report.ts'

const started = performance.now()
const { items } = openFloorAt(process.argv[2] ?? '').page(`folder-${String(FOLDERS - 1)}`, null)
report(started, items.length)
