/**
 * Seven days of heavy use, as fast as possible: the daemon's memory after the last day compared with that after the second.
 * The first day fills the caches.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOpenAiServer } from '../src-daemon/testing/openai-server.ts'
import type { Benchmark } from './frame.ts'
import { liveDay } from './soak/day.ts'
import { SAVES_A_NOTE } from './saves-a-note.ts'
import { startWatchedDaemon, type Held } from './soak/watched-daemon.ts'
import { createHome, installNote } from './startup/daemon.ts'

const DAYS = 7
/** Workers that are no longer needed end within 20 s. */
const WORKERS_MS = 20_000
const SETTLE_MS = 60_000

export const soak: Benchmark = async (frame, { quick }) => {
  const days = await liveDays(quick ? 3 : DAYS)
  const [second, last] = [days[1], days.at(-1)]
  if (second === undefined || last === undefined) throw new Error('The days were too few')
  const row = (what: string, unit: string, figure: (held: Held) => number, most: number) =>
    frame.compare({
      what: `daemon after ${String(days.length)} days (reference: after the second): ${what}`,
      unit,
      ours: () => figure(last),
      reference: () => figure(second),
      bar: { atMostTimesReference: most },
      runs: 1,
    })
  await row('heap of the main thread', 'MB', (held) => held.heapMegabytes, 1.05)
  await row('resident memory', 'MB', (held) => held.residentMegabytes, 1.05)
  await row('handles of the main thread', '', (held) => held.handles, 1)
  // SQLite keeps the descriptor of a closed connection for the next one, so two at once leave one more, once.
  await row('open files', '', (held) => held.openFiles, 1.05)
  await row('threads', '', (held) => held.threads, 1)
  await row('processes below it', '', (held) => held.children + 1, 1)
}

/** The daemon's memory at the end of each day. */
const liveDays = async (count: number): Promise<readonly Held[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-soak-'))
  const model = await startOpenAiServer({ script: SAVES_A_NOTE })
  const daemon = await startWatchedDaemon(createHome(join(folder, 'home')))
  try {
    const client = await daemon.connect()
    await client.api.models.addEndpoint.mutate({
      id: 'lab',
      name: 'Lab',
      baseUrl: model.url,
      contextWindow: 32_000,
      tools: 'native',
      vision: false,
      models: [],
    })
    await client.api.settings.set.mutate({ model: 'openai:lab:test-model' })
    const schemaUri = await installNote(client.api)
    const days: Held[] = []
    for (let day = 1; day <= count; day++) {
      await liveDay(daemon, client.api, schemaUri)
      const held = await settled(daemon.held)
      process.stderr.write(`day ${String(day)}: ${JSON.stringify(held)}\n`)
      days.push(held)
    }
    await client.close()
    return days
  } finally {
    await daemon.stop()
    await model.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** The memory once it no longer changes. */
const settled = async (look: () => Promise<Held>): Promise<Held> => {
  await sleep(WORKERS_MS)
  let held = await look()
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline;) {
    await sleep(3000)
    const before = held
    held = await look()
    const same = (['handles', 'openFiles', 'threads', 'children'] as const).every(
      (one) => held[one] === before[one],
    )
    if (same && Math.abs(held.heapMegabytes - before.heapMegabytes) < 0.1) break
  }
  return held
}
