import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createIndexRequests } from '../service/requests.ts'
import { pageOf, publishedOf, verifiedOf } from '../testing/events.ts'
import { indexGrowthAcceptance } from '../testing/index-growth.acceptance.ts'
import { indexSearchAcceptance } from '../testing/index-search.acceptance.ts'
import { indexStoreAcceptance } from '../testing/index-store.acceptance.ts'
import { expectBegunAnew, OLDER_ROWS, STEPS_BEFORE_ORDER } from '../testing/older-index.ts'
import { postgresPrograms, startPostgres, type PostgresServer } from '../testing/postgres-server.ts'
import type { StoreUnderTest } from '../testing/store-under-test.ts'
import { openPostgres } from './driver.ts'
import { postgresFormat } from './format.ts'
import { openPostgresIndex } from './index.ts'

const programs = postgresPrograms()

describe.skipIf(programs === null)('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(programs ?? '')
  }, 120_000)
  afterAll(() => server.stop())

  const open = async (): Promise<StoreUnderTest> => {
    const url = await server.database()
    const store = await openPostgresIndex({ url })
    return { store, reopen: () => openPostgresIndex({ url }), remove: () => store.close() }
  }
  indexStoreAcceptance('PostgreSQL', open)
  indexSearchAcceptance('PostgreSQL', open)
  indexGrowthAcceptance('PostgreSQL', async () => {
    const driver = await openPostgres({ url: await server.database() })
    return { driver, finish: () => driver.close() }
  })

  it('says which database does not answer', async () => {
    await expect(openPostgresIndex({ url: 'postgres://satchel@127.0.0.1:1/none' })).rejects.toMatchObject({
      code: 'index_unreachable',
    })
  })

  it('is rebuilt if it is from before versions had an order', async () => {
    const url = await server.database()
    const old = new pg.Client({ connectionString: url })
    await old.connect()
    await old.query('CREATE TABLE index_format (step INTEGER PRIMARY KEY)')
    for (const step of postgresFormat.slice(0, STEPS_BEFORE_ORDER)) await old.query(step)
    await old.query('INSERT INTO index_format (step) VALUES (1), (2)')
    for (const row of OLDER_ROWS) await old.query(row)
    await old.query("INSERT INTO doc_terms (id, terms) VALUES (1, to_tsvector('simple', 'diary'))")
    await old.query("INSERT INTO term (term, frequency) VALUES ('diary', 1)")
    await old.end()
    const store = await openPostgresIndex({ url })
    try {
      await expectBegunAnew(store)
    } finally {
      await store.close()
    }
  })

  it('is read by several processes at once, each without a memory of its own', async () => {
    const url = await server.database()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresIndex({ url })))
    const [writer, ...readers] = stores
    try {
      const samples = Array.from({ length: 30 }, (_, at) => ({ name: `note-${String(at)}` }))
      await writer?.append(
        pageOf(
          1,
          30,
          samples.map((sample, at) => publishedOf(sample, at + 1)),
        ),
      )
      await writer?.settle(samples.map((sample, at) => verifiedOf(sample, at + 1)))
      const requests = readers.map((store) => createIndexRequests({ store, meaning: null, now: Date.now }))
      // One page from each process: the cursor is all they share.
      const seen: string[] = []
      let cursor: string | undefined
      for (let at = 0; at < 3; at += 1) {
        const page = await requests[at]?.search({
          query_string: 'note',
          limit: 10,
          ...(cursor === undefined ? {} : { cursor }),
        })
        seen.push(...(page?.results ?? []).map(({ ipfs_cid: cid }) => cid))
        cursor = page?.next_cursor
      }
      expect(new Set(seen).size).toBe(30)
      expect(cursor).toBeUndefined()
    } finally {
      for (const store of stores) await store.close()
    }
  })

  it('elects one that writes; when it is killed, another takes over, and no block is missing', async () => {
    const url = await server.database()
    const children: ChildProcess[] = []
    const start = (name: string): { said: () => string; child: ChildProcess } => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../testing/writer-process.ts'), url, name],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      children.push(child)
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => {
        said += String(chunk)
      })
      return { said: () => said, child }
    }
    const store = await openPostgresIndex({ url })
    const written = async (): Promise<number> => (await store.position())?.number ?? 0
    try {
      const first = start('first')
      await vi.waitFor(
        () => {
          expect(first.said()).toContain('elected')
        },
        { timeout: 30_000 },
      )
      const second = start('second')
      await vi.waitFor(
        () => {
          expect(second.said()).toContain('waiting')
        },
        { timeout: 30_000 },
      )
      await vi.waitFor(
        async () => {
          expect(await written()).toBeGreaterThan(3)
        },
        { timeout: 30_000 },
      )
      expect(second.said()).not.toContain('elected')
      first.child.kill('SIGKILL')
      await vi.waitFor(
        () => {
          expect(second.said()).toContain('elected')
        },
        { timeout: 30_000 },
      )
      const before = await written()
      await vi.waitFor(
        async () => {
          expect(await written()).toBeGreaterThan(before + 2)
        },
        { timeout: 30_000 },
      )
      second.child.kill('SIGKILL')
      await once(second.child, 'exit')
      // Each block once, by any writer.
      const blocks = await store.blocks(1e6, 1e6)
      expect(blocks.map(({ number }) => number).toReversed()).toEqual(blocks.map((_, at) => at + 1))
      expect(await store.due(1, 1e6)).toHaveLength(blocks.length)
    } finally {
      for (const child of children) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL')
          await ended
        }
      }
      await store.close()
    }
  }, 120_000)

  it('does not write on when its election was lost', async () => {
    const url = await server.database()
    const [one, other] = await Promise.all([openPostgresIndex({ url }), openPostgresIndex({ url })])
    const { signal } = new AbortController()
    try {
      const election = await one.elect(signal)
      await one.append(pageOf(1, 1, []))
      const waiting = other.elect(signal)
      const admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      await admin.end()
      const second = await waiting
      await vi.waitFor(() => {
        expect(election.lost.aborted).toBe(true)
      })
      await expect(one.append(pageOf(2, 2, []))).rejects.toMatchObject({ code: 'index_other_writer' })
      await other.append(pageOf(2, 2, []))
      expect(await one.position()).toMatchObject({ number: 2 })
      await second.release()
    } finally {
      await one.close()
      await other.close()
    }
  })
})
