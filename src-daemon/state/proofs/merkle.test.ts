import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { createMerkleTree, rootOfParts, type MerkleTree, type TreePart } from './merkle.ts'

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.from([1]), left, right)
const hex = (hash: Uint8Array | null): string | null => hash && Buffer.from(hash).toString('hex')

/** The definitions of RFC 6962, 2.1, verbatim, without caching. */
const split = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
const MTH = (d: readonly Uint8Array[]): Buffer => {
  const [first] = d
  if (first === undefined) return sha256()
  if (d.length === 1) return sha256(Buffer.from([0]), first)
  const k = split(d.length)
  return node(MTH(d.slice(0, k)), MTH(d.slice(k)))
}
const PATH = (m: number, d: readonly Uint8Array[]): Buffer[] => {
  if (d.length === 1) return []
  const k = split(d.length)
  return m < k
    ? [...PATH(m, d.slice(0, k)), MTH(d.slice(k))]
    : [...PATH(m - k, d.slice(k)), MTH(d.slice(0, k))]
}
const SUBPROOF = (m: number, d: readonly Uint8Array[], b: boolean): Buffer[] => {
  if (m === d.length) return b ? [] : [MTH(d)]
  const k = split(d.length)
  return m <= k
    ? [...SUBPROOF(m, d.slice(0, k), b), MTH(d.slice(k))]
    : [...SUBPROOF(m - k, d.slice(k), false), MTH(d.slice(0, k))]
}

/** The subtrees beside a leaf. */
const beside = (tree: MerkleTree, index: number, size: number): [TreePart[], TreePart[]] => [
  tree.parts(0, index, size),
  tree.parts(index + 1, size, size),
]
const hashesOf = (...parts: readonly TreePart[][]): (string | null)[] =>
  parts.flat().map(({ hash }) => hex(hash))
const sorted = (hashes: readonly Buffer[]): (string | null)[] => hashes.map(hex).sort()
/** The content of a consistency proof: RFC 6962 omits the root of the older tree if that is one subtree. */
const shownOf = (tree: MerkleTree, from: number, size: number): (string | null)[] => {
  const before = tree.parts(0, from, size)
  const known = before.length === 1
  return hashesOf(known ? [] : before, tree.parts(from, size, size)).sort()
}

const leaves = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => sha256(Buffer.from(String(n))))
const treeOf = (inputs: readonly Uint8Array[]) => {
  const tree = createMerkleTree()
  for (const input of inputs) tree.append(input)
  return tree
}

