import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Findings, Place } from './findings.ts'
import { Composer, Lexer, Parser } from './yaml.ts'

const MAX_DEPTH = 64
/** Spellings of true and false that YAML 1.2 reads as text. */
const OLD_BOOLEAN = /^(?:yes|no|on|off)$/i

export type Path = readonly (string | number)[]

/** A package file as a tree in which every part knows its position. */
export interface PackageDocument {
  readonly text: string
  /** The plain value: maps are records, in the order of the file. */
  readonly value: unknown
  /** The position of the value at `path`; if there is none, that of the nearest enclosing part. */
  place(path: Path): Place
  /** The position of the key that `path` ends with. */
  keyPlace(path: Path): Place
  node(path: Path): Node | null
}

/**
 * Parses one YAML 1.2 document in the strict form of packages: no duplicate keys, anchors, aliases, merge
 * keys or tags, at most 64 levels (acp.md 1.1). Null if there is nothing to look at further; all problems are
 * in `findings`.
 */
export const parseDocument = (text: string, findings: Findings): PackageDocument | null => {
  const composed = compose(text)
  if (typeof composed === 'number') {
    findings.error('too_deep', { offset: composed, path: '' }, { expected: `≤ ${String(MAX_DEPTH)}` })
    return null
  }
  const [document, second] = composed
  if (document === undefined || document.contents === null) {
    findings.error('empty_file', { offset: 0, path: '' })
    return null
  }
  if (second !== undefined)
    findings.error('multiple_documents', { offset: second.range[0], path: '' }, { found: '---' })
  reportSyntax(document, findings)
  if (hasDirectives(document)) findings.error('directive', { offset: 0, path: '' }, { found: '%' })
  const value = read(document.contents, [], findings)
  if (document.errors.length > 0) return null
  const root = document.contents
  return {
    text,
    value,
    node: (path) => nodeAt(root, path),
    place: (path) => placeAt(root, path),
    keyPlace: (path) => {
      const key = pairAt(root, path)?.key
      return key === undefined ? placeAt(root, path) : placeOfNode(key, path)
    },
  }
}

/**
 * Chains the library's stages, so that one pass over the text can stop at the offset where it nests too deep.
 */
const compose = (text: string): Document.Parsed[] | number => {
  const parser = new Parser()
  // The library's own check of duplicate keys takes quadratic time.
  const composer = new Composer({ uniqueKeys: false, merge: false, schema: 'core', prettyErrors: false })
  const documents: Document.Parsed[] = []
  const depth = createDepth()
  for (const lexeme of new Lexer().lex(text)) {
    // Only an attack nests this deep: stop before it costs more time.
    if (depth.after(lexeme) > MAX_DEPTH) return depth.offset()
    for (const token of parser.next(lexeme)) for (const one of composer.next(token)) documents.push(one)
  }
  for (const token of parser.end()) for (const one of composer.next(token)) documents.push(one)
  for (const one of composer.end()) documents.push(one)
  return documents
}

/**
 * The nesting depth so far, of brackets and of `- - -` and `? ? ?` in one line, and the offset of the last
 * lexeme.
 */
const createDepth = (): { after(lexeme: string): number; offset(): number } => {
  let brackets = 0
  let indicators = 0
  let start = 0
  let end = 0
  return {
    offset: () => start,
    after: (lexeme) => {
      const first = lexeme.charCodeAt(0)
      start = end
      if (!MARKS.has(first)) end += lexeme.length
      if (first === SPACE) return brackets
      const one = lexeme.length === 1 ? lexeme : ''
      indicators = one === '-' || one === '?' ? indicators + 1 : 0
      if (one === '[' || one === '{') brackets++
      else if (one === ']' || one === '}') brackets--
      return Math.max(brackets, indicators)
    },
  }
}

const SPACE = 0x20
/** Single control characters are the lexer's own marks, not part of the text. */
const MARKS = new Set([0x02, 0x18, 0x1f])

const hasDirectives = ({ directives }: Document.Parsed): boolean =>
  directives.yaml.explicit === true || Object.keys(directives.tags).length > 1

const reportSyntax = (document: Document.Parsed, findings: Findings): void => {
  for (const { code, pos, message } of document.errors) {
    if (code === 'RESOURCE_EXHAUSTION') {
      findings.error('too_deep', { offset: pos[0], path: '' }, { expected: `≤ ${String(MAX_DEPTH)}` })
    } else if (code === 'MULTIPLE_ANCHORS' || code === 'BAD_ALIAS') {
      findings.error('anchor', { offset: pos[0], path: '' })
    } else {
      findings.error('yaml_syntax', { offset: pos[0], path: '' }, { found: message.split('\n', 1)[0] ?? '' })
    }
  }
}

/**
 * The plain value of a node. Reports everything that two YAML readers could understand differently. `path` is
 * one array, shared by all calls.
 */
