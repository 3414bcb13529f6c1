import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'
import { anchorHash, digestOf } from './digest.ts'
import type {
  Anchor,
  ConsistencyProof,
  InclusionProof,
  ObjectProof,
  ProofParts,
  ProvenChange,
  Seal,
  Snapshot,
} from '../../contract/state-proofs.ts'

const script = join(import.meta.dirname, '../../../docs/verify-proof.mjs')
const KEY = { owner: noteAccess.owner, scope: noteAccess.scope }
const directory = mkdtempSync(join(tmpdir(), 'satchel-proof-'))

let test: TestState
let inclusion: InclusionProof
let unanchored: InclusionProof
let object: ObjectProof
let consistency: ConsistencyProof
let otherAnchor: Anchor
let lastAnchor: Anchor

beforeAll(async () => {
  test = openTestState()
  const id = test.create({ title: 'Milch für 你好' })
  const version = (): string => test.state.get({ schemaUri: NOTE, id }).version
  const first = version()
  otherAnchor = await test.state.proofs.anchor(KEY)
  for (let n = 0; n < 5; n += 1)
    test.state.update(noteAccess, {
      schemaUri: NOTE,
      id,
      patch: { $set: { title: String(n), rating: -n * 1e6 } },
    })
  lastAnchor = await test.state.proofs.anchor(KEY)
  inclusion = await test.state.proofs.inclusion({ change: first })
  object = await test.state.proofs.object({ schemaUri: NOTE, id })
  test.create({})
  consistency = await test.state.proofs.consistency({ ...KEY, fromSize: 3 })
  unanchored = await test.state.proofs.inclusion({ change: first })
  const late = test.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title: 'late' } } })
  unanchored = await test.state.proofs.inclusion({ change: late.change.hash })
})
afterAll(() => {
  test.close()
  rmSync(directory, { recursive: true, force: true })
})

