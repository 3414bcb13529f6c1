/**
 * Runs in a process whose disk, or whose files, can't grow beyond a limit: changes state until that fails, reports how,
 * frees space, continues, and reports what is there. Prints one line of JSON.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toErrorView, toSatchelError } from '../../../platform/errors.ts'
import { openDatabase } from '../../../storage/index.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../../testing.ts'

const [, , directory = '', ballastMib = '0'] = process.argv
// A write beyond the limit must fail, not end the process.
process.on('SIGXFSZ', () => undefined)

const ballast = join(directory, 'ballast')
const path = join(directory, 'state.db')
const db = openDatabase({ path })
const state = plainState({ db })
const { owner, scope } = noteAccess
state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
const write = (n: number): string =>
  state.create(noteAccess, { schemaUri: NOTE, object: { title: String(n), body: 'text '.repeat(2000) } })
    .object.id

const saved: string[] = [write(0)]
if (ballastMib !== '0') writeFileSync(ballast, Buffer.alloc(Number(ballastMib) * 1024 * 1024))

const failures: unknown[] = []
/** Further attempts must fail cleanly as well. */
const fill = (): void => {
  try {
    for (let n = 1; n < 10_000; n++) saved.push(write(n))
  } catch (thrown) {
    const { details } = toSatchelError(thrown)
    failures.push({ ...toErrorView(thrown, 'en'), details })
  }
}
fill()
fill()
// If a group's commit fails, it is saved for none of its callers.
const group = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => state.together(() => write(n))))
for (const one of group) if (one.status === 'fulfilled') saved.push(one.value)
const refused = group.find((one) => one.status === 'rejected')
if (refused !== undefined) failures.push(toErrorView(refused.reason, 'en'))

const count = (): number => state.scopes().flatMap(({ schemas }) => schemas)[0]?.count ?? -1
const whenFull = {
  count: count(),
  integrity: db.pragma('integrity_check', { simple: true }),
  ok: state.sync.check().ok,
}

const hasRoom = existsSync(ballast)
rmSync(ballast, { force: true })
if (hasRoom) for (let n = 0; n < 5; n++) saved.push(write(n))
const there = saved.every((id) => state.get({ schemaUri: NOTE, id }).object['id'] === id)
process.stdout.write(
  `${JSON.stringify({ failures, saved: saved.length, whenFull, there, after: count(), ok: state.sync.check().ok })}\n`,
)
await state.close()
db.close()
