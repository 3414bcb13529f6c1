import type { ThreadCard } from '../../contract/thread-cards.ts'
import { isRecord } from '../../platform/is-record.ts'

type Row = ThreadCard['rows'][number]
type Types = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>

/** Typed data of a wallet request (EIP-712), as it is read. */
export interface TypedData {
  readonly types: Types
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** More rows than anybody reads. */
const MAX_ROWS = 200
/** What is deeper stays in one row, as JSON. */
const MAX_DEPTH = 12
/** `Person[2]` is a list of `Person`. */
const LIST = /^(.*)\[\d*\]$/

/**
 * Typed data as a tree: its domain, then each member that is signed, in the order in which it is signed, with its type. `unsigned` are the
 * paths of members that no type names: a wallet passes them over, so that what they say binds nobody. Null if there is no such type, or more
 * than a tree helps with.
 */
export const typedRows = ({
  types,
  primaryType,
  domain,
  message,
}: TypedData): { readonly rows: readonly Row[]; readonly unsigned: readonly string[] } | null => {
  if (!Object.hasOwn(types, primaryType)) return null
  const rows: Row[] = []
  const unsigned: string[] = []

  const add = (label: string, value: string, depth: number): void => {
    rows.push({ label, value, code: true, total: false, depth })
  }
  const walk = (label: string, path: string, type: string, value: unknown, depth: number): void => {
    const item = LIST.exec(type)?.[1]
    const members = Object.hasOwn(types, type) ? types[type] : undefined
    if (rows.length > MAX_ROWS) return
    if (depth < MAX_DEPTH && item !== undefined && Array.isArray(value)) {
      add(label, type, depth)
      for (const [n, one] of value.entries())
        walk(`[${String(n)}]`, `${path}[${String(n)}]`, item, one, depth + 1)
    } else if (depth < MAX_DEPTH && members !== undefined && isRecord(value)) {
      add(label, type, depth)
      walkMembers(path, members, value, depth + 1)
    } else
      add(`${label} (${type})`, typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'), depth)
  }
  const walkMembers = (
    path: string,
    members: Types[string],
    value: Readonly<Record<string, unknown>>,
    depth: number,
  ): void => {
    for (const { name, type } of members)
      walk(name, joined(path, name), type, Object.hasOwn(value, name) ? value[name] : undefined, depth)
    const named = new Set(members.map(({ name }) => name))
    unsigned.push(...Object.keys(value).flatMap((name) => (named.has(name) ? [] : [joined(path, name)])))
  }

  add('domain', 'EIP712Domain', 0)
  for (const [name, value] of Object.entries(domain))
    add(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'), 1)
  walk('message', '', primaryType, message, 0)
  return rows.length > MAX_ROWS ? null : { rows, unsigned }
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
