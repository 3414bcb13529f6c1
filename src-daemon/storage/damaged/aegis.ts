/**
 * AEGIS-256 (draft-irtf-cfrg-aegis-aead), to open the pages of an encrypted database one by one: SQLite stops at the
 * first page that fails.
 */

const TAG_BYTES = 32
const BLOCK = 16
const STATE_WORDS = 24

const byteTable = (): Uint8Array => {
  const box = new Uint8Array(256)
  for (let p = 1, q = 1, first = true; first || p !== 1; first = false) {
    p = (p ^ (p << 1) ^ (p & 0x80 ? 0x11b : 0)) & 0xff
    q ^= q << 1
    q ^= q << 2
    q = (q ^ (q << 4)) & 0xff
    if (q & 0x80) q ^= 0x09
    box[p] = q ^ rotl8(q, 1) ^ rotl8(q, 2) ^ rotl8(q, 3) ^ rotl8(q, 4) ^ 0x63
  }
  box[0] = 0x63
  return box
}
const rotl8 = (x: number, n: number): number => ((x << n) | (x >>> (8 - n))) & 0xff

/** The contribution of a byte to a column after SubBytes, ShiftRows and MixColumns; columns are little-endian words. */
const T0 = new Int32Array(256)
const T1 = new Int32Array(256)
const T2 = new Int32Array(256)
const T3 = new Int32Array(256)
for (const [n, s] of byteTable().entries()) {
  const twice = ((s << 1) ^ (s & 0x80 ? 0x11b : 0)) & 0xff
  const t = twice | (s << 8) | (s << 16) | ((twice ^ s) << 24)
  T0[n] = t
  T1[n] = (t << 8) | (t >>> 24)
  T2[n] = (t << 16) | (t >>> 16)
  T3[n] = (t << 24) | (t >>> 8)
}

const words = (hex: string): Int32Array => {
  const bytes = Buffer.from(hex, 'hex')
  return Int32Array.from({ length: 4 }, (_, n) => bytes.readInt32LE(n * 4))
}
const C0 = words('000101020305080d1522375990e97962')
const C1 = words('db3d18556dc22ff12011314273b528dd')

/** Six blocks of four words. Calls don't overlap, so one will do. */
const S = new Int32Array(STATE_WORDS)
const M = new Int32Array(4)

const at = (list: Int32Array, n: number): number => list[n] as number

/** The block at `to` becomes one AES round of the block `a b c d`, with itself as the round key. */
const round = (to: number, a: number, b: number, c: number, d: number): void => {
  S[to] = at(S, to) ^ at(T0, a & 255) ^ at(T1, (b >>> 8) & 255) ^ at(T2, (c >>> 16) & 255) ^ at(T3, d >>> 24)
  S[to + 1] =
    at(S, to + 1) ^ at(T0, b & 255) ^ at(T1, (c >>> 8) & 255) ^ at(T2, (d >>> 16) & 255) ^ at(T3, a >>> 24)
  S[to + 2] =
    at(S, to + 2) ^ at(T0, c & 255) ^ at(T1, (d >>> 8) & 255) ^ at(T2, (a >>> 16) & 255) ^ at(T3, b >>> 24)
  S[to + 3] =
    at(S, to + 3) ^ at(T0, d & 255) ^ at(T1, (a >>> 8) & 255) ^ at(T2, (b >>> 16) & 255) ^ at(T3, c >>> 24)
}

const update = (): void => {
  const [a, b, c, d] = [at(S, 20), at(S, 21), at(S, 22), at(S, 23)]
  // From the last block down, because each needs the old value of the one before.
  for (let to = 20; to > 0; to -= 4) round(to, at(S, to - 4), at(S, to - 3), at(S, to - 2), at(S, to - 1))
  for (let n = 0; n < 4; n++) S[n] = at(S, n) ^ at(M, n)
  round(0, a, b, c, d)
}

const absorb = (block: Int32Array, with_: Int32Array | null): void => {
  for (let n = 0; n < 4; n++) M[n] = at(block, n) ^ (with_ === null ? 0 : at(with_, n))
  update()
}

const start = (key: Buffer, nonce: Buffer): void => {
  const [k0, k1, n0, n1] = [key, nonce].flatMap((bytes) =>
    [0, BLOCK].map((from) => Int32Array.from({ length: 4 }, (_, n) => bytes.readInt32LE(from + n * 4))),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array]
  for (let n = 0; n < 4; n++) {
    S[n] = at(k0, n) ^ at(n0, n)
    S[4 + n] = at(k1, n) ^ at(n1, n)
    S[8 + n] = at(C1, n)
    S[12 + n] = at(C0, n)
    S[16 + n] = at(k0, n) ^ at(C0, n)
    S[20 + n] = at(k1, n) ^ at(C1, n)
  }
  for (let times = 0; times < 4; times++) {
    absorb(k0, null)
    absorb(k1, null)
    absorb(k0, n0)
    absorb(k1, n1)
  }
}

const keystream = (n: number): number =>
  at(S, 4 + n) ^ at(S, 16 + n) ^ at(S, 20 + n) ^ (at(S, 8 + n) & at(S, 12 + n))

/** `length` bytes determined only by key and nonce; full blocks. */
export const aegisStream = (key: Buffer, nonce: Buffer, length: number): Buffer => {
  const out = Buffer.allocUnsafe(length)
  start(key, nonce)
  for (let from = 0; from < length; from += BLOCK) {
    for (let n = 0; n < 4; n++) {
      out.writeInt32LE(keystream(n), from + n * 4)
      M[n] = 0
    }
    update()
  }
  return out
}

/** Decrypts `text` in place; returns whether its tag is valid for this key and nonce. */
export const aegisOpen = (key: Buffer, nonce: Buffer, text: Buffer, tag: Buffer): boolean => {
  start(key, nonce)
  const whole = text.length - (text.length % BLOCK)
  const view = new DataView(text.buffer, text.byteOffset, text.byteLength)
  for (let from = 0; from < whole; from += BLOCK) {
    for (let n = 0; n < 4; n++) {
      M[n] = view.getInt32(from + n * 4, true) ^ keystream(n)
      view.setInt32(from + n * 4, at(M, n), true)
    }
    update()
  }
  if (whole < text.length) openRest(text.subarray(whole))
  const sizes = Buffer.alloc(BLOCK)
  sizes.writeBigUInt64LE(BigInt(text.length * 8), 8)
  for (let n = 0; n < 4; n++) M[n] = at(S, 12 + n) ^ sizes.readInt32LE(n * 4)
  for (let times = 0; times < 7; times++) update()
  const found = Buffer.alloc(TAG_BYTES)
  for (let n = 0; n < 4; n++) {
    found.writeInt32LE(at(S, n) ^ at(S, 4 + n) ^ at(S, 8 + n), n * 4)
    found.writeInt32LE(at(S, 12 + n) ^ at(S, 16 + n) ^ at(S, 20 + n), BLOCK + n * 4)
  }
  return found.equals(tag)
}

/** The last block, which is shorter than the others: what follows it counts as zeros. */
const openRest = (rest: Buffer): void => {
  const block = Buffer.alloc(BLOCK)
  rest.copy(block)
  for (let n = 0; n < 4; n++) block.writeInt32LE(block.readInt32LE(n * 4) ^ keystream(n), n * 4)
  block.fill(0, rest.length)
  block.copy(rest)
  for (let n = 0; n < 4; n++) M[n] = block.readInt32LE(n * 4)
  update()
}
