import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { otherAuthor } from '../../packages/testing.ts'
import { createFollower, type FollowerDeps } from './follow.ts'
import { openSqliteIndex } from './sqlite/index.ts'
import { createTestChain, type TestChain } from './testing/chain.ts'
import { publishedPackage, type PublishedPackage } from './testing/published.ts'
import { verifyHere } from './testing/verify-here.ts'
import type { IndexStore } from './core/types.ts'

let directory: string
let store: IndexStore
let chain: TestChain
let files: Map<string, Uint8Array>
let clock: number
const signal = new AbortController().signal
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-follow-'))
  store = openSqliteIndex({ path: join(directory, 'registry-index.db') })
  chain = createTestChain()
  files = new Map()
  clock = 1_000_000
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const followerWith = (more: Partial<FollowerDeps> = {}) =>
  createFollower({
    store,
    chain,
    fetchFile: (cid) => {
      const bytes = files.get(cid)
      return bytes === undefined ? Promise.reject(new Error('nobody has it')) : Promise.resolve(bytes)
    },
    verify: verifyHere,
    startBlock: 0,
    embedder: () => Promise.resolve(null),
    now: () => clock,
    report: () => undefined,
    pollMs: 5,
    ...more,
  })

const make = async (...args: Parameters<typeof publishedPackage>): Promise<PublishedPackage> => {
  const made = await publishedPackage(...args)
  files.set(made.cid, made.bytes)
  return made
}

const states = async (...names: string[]): Promise<string[]> => {
  const all = await Promise.all(names.map((name) => store.versions(`did:nuwa:cap:${name}`)))
  return all
    .flat()
    .map(({ capUri, semver, state, reason }) =>
      [capUri.replace('did:nuwa:cap:', ''), semver, state, ...(reason === null ? [] : [reason.code])].join(
        ' ',
      ),
    )
}

it('indexes what was published, and gives the reason for the rest', async () => {
  const [good, stolen, taken] = await Promise.all([
    make({ name: 'good' }),
    make({ name: 'mine' }, { capUri: 'did:nuwa:cap:stolen' }),
    make({ name: 'taken', signer: otherAuthor, schemaUri: 'did:nuwa:state:taken#v1' }),
  ])
  const missing = await publishedPackage({ name: 'missing' })
  chain.grow(35, [good.event(3), stolen.event(3, 1), missing.event(20), taken.event(33)])
  await followerWith().catchUp(signal)
  expect(await states('good', 'stolen', 'missing', 'taken')).toEqual([
    'good 1.0.0 verified',
    'stolen 1.0.0 refused cap_uri_mismatch',
    'missing 1.0.0 waiting file_unavailable',
    'taken 1.0.0 verified',
  ])
  expect(await store.position()).toMatchObject({ number: 35 })
})

it('refuses a record that contradicts itself, even if a source has the file', async () => {
  const odd = await publishedPackage({ name: 'odd' }, { sha256: 'ab'.repeat(32) })
  chain.grow(2, [odd.event(1)])
  await followerWith().catchUp(signal)
  expect(await states('odd')).toEqual(['odd 1.0.0 refused cid_sha256_mismatch'])
})

it('tries again what could not be fetched, later each time', async () => {
  const late = await publishedPackage({ name: 'late' })
  chain.grow(2, [late.event(1)])
  const follower = followerWith()
  const waits: number[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await follower.catchUp(signal)
    const next = (await store.nextDue()) ?? 0
    waits.push(next - clock)
    clock = next
  }
  expect(waits).toEqual([5000, 10_000, 20_000, 40_000])
  files.set(late.cid, late.bytes)
  await follower.catchUp(signal)
  expect(await states('late')).toEqual(['late 1.0.0 verified'])
})

