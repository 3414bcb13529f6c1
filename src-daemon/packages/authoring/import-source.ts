import { isRecord } from '../../platform/is-record.ts'
import type { Fields } from '../document/fields.ts'

/** A foreign document that records which parts were read. */
export interface Source {
  /** The text at a dotted path, marked as read; null if there is none. */
  text(path: string): string | null
  texts(path: string): string[]
  /** The value at a path, marked as read. */
  take(path: string): unknown
  /** Marks `path` as not carried over, although a part around it was read. */
  leave(path: string): void
  /** The paths of everything that was not read. */
  left(): string[]
}

/** Wraps `root` and records what is read. */
export const createSource = (root: Fields): Source => {
  const taken = new Set<string>()
  const skipped: string[] = []
  const at = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>(
        (node, key) => (isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined),
        root,
      )
  const take = (path: string): unknown => {
    const value = at(path)
    if (value !== undefined) taken.add(path)
    return value
  }
  const leaves = (value: unknown, path: string): string[] => {
    if (taken.has(path) || value === null || value === '') return []
    if (!isRecord(value)) return Array.isArray(value) && value.length === 0 ? [] : [path]
    return Object.entries(value).flatMap(([key, child]) =>
      leaves(child, path === '' ? key : `${path}.${key}`),
    )
  }
  return {
    take,
    text: (path) => {
      const value = at(path)
      if (typeof value !== 'string' || value.trim() === '') return null
      taken.add(path)
      return value
    },
    texts: (path) => {
      const value = at(path)
      if (!Array.isArray(value)) return []
      taken.add(path)
      return value.filter((item) => typeof item === 'string').filter((item) => item.trim() !== '')
    },
    leave: (path) => {
      skipped.push(path)
    },
    left: () => [...leaves(root, ''), ...skipped],
  }
}
