import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../storage/index.ts'
import { createState } from '../../index.ts'
import { NOTE } from '../../testing.ts'
import { TEST_OWNER } from './protocol.ts'

/** More than the changes after which the worker is asked for the first time. */
const ENOUGH = 800
/** A process lives on for so long, at most, after it has said that so many are saved. */
const MOST_MS = 150

export interface CheckpointKillReport {
  readonly rounds: number
  /** Counts that were said to be saved, and were there afterwards. */
  readonly saved: number
}

/**
 * Kills (SIGKILL) a process that counts so fast that the worker which moves what was committed into the database is at work, again and
 * again, and checks after each time that every count that was said to be saved is there, that the file is sound and that the views are
 * what the logs say. Throws at the first thing that does not hold.
 */
export const runCheckpointKills = async (
  rounds: number,
  tell: (report: CheckpointKillReport) => void = () => undefined,
): Promise<CheckpointKillReport> => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-checkpoint-'))
  const path = join(directory, 'state.db')
  const counts = new Map<string, number>()
  const report = { rounds: 0, saved: 0 }
  try {
    for (; report.rounds < rounds; report.rounds += 1) {
      report.saved += await killedWhileCounting(path, counts)
      check(path, counts)
      tell({ ...report, rounds: report.rounds + 1 })
    }
    return report
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const check = (path: string, counts: Map<string, number>): void => {
  const db = openDatabase({ path })
  try {
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') throw new Error(`the file is not sound: ${String(integrity)}`)
    const state = createState({ db, ownerDid: () => TEST_OWNER })
    const { differences } = state.sync.check()
    if (differences.length > 0) throw new Error(`the views differ: ${JSON.stringify(differences)}`)
    for (const [id, count] of counts) {
      const stars = Number(state.get({ schemaUri: NOTE, id }).object['stars'])
      // The one that was being saved when it ended may be there, though nobody was told.
      if (stars !== count && stars !== count + 1)
        throw new Error(`${id} counts ${String(stars)}, and ${String(count)} was said to be saved`)
      counts.set(id, stars)
    }
  } finally {
    db.close()
  }
}

/** Has a process count until the worker must be at work, and ends it at some moment then. `counts` is what it said is saved. */
const killedWhileCounting = async (path: string, counts: Map<string, number>): Promise<number> => {
  const program = join(import.meta.dirname, 'counter.ts')
  const counter = spawn(process.execPath, [program, path, counts.size === 0 ? 'begin' : 'go on'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(counter, 'close')
  const enough = Promise.withResolvers<undefined>()
  let said = 0
  let rest = ''
  counter.stdout.setEncoding('utf8').on('data', (text: string) => {
    // A line without its end was cut off by the kill.
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [id = '', count = ''] = line.split(' ')
      counts.set(id, Number(count))
      said += 1
    }
    if (said >= ENOUGH) enough.resolve(undefined)
  })
  await Promise.race([
    enough.promise,
    closed.then(() => {
      throw new Error('the counter ended by itself')
    }),
  ])
  await sleep(Math.random() * MOST_MS)
  counter.kill('SIGKILL')
  await closed
  return said
}