let files = 0
/** The script's output with plain Node: none of our modules, no flags, another working directory. */
const run = (proof: unknown, ...more: string[]): Promise<{ code: number; out: string; err: string }> => {
  const file = join(directory, `${String((files += 1))}.json`)
  writeFileSync(file, typeof proof === 'string' ? proof : JSON.stringify(proof))
  return new Promise((resolve) => {
    execFile(process.execPath, [script, file, ...more], { cwd: directory, env: {} }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

/** The script and our code agree on it. */
const isGood = async (proof: unknown, ...more: string[]): Promise<boolean> => {
  const { code, err } = await run(proof, ...more)
  const own = test.state.proofs.verify(typeof proof === 'string' ? null : proof, ...more).ok
  expect(own).toBe(code === 0)
  if (code !== 0) expect(err).toContain('REFUSED')
  return own
}

const flipped = (hex: string, at: number): string => {
  const bytes = Buffer.from(hex, 'hex')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('hex')
}
const otherHash = (hash: string): string => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`
const otherHashes = (parts: ProofParts): ProofParts =>
  parts.map(({ leaves, hash }) => ({ leaves, hash: otherHash(hash) }))
const sealOf = ({ number, at, previous, hash }: Anchor): Seal => ({ number, at, previous, hash })
/** The proof of one change with something replaced. */
const withChange = (change: Partial<ProvenChange>): InclusionProof => ({
  ...inclusion,
  changes: inclusion.changes.map((shown) => ({ ...shown, ...change })),
})
const shownOf = ({ changes: [shown] }: InclusionProof): ProvenChange => {
  if (shown === undefined) throw new Error('a proof without a change')
  return shown
}
/** A tampered snapshot with a recomputed digest: only the proof, or the expected value, can reveal it. */
const resealed = (snapshot: Snapshot, change: Partial<Snapshot>): Snapshot => {
  const made = { ...snapshot, ...change }
  return { ...made, digest: digestOf(made) }
}

describe('the script in docs/', () => {
  it('has at most fifty lines', () => {
    const lines = readFileSync(script, 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(50)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120)
  })

  it('needs nothing but Node', () => {
    const imports = [
      ...readFileSync(script, 'utf8').matchAll(/^import .*'([^']+)'$|import\('([^']+)'\)/gm),
    ].map(([, name, other]) => name ?? other)
    expect(imports.length).toBeGreaterThan(0)
    for (const name of imports) expect(name).toMatch(/^node:/)
  })

  it('says of a good proof what it shows, step by step', async () => {
    const { code, out } = await run(inclusion, lastAnchor.hash)
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => line.startsWith('ok'))).toHaveLength(2)
    for (const shown of [`kind: 'create'`, `object: '${object.object.id}'`, `schema: '${NOTE}'`, 'size: 6'])
      expect(out).toContain(shown)
    expect(out).toContain(lastAnchor.hash)
    const { out: purged } = await run(withChange({ ops: null }))
    expect(purged).toContain('what it did was purged')
    expect(purged).toContain('still to be compared')
  })

  it('takes good proofs of every kind', async () => {
    for (const proof of [inclusion, unanchored, object, consistency]) expect(await isGood(proof)).toBe(true)
    expect(await isGood(inclusion, inclusion.snapshot.root)).toBe(true)
    expect(await isGood(unanchored, unanchored.snapshot.digest)).toBe(true)
    expect(await isGood(consistency, consistency.snapshot.root)).toBe(true)
    expect(await isGood(withChange({ ops: null }))).toBe(true)
    expect((await run(unanchored)).out).toContain(unanchored.snapshot.digest)
  })

  it('refuses text that is not a proof, and a hash other than the expected one', async () => {
    for (const wrong of ['', '{', 'null', '[]', '{}', '{"kind":"satchel-inclusion-proof","version":2}'])
      expect(await isGood(wrong)).toBe(false)
    const { snapshot, anchor } = inclusion
    for (const changes of [[], undefined, null])
      expect(await isGood({ kind: inclusion.kind, version: 2, snapshot, anchor, changes })).toBe(false)
    for (const proof of [inclusion, object, consistency])
      expect(await isGood(proof, otherHash(lastAnchor.hash))).toBe(false)
    expect((await run('no JSON')).code).not.toBe(0)
  })

  it('says of a proof in another form that it is one', async () => {
    for (const version of [0, 1, 3]) {
      expect(await isGood({ ...inclusion, version })).toBe(false)
      const { err } = await run({ ...inclusion, version })
      expect(err).toContain(`REFUSED: this checks proofs of version 2, not ${String(version)}`)
      const { steps } = test.state.proofs.verify({ ...inclusion, version })
      expect(steps).toEqual([{ ok: false, step: 'version', value: `${String(version)} / 2` }])
    }
  })

  const shown = (): ProvenChange => shownOf(inclusion)
  /** Ways to damage a proof of one change. */
  const damages: [string, () => unknown][] = [
    ['another leaf', () => withChange({ before: [{ leaves: 1, hash: lastAnchor.root }] })],
    ['the leaf on the other side', () => withChange({ before: shown().after, after: [] })],
    ['a hash of the path changed', () => withChange({ after: otherHashes(shown().after) })],
    ['the path too short', () => withChange({ after: shown().after.slice(1) })],
    ['the path too long', () => withChange({ after: [...shown().after, ...shown().after] })],
    [
      'a path without the leaf',
      () => withChange({ before: [{ leaves: 6, hash: lastAnchor.root }], after: [] }),
    ],
    [
      'a path that has all without the leaf',
      () => withChange({ before: [{ leaves: 6, hash: lastAnchor.root }] }),
    ],
    ['the path backwards', () => withChange({ after: shown().after.toReversed() })],
    [
      'parts of other sizes',
      () => withChange({ after: shown().after.map((part) => ({ ...part, leaves: 1 })) }),
    ],
    [
      'parts without leaves',
      () => withChange({ after: shown().after.map((part) => ({ ...part, leaves: 0 })) }),
    ],
    ['parts of less than no leaf', () => withChange({ before: [{ leaves: -1, hash: lastAnchor.root }] })],
    [
      'a path that is no hash',
      () => withChange({ after: shown().after.map(({ leaves, hash }) => ({ leaves, hash: hash.slice(2) })) }),
    ],
    [
      'the root changed',
      () => ({ ...inclusion, snapshot: { ...inclusion.snapshot, root: otherHash(inclusion.snapshot.root) } }),
    ],
    ['the size changed', () => ({ ...inclusion, snapshot: { ...inclusion.snapshot, size: 5 } })],
    [
      'the size changed, and no anchor',
      () => ({ ...unanchored, snapshot: { ...unanchored.snapshot, size: 9 } }),
    ],
    [
      'the owner changed',
      () => ({ ...inclusion, snapshot: { ...inclusion.snapshot, owner: 'did:key:zOther' } }),
    ],
    [
      'another root, closed again',
      () => ({
        ...inclusion,
        anchor: null,
        snapshot: resealed(inclusion.snapshot, { root: 'ab'.repeat(32) }),
      }),
    ],
    [
      'another scope, closed again',
      () => ({ ...inclusion, anchor: null, snapshot: resealed(inclusion.snapshot, { scope: 'sc:other' }) }),
    ],
    [
      'the snapshot closed again, and the anchor not',
      () => ({ ...inclusion, snapshot: resealed(inclusion.snapshot, { clock: 'x' }) }),
    ],
    ['the anchor of another size', () => ({ ...inclusion, anchor: sealOf(otherAnchor) })],
    [
      'the anchor under another number',
      () => ({ ...inclusion, anchor: { ...sealOf(lastAnchor), number: 7 } }),
    ],
    [
      'the anchor at another time',
      () => ({ ...inclusion, anchor: { ...sealOf(lastAnchor), at: '2020-01-01T00:00:00.000Z' } }),
    ],
    [
      'the anchor of another chain',
      () => ({ ...inclusion, anchor: { ...sealOf(lastAnchor), previous: '0'.repeat(64) } }),
    ],
    [
      'the anchor of another snapshot, closed again',
      () => {
        const made = { ...lastAnchor, ...resealed(lastAnchor, { root: 'ab'.repeat(32) }) }
        return { ...inclusion, anchor: { ...sealOf(made), hash: anchorHash(made) } }
      },
    ],
    ['the ops of another change', () => withChange({ ops: shownOf(unanchored).ops })],
    ['ops with something after them', () => withChange({ ops: `${shown().ops ?? ''}zz00` })],
    ['no ops, which is not that they were purged', () => withChange({ ops: '' })],
    ['the header of another change', () => withChange({ header: shownOf(unanchored).header })],
    ['the header cut off', () => withChange({ header: shown().header.slice(0, 100) })],
    ['no header', () => withChange({ header: '' })],
  ]
  it.each(damages)('refuses %s', async (_what, damaged) => {
    expect(await isGood(damaged())).toBe(false)
  })

  it('refuses a path without end for what it is', async () => {
    const endless = withChange({ after: shown().after.map((part) => ({ ...part, leaves: 0 })) })
    expect((await run(endless)).err).toContain('REFUSED: it fits no tree')
  })

  it('refuses a change in any byte of the header, and of the ops', async () => {
    const { header, ops } = shownOf(inclusion)
    const { verify } = test.state.proofs
    for (let at = 0; at < header.length / 2; at += 1)
      expect(verify(withChange({ header: flipped(header, at) })).ok).toBe(false)
    for (let at = 0; at < (ops ?? '').length / 2; at += 1)
      expect(verify(withChange({ ops: flipped(ops ?? '', at) })).ok).toBe(false)
    for (const at of [0, 1, 12, 60, header.length / 2 - 1])
      expect(await isGood(withChange({ header: flipped(header, at) }))).toBe(false)
    for (const at of [0, (ops ?? '').length / 2 - 1])
      expect(await isGood(withChange({ ops: flipped(ops ?? '', at) }))).toBe(false)
  })

  it('refuses a damaged proof of consistency', async () => {
    const { snapshot: to, earlier } = consistency
    const { snapshot: from, before, after } = earlier
    const withEarlier = (change: Partial<typeof earlier>): ConsistencyProof => ({
      ...consistency,
      earlier: { ...earlier, ...change },
    })
    for (const damaged of [
      withEarlier({ before: before.slice(1) }),
      withEarlier({ before: [...before, ...before.slice(0, 1)] }),
      withEarlier({ before: otherHashes(before) }),
      withEarlier({ before: [{ leaves: 3, hash: otherHash(from.root) }] }),
      withEarlier({ after: otherHashes(after) }),
      withEarlier({ after: [] }),
      withEarlier({ before: [], after: [...before, ...after] }),
      withEarlier({ before: [...before, ...after], after: [] }),
      withEarlier({ snapshot: { ...from, root: otherHash(from.root) } }),
      withEarlier({ snapshot: resealed(from, { root: otherHash(from.root) }) }),
      withEarlier({ snapshot: resealed(from, { size: 4 }) }),
      withEarlier({ snapshot: resealed(from, { size: 0 }) }),
      withEarlier({ snapshot: resealed(from, { scope: 'sc:other' }) }),
      { ...consistency, snapshot: resealed(to, { root: otherHash(to.root) }) },
      { ...consistency, snapshot: resealed(to, { size: 2 }) },
      { ...consistency, snapshot: from, earlier: { ...earlier, snapshot: to } },
    ])
      expect(await isGood(damaged)).toBe(false)
  })

  it('refuses a proof of an object with a change, or a name, that is not its own', async () => {
    const [first] = object.changes
    for (const damaged of [
      { ...object, object: { ...object.object, id: 'other' } },
      { ...object, object: { ...object.object, version: lastAnchor.root } },
      { ...object, changes: [] },
      { ...object, changes: object.changes.slice(0, 1) },
      { ...object, changes: object.changes.map((change) => ({ ...change, after: first?.after ?? [] })) },
    ])
      expect(await isGood(damaged)).toBe(false)
  })
})
