import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { makeBackup } from '../../src-daemon/backups/make-backup.ts'
import type { Frame } from '../frame.ts'
import { openStore, type Store } from './ours.ts'

export interface BackupsInput {
  readonly count: number
  readonly setTitle: (store: Store) => void
}

/** How much a running backup slows down the calls of a turn. */
export const backups = async (frame: Frame, { count, setTitle }: BackupsInput): Promise<void> => {
  const key = randomBytes(32).toString('hex')
  const store = openStore(count, key)
  store.db.pragma('synchronous = FULL')
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-backups-'))
  const took: number[] = []
  try {
    await frame.compare({
      what: `backup of ${String(count)} objects while a turn runs: longest delay of a call (reference: no backup)`,
      unit: 'ms',
      ours: async () => {
        const started = performance.now()
        const make = () =>
          makeBackup(
            {
              dataDir: dirname(store.path),
              database: store.path,
              key,
              folder,
              reason: 'manual',
              at: new Date().toISOString(),
              of: 'bench',
            },
            new AbortController().signal,
          )
        const longest = await longestCall(store, setTitle, make)
        took.push(performance.now() - started)
        return longest
      },
      reference: () => longestCall(store, setTitle, () => setTimeout(took.at(-1) ?? 0)),
      bar: { atMost: 50 },
    })
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds that the slowest call took, from when it was due to when it was saved, until what `begin` begins has ended. */
const longestCall = async (
  store: Store,
  setTitle: (store: Store) => void,
  begin: () => Promise<unknown>,
): Promise<number> => {
  // A checkpoint takes as long with a backup as without.
  store.db.pragma('wal_checkpoint(TRUNCATE)')
  const over = new AbortController()
  const ended = begin().finally(() => {
    over.abort()
  })
  let longest = 0
  while (!over.signal.aborted) {
    const due = performance.now()
    await setImmediate()
    await store.state.together(() => {
      setTitle(store)
    })
    longest = Math.max(longest, performance.now() - due)
    await setTimeout(2)
  }
  await ended
  return longest
}
