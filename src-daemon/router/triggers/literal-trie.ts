/**
 * Finds which of many texts occur in another one, in a single pass. A trie rather than an Aho-Corasick
 * automaton: texts come and go with packages, and without failure links adding one costs no more than its
 * length. The walk restarts at each position, which the length of the texts bounds; most walks end at the
 * first or second character.
 */
export interface LiteralTrie {
  /** `id` is reported wherever `text` occurs. Several ids may share a text. */
  add(text: string, id: number): void
  remove(text: string, id: number): void
  /** The number of ids with this text. */
  count(text: string): number
  /** Reports each id of each text at each position, `end` exclusive. */
  find(inside: string, report: (id: number, start: number, end: number) => void): void
}

/** Most nodes have a single child, which is stored in the node itself. */
interface Node {
  unit: number
  first: Node | null
  others: Map<number, Node> | null
  ids: number[] | null
}

const NONE = -1

export const createLiteralTrie = (): LiteralTrie => {
  const root = newNode()

  const add: LiteralTrie['add'] = (text, id) => {
    let node = root
    for (let at = 0; at < text.length; at += 1)
      node = childOf(node, text.charCodeAt(at)) ?? grow(node, text.charCodeAt(at))
    node.ids = [...(node.ids ?? []), id]
  }

  const remove: LiteralTrie['remove'] = (text, id) => {
    const path = [root]
    for (let at = 0; at < text.length; at += 1) {
      const next = childOf(path[at] ?? root, text.charCodeAt(at))
      if (next === null) return
      path.push(next)
    }
    const last = path[text.length] ?? root
    const left = last.ids?.filter((other) => other !== id) ?? []
    last.ids = left.length === 0 ? null : left
    for (let at = text.length; at > 0; at -= 1) {
      const node = path[at] ?? root
      if (node.ids !== null || node.first !== null || node.others !== null) return
      prune(path[at - 1] ?? root, text.charCodeAt(at - 1))
    }
  }

  const count: LiteralTrie['count'] = (text) => {
    let node: Node | null = root
    for (let at = 0; at < text.length && node !== null; at += 1) node = childOf(node, text.charCodeAt(at))
    return node?.ids?.length ?? 0
  }

  const find: LiteralTrie['find'] = (inside, report) => {
    const { length } = inside
    for (let start = 0; start < length; start += 1) {
      let node: Node | null = childOf(root, inside.charCodeAt(start))
      for (let at = start + 1; node !== null; at += 1) {
        if (node.ids !== null) for (const id of node.ids) report(id, start, at)
        if (at === length) break
        node = childOf(node, inside.charCodeAt(at))
      }
    }
  }

  return { add, remove, count, find }
}

const newNode = (): Node => ({ unit: NONE, first: null, others: null, ids: null })

const childOf = (node: Node, unit: number): Node | null =>
  node.unit === unit ? node.first : node.others === null ? null : (node.others.get(unit) ?? null)

const grow = (node: Node, unit: number): Node => {
  const child = newNode()
  if (node.first === null) {
    node.unit = unit
    node.first = child
  } else {
    node.others ??= new Map()
    node.others.set(unit, child)
  }
  return child
}

const prune = (node: Node, unit: number): void => {
  if (node.unit === unit) {
    node.unit = NONE
    node.first = null
    return
  }
  node.others?.delete(unit)
  if (node.others?.size === 0) node.others = null
}
