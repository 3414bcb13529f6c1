import { hash } from 'node:crypto'

/*
 * Merkle trees as in RFC 6962, section 2.1: SHA-256 over 0x00 and the input for a leaf, over 0x01 and both children for
 * a node; the left child is the largest perfect tree that leaves something to the right.
 */

const HASH_BYTES = 32
const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** A subtree: how many leaves it has, and its hash. */
export interface TreePart {
  readonly leaves: number
  readonly hash: Buffer
}

/** A tree that only grows. It can answer for every size it ever had. */
export interface MerkleTree {
  readonly size: number
  append(input: Uint8Array): void
  /** Hash of leaf `index`. */
  leaf(index: number): Buffer
  /** Whether leaf `index` was made from `input`. */
  isLeaf(index: number, input: Uint8Array): boolean
  /** Root of the first `size` leaves (RFC 6962, 2.1). */
  root(size: number): Buffer
  /**
   * The largest subtrees of the tree of the first `of` leaves that span leaf `start` up to `end`, from left to right.
   * Those on both sides of a leaf are its audit path (2.1.1); those on both sides of an older tree's end prove that the
   * tree begins with it (2.1.2).
   */
  parts(start: number, end: number, of: number): TreePart[]
}

/**
 * Keeps the root of every perfect subtree (64 bytes a leaf in all), so that appended leaves are hashed about once more,
 * and roots and proofs of any size take some log2(size) hashes.
 */
export const createMerkleTree = (): MerkleTree => {
  /** For each height, the roots of the perfect subtrees from left to right. */
  const levels: HashList[] = []
  let size = 0

  const append = (input: Uint8Array): void => {
    let node = leafHash(input)
    let height = 0
    for (let place = size; ; place = (place - 1) / 2, height += 1) {
      const level = (levels[height] ??= createHashList())
      level.push(node)
      if (place % 2 === 0) break
      node = nodeHash(level.at(place - 1), node)
    }
    size += 1
  }

  /** Root of the leaves from `start` up to `end`; `start` must be one the RFC's recursion can reach. */
  const range = (start: number, end: number): Buffer => {
    const count = end - start
    const left = leftSize(count)
    const height = Math.log2(count)
    // A power of two, whose logarithm is exact in floating point.
    if (left * 2 === count || count === 1) return levelAt(height).at(start / count)
    return nodeHash(range(start, start + left), range(start + left, end))
  }

  const levelAt = (height: number): HashList => {
    const level = levels[height]
    if (level === undefined) throw new RangeError(`the tree has ${String(size)} leaves`)
    return level
  }

  const root = (of: number): Buffer => {
    checkSize(of)
    return of === 0 ? EMPTY_ROOT : range(0, of)
  }

  const parts = (start: number, end: number, of: number): TreePart[] => {
    checkSize(of)
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || start > end || end > of)
      throw new RangeError(`${String(start)} up to ${String(end)} is no part of ${String(of)} leaves`)
    /** The subtrees within the leaves from `from` up to `to`. */
    const within = (from: number, to: number): TreePart[] => {
      if (to <= start || from >= end) return []
      if (from >= start && to <= end) return [{ leaves: to - from, hash: range(from, to) }]
      const middle = from + leftSize(to - from)
      return [...within(from, middle), ...within(middle, to)]
    }
    return within(0, of)
  }

  const checkSize = (of: number): void => {
    if (!Number.isSafeInteger(of) || of < 0 || of > size)
      throw new RangeError(`the tree has ${String(size)} leaves, not ${String(of)}`)
  }

  return {
    get size() {
      return size
    },
    append,
    leaf: (index) => levelAt(0).at(index),
    isLeaf: (index, input) => levelAt(0).at(index).equals(leafHash(input)),
    root,
    parts,
  }
}

/** The root of a tree of `size` leaves whose subtrees, from left to right, are `parts`; null if they don't fit. */
export const rootOfParts = (size: number, parts: readonly TreePart[]): Buffer | null => {
  const left = [...parts]
  const root = isCount(size) ? rootOfNext(size, left) : null
  return left.length === 0 ? root : null
}

/** The root of the next `size` leaves of `parts`, which are consumed. */
const rootOfNext = (size: number, parts: TreePart[]): Buffer | null => {
  const [next] = parts
  if (next === undefined || !isCount(next.leaves) || next.leaves > size) return null
  if (next.leaves === size) return parts.shift()?.hash ?? null
  const left = leftSize(size)
  const older = rootOfNext(left, parts)
  const newer = older && rootOfNext(size - left, parts)
  return older && newer && nodeHash(older, newer)
}

export const leafHash = (input: Uint8Array): Buffer => sha256(LEAF, input)

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  // Hashes have a fixed length; another one comes from a damaged proof and takes the slow path.
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) return sha256(NODE, left, right)
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + HASH_BYTES)
  return hash('sha256', nodeInput, 'buffer')
}

/** Reused for each node, because a tree has as many nodes as leaves. */
const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES)
NODE.copy(nodeInput)

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

/** The root of a tree without leaves. */
const EMPTY_ROOT = sha256()

/** Leaves of the left child of a tree of `size`: the largest power of two below it. Exact for every safe integer. */
const leftSize = (size: number): number => {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

const isCount = (leaves: number): boolean => Number.isSafeInteger(leaves) && leaves > 0

interface HashList {
  push(hash: Uint8Array): void
  at(index: number): Buffer
}

/** Concatenated hashes: a Buffer for each would take four times the memory. */
const createHashList = (): HashList => {
  let bytes = Buffer.alloc(16 * HASH_BYTES)
  let length = 0
  return {
    push: (hash) => {
      if (length * HASH_BYTES === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)])
      bytes.set(hash, length * HASH_BYTES)
      length += 1
    },
    at: (index) => {
      if (index < 0 || index >= length) throw new RangeError(`there are ${String(length)} hashes`)
      return Buffer.from(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES))
    },
  }
}
