import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { serveFolder } from '../../src-daemon/registry/static/testing/web-space.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { quantile } from '../statistics.ts'
import { makePackages } from './packages.ts'
import { queriesFrom } from './searching.ts'
import { writeShelf } from './static-shelf.ts'

const PACKAGES = 10_000
const QUERIES = 200
const RUNS = 5
const READER = join(import.meta.dirname, 'static-reader.ts')
const readSchema = z.object({ syncMs: z.number(), taken: z.array(z.number()), megabytes: z.number() })

/** A static registry of 10,000 packages on this computer: read for the first time, searched, and held in memory. */
export const staticRows = async (frame: Frame): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-static-'))
  const packages = makePackages(PACKAGES)
  const shelf = join(directory, 'shelf')
  await writeShelf(shelf, packages)
  const web = await serveFolder(shelf)
  const queries = JSON.stringify(queriesFrom(packages, QUERIES))
  const runs: z.infer<typeof readSchema>[] = []
  const read = async (): Promise<z.infer<typeof readSchema>> => {
    const dir = join(directory, `market-${String(runs.length)}`)
    const args = ['--expose-gc', READER, dir, web.url, queries]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const made = readSchema.parse(JSON.parse(stdout))
    runs.push(made)
    return made
  }
  /** The later rows come from the same runs. */
  const ofRuns = (value: (one: z.infer<typeof readSchema>) => number) => {
    let run = 0
    return (): number => {
      const made = runs[run]
      run += 1
      return made === undefined ? Number.NaN : value(made)
    }
  }
  try {
    await frame.compare({
      what: 'static registry of 10,000 packages: first sync (loopback) to the first results',
      unit: 'ms',
      ours: async () => (await read()).syncMs,
      bar: { atMost: 5000 },
      runs: RUNS,
    })
    await frame.compare({
      what: 'the same runs: search, p99, from the question to ranked cards',
      unit: 'ms',
      ours: ofRuns(({ taken }) => quantile(taken, 0.99)),
      bar: { atMost: 40 },
      runs: RUNS,
    })
    await frame.compare({
      what: 'the same runs: memory in use more (heap and buffers) after the searches',
      unit: 'MB',
      ours: ofRuns(({ megabytes }) => megabytes),
      bar: { atMost: 50 },
      runs: RUNS,
    })
  } finally {
    await web.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** These rows alone: `npm run bench -- registry-static`. */
export const registryStatic: Benchmark = (frame) => staticRows(frame)
