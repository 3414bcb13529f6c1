import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleProcess } from '../../../../scripts/bundle-process.ts'
import { openDatabase } from '../../../storage/index.ts'
import { createSequences } from '../../sequences/client.ts'
import type { Sequences } from '../../sequences/types.ts'
import { createStateWith } from '../../state.ts'
import { decodeChangeSet } from '../../sync/change-set.ts'
import { failureOf, NOTE, noteAccess, noteSchema, plainState, plainEngine } from '../../testing.ts'
import type { StateService } from '../../types.ts'
import type { WriterLine, WriterOrder } from './protocol.ts'
import { createRandom } from './random.ts'

/** A database is used for this many rounds, since checking takes longer the more it contains. */
const ROUNDS_PER_DATABASE = 40
/** Writers that have started and wait for their turn. */
const WAITING = 2
/** The longest a writer lives after it has reported something as saved. */
const MAX_MS = 40
/** A view that doesn't match its log stays so, and is found some rounds later. */
const ROUNDS_PER_REPLAY = 4
const CHANGE_SETS = 24
/** Those with an edit of a text, which takes Automerge to merge. */
const TEXT_CHANGE_SETS = 6

export interface KillReport {
  readonly rounds: number
  /** Writes reported as saved that were there afterwards. */
  readonly saved: number
  readonly imported: number
}

/** What is known to be saved in one database. */
interface Known {
  readonly path: string
  /** Version of each object, null if it was deleted. */
  readonly versions: Map<string, string | null>
  readonly imported: Set<string>
  readonly changeSets: readonly ChangeSetFile[]
}

interface ChangeSetFile {
  readonly path: string
  readonly ids: readonly string[]
  readonly texts: boolean
}

interface Progress {
  readonly trying: readonly string[]
  readonly saved: number
  readonly imported: number
}

/**
 * Kills (SIGKILL) a process that changes state, at a random moment, again and again, and checks each time that
 * everything it reported as saved is there, that nothing is there in part, that the file is intact, that the views
 * match the logs, and that every hash can be recomputed. Throws at the first failure. `seed` determines what is written
 * and when it is killed; how far a process gets until then depends on the machine.
 */
export const runKillRounds = async (
  rounds: number,
  seed: number,
  onRound: (report: KillReport) => void = () => undefined,
): Promise<KillReport> => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-kill-'))
  const waiting: ChildProcess[] = []
  const report = { rounds: 0, saved: 0, imported: 0 }
  const random = createRandom(seed)
  // Shared by all rounds, because it loads Automerge.
  const sequences = createSequences()
  try {
    const writerPath = await bundleProcess(join(import.meta.dirname, 'writer.ts'), directory)
    let known: Known | null = null
    for (; report.rounds < rounds; report.rounds++) {
      if (known === null || report.rounds % ROUNDS_PER_DATABASE === 0)
        known = await newDatabase(join(directory, String(report.rounds)))
      while (waiting.length <= WAITING) waiting.push(startWriter(writerPath, directory))
      const writer = waiting.shift()
      if (writer === undefined) throw new Error('no writer')
      const isLast = report.rounds === rounds - 1
      // However slow the machine is, enough must be saved in the end, and something imported.
      const isEnough = (round: { saved: number; imported: number }): boolean =>
        !isLast || (report.saved + round.saved > rounds && report.imported + round.imported > 0)
      const { trying, saved, imported } = await killedAtSomeMoment(writer, known, random, isEnough)
      report.saved += saved
      report.imported += imported
      const replays = isLast || report.rounds % ROUNDS_PER_REPLAY === ROUNDS_PER_REPLAY - 1
      check(known, trying, replays, sequences)
      onRound({ ...report, rounds: report.rounds + 1 })
    }
    return report
  } finally {
    sequences.close()
    await Promise.all(waiting.map(ended))
    rmSync(directory, { recursive: true, force: true })
  }
}

const ended = async (writer: ChildProcess): Promise<void> => {
  if (writer.exitCode !== null || writer.signalCode !== null) return
  const end = once(writer, 'exit')
  writer.kill('SIGKILL')
  await end
}

const newDatabase = async (directory: string): Promise<Known> => {
  mkdirSync(directory)
  return {
    path: join(directory, 'state.db'),
    versions: new Map(),
    imported: new Set(),
    changeSets: [
      ...(await writeChangeSets(directory, CHANGE_SETS, false)),
      ...(await writeChangeSets(directory, TEXT_CHANGE_SETS, true)),
    ],
  }
}

