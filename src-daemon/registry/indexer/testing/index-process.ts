/**
 * The indexer as a process of its own: follows a chain that a test wrote down, until it is killed or has
 * caught up.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFollower } from '../follow.ts'
import { openSqliteIndex } from '../sqlite/index.ts'
import type { ChainEvent, ChainEvents } from '../core/types.ts'
import { verifyHere } from './verify-here.ts'

/** What the test wrote: the hash of every block, and all events. */
export interface WrittenChain {
  readonly hashes: readonly string[]
  readonly events: readonly ChainEvent[]
}

const PER_PAGE = 5

export const writtenChain = ({ hashes, events }: WrittenChain): ChainEvents => ({
  blockHash: (number) => Promise.resolve(hashes[number] ?? null),
  pages: async function* ({ from }) {
    for (let at = from; at < hashes.length; at += PER_PAGE) {
      const to = Math.min(at + PER_PAGE, hashes.length) - 1
      const inPage = events.filter(({ block }) => block >= at && block <= to)
      yield await Promise.resolve({ from: at, to: { number: to, hash: hashes[to] ?? '' }, events: inPage })
    }
  },
})

const main = async (directory: string): Promise<void> => {
  const chain = writtenChain(JSON.parse(readFileSync(join(directory, 'chain.json'), 'utf8')) as WrittenChain)
  const store = openSqliteIndex({ path: join(directory, 'registry-index.db') })
  const follower = createFollower({
    store,
    chain,
    fetchFile: (cid) => Promise.resolve(readFileSync(join(directory, 'files', cid))),
    verify: verifyHere,
    startBlock: 0,
    embedder: () => Promise.resolve(null),
    now: Date.now,
    report: () => undefined,
  })
  process.stdout.write('open\n')
  await follower.catchUp(new AbortController().signal)
  await store.close()
  process.stdout.write('done\n')
}

const [, script, directory] = process.argv
if (directory !== undefined && script === import.meta.filename) await main(directory)
