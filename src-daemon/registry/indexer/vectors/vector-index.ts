import { SCAN_MODULE } from './scan-module.ts'

const PAGE = 65_536
/** The number of values per step; vectors are padded to a multiple of it. */
const STEP = 16
const MOST = 127
/** Covers the rounding of the error bounds themselves. */
const SLACK = 1 + 1e-5

export interface Near {
  readonly id: number
  /** The dot product of the two vectors: the cosine for vectors of length one. */
  readonly score: number
}

export interface VectorIndex {
  readonly size: () => number
  /** Errors: RangeError for a vector of another length. */
  add(id: number, vector: Float32Array): void
  /** Exactly the k with the greatest products, greatest first. */
  nearest(query: Float32Array, k: number): Near[]
}

/**
 * Vectors in memory, searched exactly. A first pass multiplies them as bytes, sixteen values at a time, in
 * WebAssembly; the error bound of each vector is known, so that only candidates that may still be among the
 * nearest are multiplied in full.
 */
export const createVectorIndex = (dimensions: number): VectorIndex => {
  const width = Math.ceil(dimensions / STEP) * STEP
  const { memory, scan } = startScan()
  let count = 0
  let capacity = 0
  let ids = new Float64Array(0)
  let exact = new Float32Array(0)
  /** For each vector: its step size, its length as bytes, and the distance of that from the exact vector. */
  let steps = new Float32Array(0)
  let lengths = new Float32Array(0)
  let errors = new Float32Array(0)
  let bytes = new Int8Array(0)

  const queryBytes = width * 2
  const vectorsAt = queryBytes
  const scoresAt = (): number => vectorsAt + capacity * width

  const reserve = (wanted: number): void => {
    if (wanted <= capacity) return
    capacity = Math.max(1024, wanted, Math.ceil(capacity * 1.5))
    const needed = Math.ceil((vectorsAt + capacity * (width + 4)) / PAGE)
    memory.grow(Math.max(0, needed - memory.buffer.byteLength / PAGE))
    ids = grown(ids, new Float64Array(capacity))
    exact = grown(exact, new Float32Array(capacity * dimensions))
    steps = grown(steps, new Float32Array(capacity))
    lengths = grown(lengths, new Float32Array(capacity))
    errors = grown(errors, new Float32Array(capacity))
    // Growing the memory detaches earlier views of it.
    bytes = new Int8Array(memory.buffer, vectorsAt, capacity * width)
  }

  const add: VectorIndex['add'] = (id, vector) => {
    if (vector.length !== dimensions) throw new RangeError(`${String(vector.length)} ≠ ${String(dimensions)}`)
    reserve(count + 1)
    ids[count] = id
    exact.set(vector, count * dimensions)
    const { step, length, error } = toSteps(vector, bytes, count * width)
    steps[count] = step
    lengths[count] = length * SLACK
    errors[count] = error * SLACK
    count += 1
  }

  const nearest: VectorIndex['nearest'] = (query, k) => {
    if (query.length !== dimensions) throw new RangeError(`${String(query.length)} ≠ ${String(dimensions)}`)
    if (count === 0 || k <= 0) return []
    const wide = new Int16Array(memory.buffer, 0, width)
    const { step, error } = toSteps(query, wide, 0)
    scan(0, vectorsAt, count, width, scoresAt())
    const products = new Int32Array(memory.buffer, scoresAt(), count)
    const queryLength = lengthOf(query) * SLACK
    const queryError = error * SLACK
    const bound = (at: number): number =>
      (lengths[at] ?? 0) * queryError + (errors[at] ?? 0) * queryLength + 1e-6
    const roughly = (at: number): number => (products[at] ?? 0) * (steps[at] ?? 0) * step

    // The k-th greatest lower bound: a vector with a smaller upper bound cannot be among the nearest.
    const least = createGreatest(k)
    for (let at = 0; at < count; at += 1) least.offer(roughly(at) - bound(at), at)
    const threshold = least.least()
    const found = createGreatest(k)
    for (let at = 0; at < count; at += 1)
      if (roughly(at) + bound(at) >= threshold) found.offer(productOf(query, exact, at * dimensions), at)
    return found.all().map(({ value, at }) => ({ id: ids[at] ?? 0, score: value }))
  }

  return { size: () => count, add, nearest }
}

interface Scan {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly scan: (query: number, vectors: number, count: number, dimensions: number, scores: number) => void
}

/** The part of WebAssembly that is used: Node's types do not include memory. */
const engine = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (size: { initial: number }) => Scan['memory']
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object, imports: object) => { readonly exports: Pick<Scan, 'scan'> }
  }
}

const startScan = (): Scan => {
  const { Memory, Module, Instance } = engine.WebAssembly
  const memory = new Memory({ initial: 1 })
  const module = new Module(Buffer.from(SCAN_MODULE, 'base64'))
  const { scan } = new Instance(module, { env: { memory } }).exports
  return { memory, scan }
}

const grown = <T extends Float32Array | Float64Array>(from: T, to: T): T => {
  to.set(from)
  return to
}

/** Quantises a vector; returns the length of the result, and its distance from the vector. */
const toSteps = (
  vector: Float32Array,
  target: Int8Array | Int16Array,
  at: number,
): { step: number; length: number; error: number } => {
  let greatest = 0
  for (const number of vector) greatest = Math.max(greatest, Math.abs(number))
  const step = Math.fround(greatest === 0 ? 1 : greatest / MOST)
  let length = 0
  let error = 0
  for (let d = 0; d < vector.length; d += 1) {
    const number = vector[d] ?? 0
    const steps = Math.max(-MOST, Math.min(MOST, Math.round(number / step)))
    target[at + d] = steps
    length += (steps * step) ** 2
    error += (number - steps * step) ** 2
  }
  return { step, length: Math.sqrt(length), error: Math.sqrt(error) }
}

const lengthOf = (vector: Float32Array): number => {
  let sum = 0
  for (const number of vector) sum += number * number
  return Math.sqrt(sum)
}

const productOf = (query: Float32Array, vectors: Float32Array, from: number): number => {
  let sum = 0
  for (let d = 0; d < query.length; d += 1) sum += (query[d] ?? 0) * (vectors[from + d] ?? 0)
  return sum
}

/** Keeps the k greatest of many values. */
const createGreatest = (k: number) => {
  const kept: { value: number; at: number }[] = []
  let least = -Infinity
  return {
    offer: (value: number, at: number): void => {
      if (kept.length >= k && value <= least) return
      let place = kept.length
      while (place > 0 && (kept[place - 1]?.value ?? 0) < value) place -= 1
      kept.splice(place, 0, { value, at })
      if (kept.length > k) kept.pop()
      if (kept.length === k) least = kept[k - 1]?.value ?? least
    },
    least: () => least,
    all: () => kept,
  }
}