/** Changes of another replica of the same owner, in files of a few changes each; each continues the previous one. */
const writeChangeSets = async (
  directory: string,
  count: number,
  texts: boolean,
): Promise<ChangeSetFile[]> => {
  const name = texts ? 'texts' : 'plain'
  const path = join(directory, `${name}.db`)
  const db = openDatabase({ path })
  db.pragma('synchronous = OFF')
  const state = plainState({ db })
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  const files: ChangeSetFile[] = []
  let since: unknown = null
  for (let n = 0; n < count; n++) {
    const ids = Array.from({ length: 3 }, () => {
      const { id } = state.create(noteAccess, {
        schemaUri: NOTE,
        object: { title: 'far', body: 'a text' },
      }).object
      const patch = { $set: texts ? { body: 'a text and more' } : { title: 'farther' }, $inc: { stars: 1 } }
      state.update(noteAccess, { schemaUri: NOTE, id, patch })
      return id
    })
    const file = join(directory, `${name}-${String(n)}.changes`)
    writeFileSync(file, state.sync.export({ scopes: null, since }).bytes)
    since = state.sync.vectors()
    files.push({ path: file, ids, texts })
  }
  await state.close()
  db.close()
  return files
}

const startWriter = (path: string, directory: string): ChildProcess =>
  spawn(process.execPath, [path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') },
  })

/**
 * Lets the writer work until that is enough, and some time longer. Returns what it was doing when it was killed, and
 * how much it had reported.
 */
const killedAtSomeMoment = async (
  writer: ChildProcess,
  known: Known,
  random: () => number,
  isEnough: (round: { saved: number; imported: number }) => boolean,
): Promise<Progress> => {
  const { stdin, stdout } = writer
  if (stdin === null || stdout === null) throw new Error('the writer has no pipes')
  let trying: readonly string[] = []
  let saved = 0
  let imported = 0
  const ready = Promise.withResolvers<undefined>()
  const lines = createInterface({ input: stdout })
  const closed = once(lines, 'close')
  lines.on('line', (text) => {
    const line = readLine(text)
    if (line === null) return
    if ('ready' in line) ready.resolve(undefined)
    if ('trying' in line) trying = line.trying
    if ('imported' in line) {
      known.imported.add(line.imported)
      imported += 1
    }
    if ('saved' in line) {
      for (const { id, version } of line.saved) known.versions.set(id, version)
      saved += line.saved.length
      trying = []
    }
  })
  const edits = random() < 0.2
  const order: WriterOrder = {
    path: known.path,
    seed: Math.floor(random() * 2 ** 32),
    imports: known.changeSets
      .filter(({ path, texts }) => !known.imported.has(path) && (edits || !texts))
      .map(({ path }) => path),
    alive: [...known.versions].filter(([, version]) => version !== null).map(([id]) => id),
    edits,
  }
  stdin.write(`${JSON.stringify(order)}
`)
  // Sometimes it is killed while it is still opening the database.
  if (random() < 0.9)
    await Promise.race([
      ready.promise,
      closed.then(() => {
        throw new Error('the writer ended by itself')
      }),
    ])
  const goesOn = (): boolean => writer.exitCode === null && writer.signalCode === null
  while (!isEnough({ saved, imported }) && goesOn()) await sleep(5)
  await sleep(random() * MAX_MS)
  if (writer.exitCode !== null) throw new Error('the writer failed')
  writer.kill('SIGKILL')
  await closed
  return { trying, saved, imported }
}

/** A line without its end was cut off by the kill. */
const readLine = (text: string): WriterLine | null => {
  try {
    return JSON.parse(text) as WriterLine
  } catch {
    return null
  }
}

const check = (known: Known, trying: readonly string[], replays: boolean, sequences: Sequences): void => {
  const db = openDatabase({ path: known.path })
  const engine = plainEngine({ db, sequences })
  const state = createStateWith(engine)
  try {
    same('integrity_check', db.pragma('integrity_check', { simple: true }), 'ok')
    if (replays) same('what views and logs differ in', state.sync.check().differences, [])
    for (const change of decodeChangeSet(state.sync.export({ scopes: null, since: null }).bytes).changes)
      same('a change has its hash', change.hash.length, 32)
    for (const [id, version] of known.versions) {
      // An object being changed may be in its state before or after.
      if (!trying.includes(id)) same(`object ${id}`, versionOf(state, id), version)
    }
    const here = trying.filter((id) => !known.versions.has(id)).map((id) => versionOf(state, id) !== null)
    same('a group is there as a whole or not at all', new Set(here).size <= 1, true)
    for (const { path, ids } of known.changeSets) {
      const found = ids.filter((id) => versionOf(state, id) !== null).length
      same(`${path} is there as a whole or not at all`, found === 0 || found === ids.length, true)
      if (known.imported.has(path)) same(`${path} is there`, found, ids.length)
    }
    // As the next round finds them.
    for (const id of trying) known.versions.set(id, versionOf(state, id))
  } finally {
    db.close()
  }
}

const versionOf = (state: StateService, id: string): string | null => {
  try {
    return state.get({ schemaUri: NOTE, id }).version
  } catch (thrown) {
    const { code } = failureOf(() => {
      throw thrown
    })
    // A database's first writer may be killed before it has registered its schema.
    if (code === 'not_found' || code === 'schema_unknown') return null
    throw thrown
  }
}

const same = (what: string, found: unknown, expected: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}