describe('a Merkle tree', () => {
  it('has the root of RFC 6962 for no leaf, one leaf, and leaves without content', () => {
    const tree = createMerkleTree()
    expect(hex(tree.root(0))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    tree.append(Buffer.alloc(0))
    // SHA-256 of the one byte 00.
    expect(hex(tree.root(1))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(hex(tree.root(0))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  /** The tree of seven leaves of RFC 6962, 2.1.3, as drawn there. */
  it('proves what the example of the RFC proves', () => {
    const d = leaves(7)
    const [a, b, c, dd, e, f, j] = d.map((input) => sha256(Buffer.from([0]), input))
    if (!a || !b || !c || !dd || !e || !f || !j) throw new Error('seven')
    const [g, h, i] = [node(a, b), node(c, dd), node(e, f)]
    const [k, l] = [node(g, h), node(i, j)]
    const tree = treeOf(d)
    expect(tree.root(7)).toEqual(node(k, l))
    expect(beside(tree, 0, 7)).toEqual([
      [],
      [
        { leaves: 1, hash: b },
        { leaves: 2, hash: h },
        { leaves: 3, hash: l },
      ],
    ])
    expect(hashesOf(...beside(tree, 3, 7))).toEqual([g, c, l].map(hex))
    expect(hashesOf(...beside(tree, 4, 7))).toEqual([k, f, j].map(hex))
    expect(hashesOf(...beside(tree, 6, 7))).toEqual([k, i].map(hex))
    expect(hashesOf(tree.parts(0, 3, 7), tree.parts(3, 7, 7))).toEqual([g, c, dd, l].map(hex))
    expect(hashesOf(tree.parts(0, 4, 7), tree.parts(4, 7, 7))).toEqual([k, l].map(hex))
    expect(hashesOf(tree.parts(0, 6, 7), tree.parts(6, 7, 7))).toEqual([k, i, j].map(hex))
    expect(hashesOf(tree.parts(0, 7, 7), tree.parts(7, 7, 7))).toEqual([hex(tree.root(7))])
  })

  it('has the roots, paths and proofs of the definition, for every size it ever had', () => {
    const all = leaves(48)
    const tree = treeOf(all)
    for (let size = 0; size <= all.length; size += 1) {
      const d = all.slice(0, size)
      expect(tree.root(size)).toEqual(MTH(d))
      for (let m = 0; m < size; m += 1)
        expect(hashesOf(...beside(tree, m, size)).sort()).toEqual(sorted(PATH(m, d)))
      for (let m = 1; m <= size; m += 1) expect(shownOf(tree, m, size)).toEqual(sorted(SUBPROOF(m, d, true)))
    }
  })

  it('gives parts that lead to the root of what they are parts of', () => {
    const all = leaves(600)
    const tree = treeOf(all)
    fc.assert(
      fc.property(fc.nat(598), fc.nat(598), fc.nat(598), (x, y, z) => {
        const [from, size] = [Math.min(x, y) + 1, Math.max(x, y) + 1]
        const index = z % size
        const [before, after] = beside(tree, index, size)
        const leaf = { leaves: 1, hash: tree.leaf(index) }
        expect(rootOfParts(size, [...before, leaf, ...after])).toEqual(tree.root(size))
        const older = tree.parts(0, from, size)
        expect(rootOfParts(from, older)).toEqual(tree.root(from))
        expect(rootOfParts(size, [...older, ...tree.parts(from, size, size)])).toEqual(tree.root(size))
      }),
      { numRuns: effort(150, 500) },
    )
  })

  it('has every proof fail that was touched anywhere', () => {
    const all = leaves(200)
    const tree = treeOf(all)
    const kinds = ['flip', 'drop', 'add', 'swap', 'more', 'fewer', 'move'] as const
    const damage = fc.record({ at: fc.nat(), kind: fc.constantFrom(...kinds) })
    type Damage = { at: number; kind: (typeof kinds)[number] }
    const damaged = (parts: readonly TreePart[], { at, kind }: Damage): TreePart[] => {
      const copy = parts.map(({ leaves: count, hash }): { leaves: number; hash: Buffer } => ({
        leaves: count,
        hash: Buffer.from(hash),
      }))
      const place = copy.length === 0 ? 0 : at % copy.length
      const [here, next] = [copy[place], copy[place + 1]]
      if (kind === 'drop') copy.splice(place, 1)
      else if (kind === 'swap' && here && next) copy.splice(place, 2, next, here)
      else if (kind === 'flip' && here) here.hash[at % 32] = (here.hash[at % 32] ?? 0) ^ (1 << (at % 8))
      else if (kind === 'more' && here) here.leaves += 1
      else if (kind === 'fewer' && here) here.leaves -= 1
      else if (kind === 'move' && here && next) [here.leaves, next.leaves] = [next.leaves, here.leaves]
      else copy.splice(place, 0, { leaves: 1, hash: sha256(Buffer.from(String(at))) })
      return copy
    }
    fc.assert(
      fc.property(fc.nat(198), fc.nat(198), fc.nat(198), damage, (x, y, z, how) => {
        const [from, size] = [Math.min(x, y) + 1, Math.max(x, y) + 2]
        const [before, after] = beside(tree, z % size, size)
        const good = [...before, { leaves: 1, hash: tree.leaf(z % size) }, ...after]
        const bad = damaged(good, how)
        fc.pre(JSON.stringify(bad) !== JSON.stringify(good))
        expect(hex(rootOfParts(size, bad))).not.toBe(hex(tree.root(size)))
        const older = tree.parts(0, from, size)
        const shown = [...older, ...tree.parts(from, size, size)]
        const touched = damaged(shown, how)
        fc.pre(JSON.stringify(touched) !== JSON.stringify(shown))
        expect(hex(rootOfParts(size, touched))).not.toBe(hex(tree.root(size)))
      }),
      { numRuns: effort(150, 500) },
    )
  })

  it('says no to numbers that are no place in it, however large', () => {
    const tree = treeOf(leaves(3))
    const [hash, all] = [tree.leaf(0), tree.parts(0, 3, 3)]
    expect(rootOfParts(3, all)).toEqual(tree.root(3))
    for (const size of [0, -1, 0.5, 2, 4, Number.NaN, 2 ** 53, Infinity])
      expect(rootOfParts(size, all)).toBeNull()
    for (const count of [0, -1, 0.5, 2, Number.NaN, 2 ** 53])
      expect(rootOfParts(1, [{ leaves: count, hash }])).toBeNull()
    expect(rootOfParts(3, [])).toBeNull()
    expect(rootOfParts(3, [...all, { leaves: 1, hash }])).toBeNull()
    expect(() => tree.root(4)).toThrow(RangeError)
    for (const [start, end, size] of [
      [0, 4, 3],
      [0, 4, 4],
      [2, 1, 3],
      [-1, 1, 3],
      [0.5, 1, 3],
    ] as const)
      expect(() => tree.parts(start, end, size)).toThrow(RangeError)
  })

  it('hashes each leaf about twice, however often it is asked', () => {
    const tree = createMerkleTree()
    const all = leaves(1000)
    const started = cpuTime()
    for (let round = 0; round < 100; round += 1) {
      for (const input of all) tree.append(input)
      tree.root(tree.size)
      tree.parts(0, 7, tree.size)
      tree.parts(1000, tree.size, tree.size)
    }
    expect(tree.size).toBe(100_000)
    // Hashing all of it again in every round would be 5 million leaves, some 15 s.
    expect(cpuTime() - started).toBeLessThan(5000)
  })
})
