import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleProcess } from '../../../scripts/bundle-process.ts'
import { effort } from '../../testing/effort.ts'
import { createFollower } from './follow.ts'
import { openSqliteIndex } from './sqlite/index.ts'
import { hashOf } from './testing/events.ts'
import { writtenChain, type WrittenChain } from './testing/index-process.ts'
import { publishedPackage, type PublishedPackage } from './testing/published.ts'
import { verifyHere } from './testing/verify-here.ts'
import type { ChainEvent, IndexStore } from './core/types.ts'

const ROUNDS = effort(4, 34)
const PER_ROUND = 8
/** Rounds in which the last blocks are replaced. */
const FORKS = [Math.floor(ROUNDS / 3), Math.floor((ROUNDS * 2) / 3) + 1]

let directory: string
let program: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-index-kill-'))
  mkdirSync(join(directory, 'files'))
  program = await bundleProcess(join(import.meta.dirname, 'testing/index-process.ts'), directory)
})
afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
})

/** The chain in a round: one package in each block, some of them forged, with votes and yanks. */
const chainIn = (round: number, made: readonly PublishedPackage[]): WrittenChain => {
  const blocks = (round + 1) * PER_ROUND
  const forkOf = (block: number): number =>
    FORKS.filter((fork) => round >= fork && block >= fork * PER_ROUND - 5).length
  const hashes = Array.from({ length: blocks }, (_, block) => hashOf(block, forkOf(block)))
  const events = hashes.flatMap((blockHash, block): ChainEvent[] => {
    const fork = forkOf(block)
    const one = made[block]
    if (one === undefined) return []
    const event = one.event(block)(fork)
    const about = { block, blockHash, tx: '0x', capUri: event.capUri }
    // The fork leaves out what was there before.
    if (fork > 0 && block % 3 === 0) return []
    return [
      block % 10 === 7 ? { ...event, semver: '9.9.9' } : event,
      { ...about, kind: 'voted', logIndex: 1, voter: `0x${String(block % 4)}`, vote: 1 },
      ...(block % 6 === 5
        ? [{ ...about, kind: 'yanked' as const, logIndex: 2, semver: '1.0.0', reason: 'old' }]
        : []),
    ]
  })
  return { hashes, events }
}

const contentOf = async (store: IndexStore, names: readonly string[]): Promise<unknown> => {
  const versions = await Promise.all(names.map((name) => store.versions(`did:nuwa:cap:${name}`)))
  const documents = await store.documents(await store.newest(10_000))
  return {
    // How often killed processes tried a file does not matter.
    versions: versions.flat().map(({ attempts: _attempts, ...rest }) => rest),
    statistics: await store.statistics(),
    extent: await store.extent(),
    words: await store.frequencies([
      'keep',
      'diary',
      'cap',
      '\u00a7v1',
      ...names.map((name) => name.replace('cap-', '')),
    ]),
    documents: documents.map(({ id: _id, ...rest }) => rest).sort((a, b) => (a.capUri < b.capUri ? -1 : 1)),
  }
}

it('loses and doubles nothing when it is killed at any moment', async () => {
  const names = Array.from({ length: ROUNDS * PER_ROUND }, (_, at) => `cap-${String(at)}`)
  const made = await Promise.all(names.map((name) => publishedPackage({ name })))
  for (const { cid, bytes } of made) writeFileSync(join(directory, 'files', cid), bytes)

  let killed = 0
  const run = async (killAfter: number | null): Promise<void> => {
    const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
    if (killAfter !== null) {
      await Promise.race([once(child.stdout, 'data'), ended])
      await new Promise((resolve) => setTimeout(resolve, killAfter))
      if (child.kill('SIGKILL')) killed += 1
    }
    await ended
    if (killAfter === null) expect(said).toBe('open\ndone\n')
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    writeFileSync(join(directory, 'chain.json'), JSON.stringify(chainIn(round, made)))
    await run(Math.random() * 60)
  }
  await run(null)
  // Now and then a process finishes before it is killed.
  expect(killed).toBeGreaterThanOrEqual(Math.floor(ROUNDS * 0.9))

  const survived = openSqliteIndex({ path: join(directory, 'registry-index.db') })
  const undisturbed = openSqliteIndex({ path: join(directory, 'undisturbed.db') })
  try {
    const files = new Map(made.map(({ cid, bytes }) => [cid, bytes]))
    const signal = new AbortController().signal
    await createFollower({
      store: undisturbed,
      chain: writtenChain(chainIn(ROUNDS - 1, made)),
      fetchFile: (cid) => Promise.resolve(files.get(cid) ?? new Uint8Array()),
      verify: verifyHere,
      startBlock: 0,
      embedder: () => Promise.resolve(null),
      now: Date.now,
      report: () => undefined,
    }).catchUp(signal)
    expect(await contentOf(survived, names)).toEqual(await contentOf(undisturbed, names))
    expect(await undisturbed.statistics()).toMatchObject({ versions: { waiting: 0 } })
  } finally {
    await survived.close()
    await undisturbed.close()
  }
}, 240_000)