const read = (node: unknown, path: (string | number)[], findings: Findings): unknown => {
  if (isScalar(node)) {
    if (node.anchor !== undefined || node.tag !== undefined) reportProperties(node, path, findings)
    return readScalar(node, path, findings)
  }
  if (isAlias(node)) findings.error('alias', placeOfNode(node, path), { found: `*${node.source}` })
  if (!isMap(node) && !isSeq(node)) return null
  if (path.length > MAX_DEPTH) {
    findings.error('too_deep', placeOfNode(node, path), { expected: `≤ ${String(MAX_DEPTH)}` })
    return null
  }
  if (node.anchor !== undefined || node.tag !== undefined) reportProperties(node, path, findings)
  if (isMap(node)) return readMap(node.items, path, findings)
  return node.items.map((item, index) => {
    path.push(index)
    const value = read(item, path, findings)
    path.pop()
    return value
  })
}

const reportProperties = (node: YAMLMap | YAMLSeq | Scalar, path: Path, findings: Findings): void => {
  const place = placeOfNode(node, path)
  if (node.anchor !== undefined)
    findings.error('anchor', findings.before(place, `&${node.anchor}`), { found: `&${node.anchor}` })
  if (node.tag !== undefined) findings.error('tag', findings.before(place, '!'), { found: node.tag })
}

const readScalar = (node: Scalar, path: Path, findings: Findings): unknown => {
  const { value, type } = node
  if (typeof value === 'number' && !Number.isFinite(value)) {
    findings.error('invalid_value', placeOfNode(node, path), {
      found: String(value),
      expected: 'a finite number',
    })
  }
  // Readers of YAML 1.1 take these words for true and false; a signed file must mean the same to every
  // reader.
  if (typeof value === 'string' && value.length < 4 && type === 'PLAIN' && OLD_BOOLEAN.test(value)) {
    const expected = `"${value}", ${/^(?:yes|on)$/i.test(value) ? 'true' : 'false'}`
    findings.warning('yaml_boolean', placeOfNode(node, path), { found: value, expected })
  }
  return value
}

const readMap = (
  pairs: readonly unknown[],
  path: (string | number)[],
  findings: Findings,
): Record<string, unknown> => {
  const record: Record<string, unknown> = {}
  for (const pair of pairs) {
    if (!isPair(pair)) continue
    const { key, value } = pair
    if (isScalar(key) && (key.anchor !== undefined || key.tag !== undefined))
      reportProperties(key, path, findings)
    const name = isScalar(key) ? readScalar(key, path, findings) : null
    if (typeof name !== 'string') {
      const found = JSON.stringify(name)
      findings.error('wrong_type', placeOfNode(key, path), { found, expected: 'a text as key' })
      continue
    }
    path.push(name)
    if (name === '<<') findings.error('merge_key', placeOfNode(key, path), { found: '<<' })
    const isFirst = !Object.hasOwn(record, name)
    if (!isFirst) findings.error('duplicate_key', placeOfNode(key, path), { found: name })
    const child = read(value, path, findings)
    // Everything else uses the first occurrence, as the positions do.
    if (isFirst) setOwn(record, name, child)
    path.pop()
  }
  return record
}

/** A key of this name must not become the prototype. */
const setOwn = (record: Record<string, unknown>, name: string, value: unknown): void => {
  if (name !== '__proto__') record[name] = value
  else Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true })
}

const pairAt = (root: unknown, path: Path): Pair | null => {
  const map = nodeAt(root, path.slice(0, -1))
  return isMap(map) ? pairIn(map, path.at(-1)) : null
}

const nodeAt = (root: unknown, path: Path): Node | null => {
  let node: unknown = root
  for (const part of path) {
    if (isMap(node)) node = pairIn(node, part)?.value
    else if (isSeq(node) && typeof part === 'number') node = node.items[part]
    else return null
  }
  return isNode(node) ? node : null
}

const pairIn = (map: YAMLMap, name: unknown): Pair | null => {
  // Scanning a map of usual length is quicker than indexing it.
  if (map.items.length > 64) return pairsOf(map).get(name) ?? null
  return map.items.find(({ key }) => isScalar(key) && key.value === name) ?? null
}

/** The pairs of long maps by key, indexed on first use. */
const indexes = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>()
const pairsOf = (map: YAMLMap): ReadonlyMap<unknown, Pair> => {
  const known = indexes.get(map)
  if (known !== undefined) return known
  const index = new Map<unknown, Pair>()
  for (const pair of map.items) {
    const { key } = pair
    if (isScalar(key) && !index.has(key.value)) index.set(key.value, pair)
  }
  indexes.set(map, index)
  return index
}

const placeAt = (root: unknown, path: Path): Place => {
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(root, path.slice(0, length))
    if (node !== null) return { offset: node.range?.[0] ?? 0, path: pathText(path) }
  }
  return { offset: 0, path: pathText(path) }
}

const placeOfNode = (node: unknown, path: Path): Place => ({
  offset: isNode(node) ? (node.range?.[0] ?? 0) : 0,
  path: pathText(path),
})

const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${String(part)}]` : text === '' ? part : `${text}.${part}`,
    '',
  )
