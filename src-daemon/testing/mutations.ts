/**
 * A corpus of damaged files, the same on every machine: number `index` is always the same damage of the same file. For parsers of
 * foreign input, which must handle anything.
 */
export const mutated = (originals: readonly Uint8Array[], index: number): Uint8Array => {
  const random = randomOf(index + 1)
  return damaged(pick(originals, random), random, { others: originals, fragments: FRAGMENTS })
}

export type Random = () => number

/** What damage puts into a file: parts of other files, and texts that parsers treat in their own way. */
export interface DamageSources {
  readonly others: readonly Uint8Array[]
  readonly fragments: readonly string[]
}
type Damage = (bytes: Uint8Array, random: Random, sources: DamageSources) => Uint8Array

/** The bytes after one to four damages. */
export const damaged: Damage = (bytes, random, sources) => {
  const rounds = 1 + Math.floor(random() * 4)
  let damagedSoFar = bytes
  for (let round = 0; round < rounds; round++)
    damagedSoFar = pick(damages, random)(damagedSoFar, random, sources)
  return damagedSoFar
}

/** Mulberry32: small, and the same everywhere. Numbers from 0 up to 1. */
export const randomOf = (seed: number): Random => {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(list: readonly T[], random: Random): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}

/** What parsers of text, YAML, JSON and Unicode trip over. */
export const FRAGMENTS: readonly string[] = [
  ...[
    '&a ',
    '*a',
    '<<: *a',
    '!!js/function ',
    '!!binary ',
    '!<tag:x> ',
    '%YAML 1.1\n---\n',
    '---\n',
    '...\n',
  ],
  ...['? ', '- ', ': ', '|\n', '>-\n', '{', '[', '}', ']', '"', "'", '#', '\t', '\\', '\\u0000', '\\ud800'],
  ...['\r\n', '\0', '\uFEFF', '\u2028', '\u202E', '\u200B\u200B', '\u{E0041}', '👩‍👩‍👧', '漢字', '\u0301'],
  ...['yes', 'no', 'null', '~', '.inf', '.nan', '0x1F', '1e999', '-0', '__proto__: {}\n', 'constructor: 1\n'],
  '['.repeat(80),
  '{a: '.repeat(80),
  '- '.repeat(80),
  'a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n',
  'x'.repeat(5000),
  '"$ref": "#/definitions/x"',
  '{"$id": "did:nuwa:state:diary#v1"}',
  'signature: "z1"\n',
]

const cut = (bytes: Uint8Array, random: Random): [number, number] => {
  const start = Math.floor(random() * (bytes.length + 1))
  return [start, Math.min(bytes.length, start + Math.floor(random() * 200))]
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

const lines = (bytes: Uint8Array): string[] => Buffer.from(bytes).toString('utf8').split('\n')

const damages: readonly Damage[] = [
  function flipBit(bytes, random) {
    const copy = Uint8Array.from(bytes)
    const at = Math.floor(random() * copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    return copy
  },
  function remove(bytes, random) {
    const [start, end] = cut(bytes, random)
    return joined(bytes.subarray(0, start), bytes.subarray(end))
  },
  function repeat(bytes, random) {
    const [start, end] = cut(bytes, random)
    return joined(bytes.subarray(0, end), bytes.subarray(start, end), bytes.subarray(end))
  },
  function insert(bytes, random, { fragments }) {
    const [at] = cut(bytes, random)
    return joined(bytes.subarray(0, at), Buffer.from(pick(fragments, random)), bytes.subarray(at))
  },
  function replace(bytes, random, { fragments }) {
    const [start, end] = cut(bytes, random)
    return joined(bytes.subarray(0, start), Buffer.from(pick(fragments, random)), bytes.subarray(end))
  },
  function truncate(bytes, random) {
    return bytes.slice(0, Math.floor(random() * bytes.length))
  },
  function splice(bytes, random, { others }) {
    const other = pick(others, random)
    return joined(bytes.subarray(0, cut(bytes, random)[0]), other.subarray(cut(other, random)[0]))
  },
  function swapLines(bytes, random) {
    const all = lines(bytes)
    const [from, to] = [Math.floor(random() * all.length), Math.floor(random() * all.length)]
    const [a, b] = [all[from] ?? '', all[to] ?? '']
    return Buffer.from(all.with(from, b).with(to, a).join('\n'))
  },
  function indent(bytes, random) {
    const all = lines(bytes)
    const at = Math.floor(random() * all.length)
    const line = all[at] ?? ''
    return Buffer.from(all.with(at, random() < 0.5 ? `  ${line}` : line.trimStart()).join('\n'))
  },
]
