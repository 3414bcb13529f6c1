import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  parseAllDocuments,
  type Document,
  type Node,
  type Scalar,
} from 'yaml'
import type { Findings, Place } from './findings.ts'

const MAX_DEPTH = 64

export type Path = readonly (string | number)[]

/** A package file as a tree whose every part knows its place. */
export interface PackageDocument {
  /** The plain value: maps are records, in the order of the file. */
  readonly value: unknown
  place(path: Path): Place
  node(path: Path): Node | null
}

/**
 * Parses one YAML 1.2 document in the strict form packages use: no duplicate keys, anchors, aliases, merge keys or tags, at
 * most 64 levels (acp.md 1.1). Null when there is no content to look at further; all problems are in `findings`.
 */
export const parseDocument = (text: string, findings: Findings): PackageDocument | null => {
  if (isTooDeepToParse(text)) {
    findings.error('too_deep', { offset: 0, path: '' }, { expected: `≤ ${String(MAX_DEPTH)}` })
    return null
  }
  // The library's own check of keys takes time in the square of their number.
  const options = { uniqueKeys: false, merge: false, schema: 'core', prettyErrors: false } as const
  const documents = parseAllDocuments(text, options)
  const [document, second] = 'empty' in documents ? [] : documents
  if (document === undefined || document.contents === null) {
    findings.error('empty_file', { offset: 0, path: '' })
    return null
  }
  if (second !== undefined)
    findings.error('multiple_documents', { offset: second.range[0], path: '' }, { found: '---' })
  reportSyntax(document, findings)
  if (hasDirectives(document)) findings.error('directive', { offset: 0, path: '' }, { found: '%' })
  const nodes = new Map<string, Node>()
  const value = read(document.contents, [], { findings, nodes })
  if (document.errors.length > 0) return null
  return {
    value,
    node: (path) => nodes.get(keyOf(path)) ?? null,
    place: (path) => placeAt(nodes, path),
  }
}

const hasDirectives = ({ directives }: Document.Parsed): boolean =>
  directives.yaml.explicit === true || Object.keys(directives.tags).length > 1

/** Cuts short what could only be an attack, before a parser spends its time on it. */
export const isTooDeepToParse = (text: string): boolean => {
  if (/^ *(?:[-?] +){65}/m.test(text)) return true
  let depth = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth++
    if (token === ']' || token === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

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

interface Reading {
  readonly findings: Findings
  /** Every node by its path, so that a place is found without walking there again. */
  readonly nodes: Map<string, Node>
}

/** The plain value of a node. Reports what could make two readers see two different documents. */
const read = (node: unknown, path: Path, reading: Reading): unknown => {
  const { findings, nodes } = reading
  if (isAlias(node)) findings.error('alias', placeOfNode(node, path), { found: `*${node.source}` })
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null
  const place = placeOfNode(node, path)
  if (!nodes.has(keyOf(path))) nodes.set(keyOf(path), node)
  if (path.length > MAX_DEPTH) {
    findings.error('too_deep', place, { expected: `≤ ${String(MAX_DEPTH)}` })
    return null
  }
  if (node.anchor !== undefined) findings.error('anchor', place, { found: `&${node.anchor}` })
  if (node.tag !== undefined) findings.error('tag', place, { found: node.tag })
  if (isMap(node)) return readMap(node.items, path, reading)
  if (isSeq(node)) return node.items.map((item, index) => read(item, [...path, index], reading))
  if (typeof node.value === 'number' && !Number.isFinite(node.value)) {
    findings.error('invalid_value', place, { found: String(node.value), expected: 'a finite number' })
  }
  return node.value
}

/** A key is text; an anchor or a tag on it is as unwelcome as elsewhere. */
const readKey = (key: Scalar, path: Path, findings: Findings): unknown => {
  const place = placeOfNode(key, path)
  if (key.anchor !== undefined) findings.error('anchor', place, { found: `&${key.anchor}` })
  if (key.tag !== undefined) findings.error('tag', place, { found: key.tag })
  return key.value
}

const readMap = (pairs: readonly unknown[], path: Path, reading: Reading): Record<string, unknown> => {
  const { findings } = reading
  const entries = new Map<string, unknown>()
  for (const pair of pairs) {
    if (!isPair(pair)) continue
    const { key, value } = pair
    const place = placeOfNode(key, path)
    const name = isScalar(key) ? readKey(key, path, findings) : null
    if (typeof name !== 'string') {
      findings.error('wrong_type', place, { found: JSON.stringify(name), expected: 'a text as key' })
      continue
    }
    if (name === '<<') findings.error('merge_key', place, { found: '<<' })
    if (entries.has(name)) findings.error('duplicate_key', place, { found: name })
    entries.set(name, read(value, [...path, name], reading))
  }
  return Object.fromEntries(entries)
}

/** The place of what is at `path`; of the nearest thing around it where nothing is. */
const placeAt = (nodes: ReadonlyMap<string, Node>, path: Path): Place => {
  for (let length = path.length; length >= 0; length--) {
    const node = nodes.get(keyOf(path.slice(0, length)))
    if (node !== undefined) return { offset: node.range?.[0] ?? 0, path: pathText(path) }
  }
  return { offset: 0, path: pathText(path) }
}

const keyOf = (path: Path): string => JSON.stringify(path)

const placeOfNode = (node: unknown, path: Path): Place => ({
  offset: isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0,
  path: pathText(path),
})

const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${String(part)}]` : text === '' ? part : `${text}.${part}`,
    '',
  )
