/** Splits a GGUF file in two, as llama.cpp's `gguf-split` does: the first part has all that is said about the model. */
import { readFileSync, writeFileSync } from 'node:fs'

/** Bytes of values of a fixed size, by their type. */
const SIZES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}
const TEXT = 8
const LIST = 9
const UINT16 = 2
const INT32 = 5
const ALIGNMENT = 32
/** The head of a small model. */
const MAX_HEAD = 32_000_000

interface Tensor {
  /** Its description up to where its data is. */
  readonly about: Buffer
  readonly offset: number
}

/** Writes both parts, to paths that end with `-00001-of-00002.gguf` and so on. */
export const splitGguf = (file: string, to: readonly [string, string]): void => {
  const whole = readFileSync(file)
  const head = whole.subarray(0, MAX_HEAD)
  const tensorCount = Number(head.readBigUInt64LE(8))
  const memberCount = Number(head.readBigUInt64LE(16))
  let at = 24
  const number = (): number => {
    at += 8
    return Number(head.readBigUInt64LE(at - 8))
  }
  const skipText = (): void => {
    const length = number()
    at += length
  }
  const skip = (type: number): void => {
    if (type === TEXT) skipText()
    else if (type === LIST) {
      const of = head.readUInt32LE(at)
      at += 4
      for (let left = number(); left > 0; left -= 1) skip(of)
    } else at += SIZES[type] ?? NaN
  }
  for (let left = memberCount; left > 0; left -= 1) {
    skipText()
    at += 4
    skip(head.readUInt32LE(at - 4))
  }
  const members = head.subarray(24, at)
  const tensors = Array.from({ length: tensorCount }, (): Tensor => {
    const from = at
    skipText()
    at += 4 + 8 * head.readUInt32LE(at) + 4
    const about = head.subarray(from, at)
    return { about, offset: number() }
  }).toSorted((a, b) => a.offset - b.offset)
  const data = whole.subarray(Math.ceil(at / ALIGNMENT) * ALIGNMENT)
  const half = Math.floor(tensorCount / 2)
  ;[tensors.slice(0, half), tensors.slice(half)].forEach((some, part) => {
    const own = Buffer.concat([
      part === 0 ? members : Buffer.alloc(0),
      member('split.no', UINT16, part),
      member('split.count', UINT16, 2),
      member('split.tensors.count', INT32, tensorCount),
    ])
    const begin = some[0]?.offset ?? 0
    const end = part === 0 ? (tensors[half]?.offset ?? data.length) : data.length
    const start = Buffer.alloc(24)
    start.write('GGUF', 'latin1')
    start.writeUInt32LE(3, 4)
    start.writeBigUInt64LE(BigInt(some.length), 8)
    start.writeBigUInt64LE(BigInt(part === 0 ? memberCount + 3 : 3), 16)
    const parts = [start, own, ...some.flatMap(({ about, offset }) => [about, uint64(offset - begin)])]
    const length = parts.reduce((sum, one) => sum + one.length, 0)
    const padding = Buffer.alloc((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT)
    writeFileSync(to[part] ?? '', Buffer.concat([...parts, padding, data.subarray(begin, end)]))
  })
}

const member = (name: string, type: number, value: number): Buffer => {
  const size = SIZES[type] ?? 0
  const bytes = Buffer.alloc(8 + name.length + 4 + size)
  bytes.writeBigUInt64LE(BigInt(name.length))
  bytes.write(name, 8, 'latin1')
  bytes.writeUInt32LE(type, 8 + name.length)
  bytes.writeIntLE(value, 12 + name.length, size)
  return bytes
}

const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