it('follows a reorganisation to the common ancestor, and no further', async () => {
  const [kept, dropped, moved, added] = await Promise.all([
    make({ name: 'kept' }),
    make({ name: 'dropped' }),
    make({ name: 'moved' }),
    make({ name: 'added' }),
  ])
  chain.grow(30, [kept.event(5), dropped.event(15), moved.event(16)])
  const follower = followerWith()
  await follower.catchUp(signal)
  expect(await states('kept', 'dropped', 'moved')).toHaveLength(3)
  const rollback = vi.spyOn(store, 'rollback')
  chain.fork(12)
  chain.grow(32, [moved.event(20), added.event(31)])
  await follower.catchUp(signal)
  expect(rollback).toHaveBeenCalledTimes(1)
  expect(rollback).toHaveBeenCalledWith(expect.objectContaining({ number: 9 }))
  expect(await states('kept', 'dropped', 'moved', 'added')).toEqual([
    'kept 1.0.0 verified',
    'moved 1.0.0 verified',
    'added 1.0.0 verified',
  ])
  expect((await store.versions('did:nuwa:cap:moved'))[0]).toMatchObject({ block: 20 })
})

it('starts over if no indexed block is on the chain any more', async () => {
  const one = await make({ name: 'one' })
  chain.grow(10, [one.event(5)])
  const follower = followerWith()
  await follower.catchUp(signal)
  chain.fork(0)
  chain.grow(3, [])
  await follower.catchUp(signal)
  expect(await states('one')).toEqual([])
  expect(await store.position()).toMatchObject({ number: 3 })
})

it('notices a fork that appears between two pages', async () => {
  const [early, late] = await Promise.all([make({ name: 'early' }), make({ name: 'late' })])
  chain.grow(25, [early.event(5)])
  const append = store.append
  let pages = 0
  const forking: IndexStore = {
    ...store,
    append: async (page) => {
      await append(page)
      pages += 1
      if (pages !== 1) return
      chain.fork(4)
      chain.grow(25, [late.event(6)])
    },
  }
  await followerWith({ store: forking }).catchUp(signal)
  expect(await states('early', 'late')).toEqual(['late 1.0.0 verified'])
})

it('waits out a source that fails, and loses nothing', async () => {
  const one = await make({ name: 'one' })
  chain.grow(40, [one.event(35)])
  chain.fail(2)
  const ending = new AbortController()
  const report = vi.fn<FollowerDeps['report']>()
  const running = followerWith({ report }).run(ending.signal)
  await vi.waitFor(
    async () => {
      expect(await states('one')).toEqual(['one 1.0.0 verified'])
    },
    { timeout: 20_000 },
  )
  ending.abort()
  await running
  const steps = report.mock.calls.map(([{ kind }]) => kind)
  expect(steps.filter((kind) => kind === 'failed')).toHaveLength(2)
  expect(steps).toContain('caught_up')
}, 30_000)

it('fetches many files at once, and not too many', async () => {
  const made = await Promise.all(Array.from({ length: 300 }, (_, at) => make({ name: `cap-${String(at)}` })))
  chain.grow(
    300,
    made.map((one, at) => one.event(at + 1)),
  )
  let away = 0
  let most = 0
  const slow: FollowerDeps['fetchFile'] = async (cid) => {
    away += 1
    most = Math.max(most, away)
    await new Promise((resolve) => setTimeout(resolve, 20))
    away -= 1
    return files.get(cid) ?? Promise.reject(new Error('nobody has it'))
  }
  await followerWith({ fetchFile: slow }).catchUp(signal)
  expect(most).toBeGreaterThan(8)
  expect(most).toBeLessThanOrEqual(64)
  expect(await store.statistics()).toMatchObject({ capabilities: 300, versions: { verified: 300 } })
}, 30_000)

it('gives each document a vector if there is a model, and continues if that fails', async () => {
  const one = await make({ name: 'one' })
  chain.grow(2, [one.event(1)])
  let fails = true
  const model = {
    id: 'm',
    embed: (texts: readonly string[]) =>
      fails
        ? Promise.reject(new Error('no'))
        : Promise.resolve(texts.map(({ length }) => Float32Array.of(length))),
  }
  const follower = followerWith({ embedder: () => Promise.resolve(model) })
  await follower.catchUp(signal)
  expect(await store.statistics()).toMatchObject({ capabilities: 1, vectors: 0 })
  fails = false
  await follower.catchUp(signal)
  expect(await store.vectors('m', 0, 10)).toMatchObject([
    { vector: Float32Array.of('one. Keeps one.'.length) },
  ])
})
