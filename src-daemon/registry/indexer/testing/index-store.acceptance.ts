import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import type { WritableIndex } from '../core/types.ts'
import { hashOf, pageOf, publishedOf, verifiedOf } from './events.ts'
import { search, useStore, type StoreUnderTest } from './store-under-test.ts'

/** The behaviour of every store of an index. */
export const indexStoreAcceptance = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`index store: ${name}`, () => {
    const under = useStore(open)
    const { publish } = under
    let store: WritableIndex
    beforeEach(() => {
      store = under.store()
    })

    it('begins empty', async () => {
      expect(await store.position()).toBeNull()
      expect(await store.nextDue()).toBeNull()
      expect(await search(store, 'anything')).toEqual([])
      expect(await search(store, '')).toEqual([])
      expect(await store.statistics()).toMatchObject({ capabilities: 0, yanked: 0, block: null })
    })

    it('hands out what waits, in the order of the chain, and keeps what became of it', async () => {
      const [first, second, third] = [{ name: 'one' }, { name: 'two' }, { name: 'three' }]
      await store.append(
        pageOf(5, 7, [publishedOf(first, 5), publishedOf(second, 5, 1), publishedOf(third, 7)]),
      )
      expect((await store.due(0, 10)).map(({ capUri }) => capUri)).toEqual([
        'did:nuwa:cap:one',
        'did:nuwa:cap:two',
        'did:nuwa:cap:three',
      ])
      expect(await store.due(0, 1, [{ block: 5, logIndex: 0 }])).toMatchObject([
        { capUri: 'did:nuwa:cap:two' },
      ])
      const refusal = { code: 'bad_signature', text: 'no' }
      const away = { code: 'file_unavailable', text: 'nobody has it' }
      await store.settle([
        verifiedOf(first, 5),
        {
          kind: 'refused',
          place: { block: 5, logIndex: 1 },
          sha256: publishedOf(second, 5, 1).sha256,
          reason: refusal,
        },
        {
          kind: 'retry',
          place: { block: 7, logIndex: 0 },
          sha256: publishedOf(third, 7).sha256,
          reason: away,
          at: 1e13,
        },
      ])
      expect(await store.due(1e13 - 1, 10)).toEqual([])
      expect(await store.nextDue()).toBe(1e13)
      expect(await store.due(1e13, 10)).toMatchObject([{ capUri: 'did:nuwa:cap:three', attempts: 1 }])
      expect(await store.versions('did:nuwa:cap:one')).toMatchObject([
        { state: 'verified', reason: null, metadata: { name: 'one' }, nextTry: null },
      ])
      expect(await store.versions('did:nuwa:cap:two')).toMatchObject([
        { state: 'refused', reason: refusal, metadata: null },
      ])
      expect(await store.versions('did:nuwa:cap:three')).toMatchObject([
        { state: 'waiting', reason: away, attempts: 1, nextTry: 1e13 },
      ])
      expect(await store.resolve('did:nuwa:cap:two', '1.0.0')).toBeNull()
      expect(await store.statistics()).toEqual({
        capabilities: 1,
        versions: { verified: 1, refused: 1, waiting: 1 },
        yanked: 0,
        authors: 1,
        vectors: 0,
        block: { number: 7, hash: hashOf(7) },
      })
    })

    it('takes a page twice as once, and none with a gap before it', async () => {
      const page = pageOf(1, 3, [publishedOf({ name: 'one' }, 2)])
      await store.append(page)
      await store.settle([verifiedOf({ name: 'one' }, 2)])
      await store.append(page)
      expect(await store.statistics()).toMatchObject({ versions: { verified: 1, waiting: 0 } })
      await expect(store.append(pageOf(5, 6, []))).rejects.toMatchObject({ code: 'index_gap' })
      expect(await store.position()).toEqual({ number: 3, hash: hashOf(3) })
      expect(await store.blocks(3, 10)).toEqual([
        { number: 3, hash: hashOf(3) },
        { number: 2, hash: hashOf(2) },
      ])
    })

    it('settles only entries that still wait, unchanged since they were handed out', async () => {
      const sample = { name: 'one' }
      await store.append(pageOf(1, 1, [publishedOf(sample, 1)]))
      await store.settle([{ ...verifiedOf(sample, 1), sha256: 'other' }])
      expect(await store.due(0, 10)).toHaveLength(1)
      await store.settle([verifiedOf(sample, 1)])
      const reason = { code: 'late', text: '' }
      const { place, sha256 } = verifiedOf(sample, 1)
      await store.settle([{ kind: 'refused', place, sha256, reason }])
      expect(await store.versions('did:nuwa:cap:one')).toMatchObject([{ state: 'verified' }])
    })

    it('resolves the highest version that is neither a pre-release nor yanked, and any that is named', async () => {
      const versions = ['1.2.0', '1.10.0', '2.0.0-beta.1', '1.9.0']
      await publish(versions.map((semver) => ({ name: 'note', semver })))
      const latest = async (): Promise<string | undefined> =>
        (await store.resolve('did:nuwa:cap:note', null))?.semver
      expect(await latest()).toBe('1.10.0')
      await store.append(
        pageOf(5, 5, [
          {
            kind: 'yanked',
            block: 5,
            blockHash: hashOf(5),
            logIndex: 0,
            tx: '0x',
            capUri: 'did:nuwa:cap:note',
            semver: '1.10.0',
            reason: 'loses data',
          },
        ]),
      )
      expect(await latest()).toBe('1.9.0')
      expect(await store.resolve('did:nuwa:cap:note', '1.10.0')).toMatchObject({ yanked: 'loses data' })
      expect(await store.resolve('did:nuwa:cap:note', '2.0.0-beta.1')).toMatchObject({ yanked: null })
      expect(await store.resolve('did:nuwa:cap:note', '3.0.0')).toBeNull()
      expect(await store.resolve('did:nuwa:cap:other', null)).toBeNull()
      await store.rollback({ number: 4, hash: hashOf(4) })
      expect(await latest()).toBe('1.10.0')
    })

    it('lets a state path be its first author’s, whatever order the files come in', async () => {
      const path = 'did:nuwa:state:notes#v1'
      const first = { name: 'notes', author: 'did:key:zFirst', schemaUri: path }
      const other = { name: 'thief', author: 'did:key:zOther', schemaUri: 'did:nuwa:state:notes#v2' }
      const changed = { name: 'notes', semver: '1.1.0', schemaUri: path, schemaHash: 'another' }
      const bumped = {
        name: 'notes',
        semver: '1.2.0',
        schemaUri: 'did:nuwa:state:notes#v2',
        schemaHash: 'another',
      }
      const all = [first, other, changed, bumped]
      await store.append(
        pageOf(
          1,
          4,
          all.map((sample, at) => publishedOf(sample, at + 1)),
        ),
      )
      for (const at of [1, 3, 2]) await store.settle([verifiedOf(all[at] ?? first, at + 1)])
      // The first author's own file is missing, so the next author looks like the first.
      expect(await store.versions('did:nuwa:cap:thief')).toMatchObject([{ state: 'verified' }])
      expect(await search(store, 'thief')).toEqual(['thief'])
      await store.settle([verifiedOf(first, 1)])
      expect(await store.versions('did:nuwa:cap:thief')).toMatchObject([
        { state: 'refused', reason: { code: 'state_path_taken' }, metadata: null },
      ])
      expect(await search(store, 'thief')).toEqual([])
      expect(
        (await store.versions('did:nuwa:cap:notes')).map(({ state, reason }) => [state, reason?.code]),
      ).toEqual([
        ['verified', undefined],
        ['refused', 'schema_changed_without_version'],
        ['verified', undefined],
      ])
    })

    it('lets a state path go along with the name that was passed on', async () => {
      const uri = 'did:nuwa:state:notes#v1'
      const [from, to] = ['did:key:zFrom', 'did:key:zTo']
      const all = [
        { name: 'notes', author: from, schemaUri: uri },
        { name: 'sibling', author: from, schemaUri: uri },
        { name: 'thief', author: to, schemaUri: uri },
        { name: 'notes', author: to, semver: '1.1.0', schemaUri: uri },
        { name: 'late', author: from, schemaUri: uri },
        { name: 'next', author: to, schemaUri: uri },
        { name: 'notes', author: to, semver: '1.2.0', schemaUri: uri, schemaHash: 'another' },
      ]
      await store.append(
        pageOf(
          1,
          all.length,
          all.map((sample, at) => publishedOf(sample, at + 1)),
        ),
      )
      for (const at of [3, 6, 5, 1, 2, 4, 0])
        await store.settle([verifiedOf(all[at] ?? { name: '' }, at + 1)])
      const judged = await Promise.all(
        ['notes', 'sibling', 'thief', 'late', 'next'].map(async (name) =>
          (await store.versions(`did:nuwa:cap:${name}`)).map(({ reason }) => reason?.code ?? 'verified'),
        ),
      )
      expect(judged).toEqual([
        ['verified', 'verified', 'schema_changed_without_version'],
        ['verified'],
        ['state_path_taken'],
        ['state_path_taken'],
        ['verified'],
      ])
      expect(await search(store, 'notes')).toContain('notes')
    })

    it('judges the same whatever order and however many at once the files come in', async () => {
      const pick = (name: string) => fc.constantFrom(`${name}1`, `${name}2`)
      const sample = fc.record({
        name: pick('n'),
        author: pick('did:key:z'),
        schema: pick('v'),
        body: pick('b'),
      })
      const plan = fc
        .array(sample, { minLength: 2, maxLength: 7 })
        .chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
            fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
          ),
        )
      await fc.assert(
        fc.asyncProperty(plan, async ([all, order, sizes]) => {
          await store.rollback(null)
          const samples = all.map(({ name, author, schema, body }, at) => ({
            name,
            semver: `1.${String(at)}.0`,
            author,
            schemaUri: `did:nuwa:state:same#${schema}`,
            schemaHash: body,
          }))
          await store.append(
            pageOf(
              1,
              samples.length,
              samples.map((one, at) => publishedOf(one, at + 1)),
            ),
          )
          const outcomes = order.map((at) => verifiedOf(samples[at] ?? { name: '' }, at + 1))
          while (outcomes.length > 0) await store.settle(outcomes.splice(0, sizes.next().value as number))
          const bodies = new Map<string, string>()
          let owner: string | undefined
          for (const [at, { name, semver, author, schemaUri, schemaHash }] of samples.entries()) {
            if (name === samples[0]?.name) owner = author
            const owns = author === owner
            if (owns && !bodies.has(schemaUri)) bodies.set(schemaUri, schemaHash)
            const code = !owns
              ? 'state_path_taken'
              : bodies.get(schemaUri) === schemaHash
                ? undefined
                : 'schema_changed_without_version'
            const versions = await store.versions(`did:nuwa:cap:${name}`)
            const version = versions.find((one) => one.semver === semver)
            expect([at, version?.reason?.code]).toEqual([at, code])
          }
        }),
        { numRuns: effort(8, 30) },
      )
    })

    it('rolls back exactly what came after a block', async () => {
      const samples = [{ name: 'alpha' }, { name: 'beta' }, { name: 'gamma' }]
      await publish(samples.slice(0, 2))
      const before = {
        statistics: await store.statistics(),
        alpha: await store.versions('did:nuwa:cap:alpha'),
        extent: await store.extent(),
        words: await store.frequencies(['alpha', 'beta', 'gamma', 'keep']),
      }
      const voted = {
        kind: 'voted',
        blockHash: hashOf(4),
        tx: '0x',
        capUri: 'did:nuwa:cap:alpha',
        voter: '0x1',
      } as const
      await publish(samples.slice(2), 3)
      await store.append(
        pageOf(4, 5, [
          { ...voted, block: 4, logIndex: 0, vote: 1 },
          publishedOf({ name: 'alpha', semver: '2.0.0', description: 'Something else altogether.' }, 4, 1),
        ]),
      )
      await store.settle([
        verifiedOf({ name: 'alpha', semver: '2.0.0', description: 'Something else altogether.' }, 4, 1),
      ])
      expect(await search(store, 'altogether')).toEqual(['alpha'])
      expect(await store.votes('did:nuwa:cap:alpha')).toBe(1)
      await store.rollback({ number: 2, hash: hashOf(2) })
      expect({
        statistics: await store.statistics(),
        alpha: await store.versions('did:nuwa:cap:alpha'),
        extent: await store.extent(),
        words: await store.frequencies(['alpha', 'beta', 'gamma', 'keep']),
      }).toEqual(before)
      expect(await search(store, 'altogether')).toEqual([])
      expect(await search(store, 'gamma')).toEqual([])
      expect(await search(store, 'alpha')).toEqual(['alpha'])
      expect(await store.votes('did:nuwa:cap:alpha')).toBe(0)
      // Another fork continues from there.
      await store.append(pageOf(3, 3, [publishedOf({ name: 'delta' }, 3, 0, 1)], 1))
      await store.settle([verifiedOf({ name: 'gamma' }, 3)])
      expect(await store.versions('did:nuwa:cap:gamma')).toEqual([])
      await store.rollback(null)
      expect(await store.statistics()).toMatchObject({ capabilities: 0, block: null, authors: 0 })
      expect(await store.position()).toBeNull()
    })

    it('counts the last vote of each address', async () => {
      await publish([{ name: 'one' }, { name: 'two' }])
      const vote = (block: number, capUri: string, voter: string, value: number) =>
        ({
          kind: 'voted',
          block,
          blockHash: hashOf(block),
          logIndex: Number(voter),
          tx: '0x',
          capUri: `did:nuwa:cap:${capUri}`,
          voter,
          vote: value,
        }) as const
      await store.append(
        pageOf(3, 3, [vote(3, 'one', '1', 1), vote(3, 'one', '2', 1), vote(3, 'two', '3', 1)]),
      )
      expect(await store.votes('did:nuwa:cap:one')).toBe(2)
      expect(await search(store, '')).toEqual(['one', 'two'])
      await store.append(
        pageOf(4, 4, [vote(4, 'one', '1', -1), vote(4, 'one', '2', 0), vote(4, 'two', '3', 1)]),
      )
      expect(await store.votes('did:nuwa:cap:one')).toBe(-1)
      expect(await search(store, 'keep')).toEqual(['two', 'one'])
    })

    it('keeps vectors with the documents they are of', async () => {
      await publish([{ name: 'one' }, { name: 'two' }])
      const missing = await store.withoutVector('m', 10)
      expect(missing.map(({ text }) => text)).toEqual(['one. Keeps one.', 'two. Keeps two.'])
      const rows = missing.map(({ id }, at) => ({ id, vector: Float32Array.of(at, 0.5) }))
      await store.keepVectors('m', rows)
      expect(await store.vectors('m', 0, 10)).toEqual(rows)
      expect(await store.vectors('m', rows[0]?.id ?? 0, 10)).toEqual(rows.slice(1))
      expect(await store.withoutVector('m', 10)).toEqual([])
      expect(await store.withoutVector('other', 10)).toHaveLength(2)
      await store.rollback({ number: 1, hash: hashOf(1) })
      expect(await store.vectors('m', 0, 10)).toEqual(rows.slice(0, 1))
      await store.keepVectors('m', rows)
      expect(await store.statistics()).toMatchObject({ vectors: 1 })
    })

    it('is of one registry, for good', async () => {
      await store.claim('1:0xaa')
      await store.claim('1:0xaa')
      await store.rollback(null)
      const other = await under.reopen()
      await expect(other.claim('1:0xbb')).rejects.toMatchObject({ code: 'index_other_registry' })
      await other.close()
    })

    it('is the same for another process', async () => {
      await publish([{ name: 'one', description: 'About whales.' }])
      const other = await under.reopen()
      try {
        expect(await other.statistics()).toEqual(await store.statistics())
        expect(await search(other, 'wales')).toEqual(['one'])
        await publish([{ name: 'two', description: 'About dolphins.' }], 2)
        expect(await search(other, 'dolphns')).toEqual(['two'])
      } finally {
        await other.close()
      }
    })
  })
}
