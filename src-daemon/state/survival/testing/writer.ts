/**
 * The process killed by the kill test: changes state in every possible way, one after the other, and reports each
 * before it is tried and again once it is saved. It waits for a line on its standard input, so that its start takes no
 * time of the test.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { openDatabase } from '../../../storage/index.ts'
import { compileSchema } from '../../../schemas/index.ts'
import { dagCborLibrary } from '../../base/lazy.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../../testing.ts'
import type { JsonRecord } from '../../../contract/state.ts'
import { writerOrderSchema, type WriterLine } from './protocol.ts'
import { createRandom } from './random.ts'

const say = (line: WriterLine): void => {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

// While others have their turn.
compileSchema({})
dagCborLibrary()
flushCompileCache() // it never exits by itself, which is when Node would do this
const [input] = (await once(process.stdin, 'data')) as [Buffer]
const { path, seed, imports, alive, edits } = writerOrderSchema.parse(JSON.parse(input.toString('utf8')))
const random = createRandom(seed)

const pick = <T>(list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}

const db = openDatabase({ path })
const state = plainState({ db })
const { owner, scope } = noteAccess
state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })

const newNote = (): JsonRecord => ({
  id: randomUUID(),
  title: 'a note',
  body: 'some text '.repeat(Math.floor(random() * 100)),
  tags: ['a'],
  stars: 1,
  parts: [{ name: 'first', n: 1 }],
  journal: [{ id: randomUUID() }],
  extra: { any: ['thing', null] },
})

const create = (object: JsonRecord): void => {
  const id = String(object['id'])
  const made = state.create(noteAccess, { schemaUri: NOTE, object })
  said.push({ id, version: made.object.version })
  alive.push(id)
}

const update = (id: string, only: 'text' | 'any' = 'any'): void => {
  const before = state.get({ schemaUri: NOTE, id }).object
  const body = String(before['body'])
  const at = Math.floor(random() * body.length)
  const textAndList: (() => unknown)[] = [
    () => ({ $set: { body: `${body.slice(0, at)}${randomUUID().slice(0, 8)}${body.slice(at + 3)}` } }),
    () => [{ op: 'add', path: '/parts/0', value: { name: randomUUID(), n: 2 } }],
  ]
  const plain: (() => unknown)[] = [
    () => ({ $set: { title: randomUUID() } }),
    () => ({ $inc: { stars: Math.floor(random() * 9) } }),
    () => ({ $addToSet: { tags: randomUUID().slice(0, 6) } }),
    () => ({ $set: { done: random() < 0.5, rating: random() } }),
    () => ({ $push: { journal: { id: randomUUID() } } }),
    () => ({ $set: { place: { city: randomUUID() }, extra: [randomUUID()] } }),
  ]
  const patch = pick(only === 'text' ? textAndList : [...plain, ...(edits ? textAndList : [])])()
  const made = state.update(noteAccess, { schemaUri: NOTE, id, patch })
  said.push({ id, version: made.object.version })
}

const remove = (id: string, mode: 'soft' | 'hard'): void => {
  state.delete(noteAccess, { schemaUri: NOTE, id, mode })
  alive.splice(alive.indexOf(id), 1)
  said.push({ id, version: null })
}

/** The result of the current step, reported when it is saved. */
let said: { id: string; version: string | null }[] = []

const step = async (): Promise<void> => {
  said = []
  const chance = random()
  if (chance < 0.25 || alive.length < 3) {
    const note = newNote()
    say({ trying: [String(note['id'])] })
    create(note)
  } else if (chance < 0.7) {
    const id = pick(alive)
    say({ trying: [id] })
    update(id)
  } else if (chance < 0.8) {
    const id = pick(alive)
    say({ trying: [id] })
    remove(id, random() < 0.5 ? 'soft' : 'hard')
  } else if (chance < 0.88) {
    const notes = Array.from({ length: 4 }, newNote)
    say({ trying: notes.map(({ id }) => String(id)) })
    await Promise.all(
      notes.map((note) =>
        state.together(() => {
          create(note)
        }),
      ),
    )
  } else if (chance < 0.96 && imports.length > 0) {
    const file = imports.shift() ?? ''
    say({ trying: [] })
    state.sync.import(readFileSync(file))
    say({ imported: file })
  } else {
    say({ trying: [] })
    state.lifecycle.purge()
  }
  say({ saved: said })
}

const [first] = alive
if (edits && first !== undefined) {
  // Automerge is loaded before the time until the kill starts.
  say({ trying: [first] })
  update(first, 'text')
  say({ saved: said })
}
for (let steps = 0; ; steps++) {
  await step()
  if (steps === 0) say({ ready: true })
  // Lets other waiting work run, such as the end of a group commit.
  await new Promise((resolve) => setImmediate(resolve))
}
