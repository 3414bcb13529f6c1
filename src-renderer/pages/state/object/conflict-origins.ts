import type { ChangeRecord, StateObject } from '../../../../src-daemon/contract/state.ts'
import { asRecord } from '../../../features/state-objects/schema-properties.ts'
import { segmentsOf } from '../../../features/state-objects/pointer-title.ts'

/** How many changes of a field are searched for those that wrote its concurrent values. */
const MAX_LOOKED_AT = 12

/** Maps each concurrent value of a field to the change that wrote it; null if that is too old, or purged. */
export type ConflictOrigins = Readonly<Record<string, readonly (ChangeRecord | null)[]>>

/**
 * Who wrote each concurrent value of an object. A change wrote a value that was present after it and not before.
 * `changes`: all of the object, newest first; `at`: the object after a change.
 */
export const originsOf = async (input: {
  readonly conflicts: Readonly<Record<string, readonly unknown[]>>
  readonly changes: readonly ChangeRecord[]
  readonly at: (hash: string) => Promise<StateObject>
}): Promise<ConflictOrigins> => {
  const read = new Map<string, Promise<StateObject>>()
  const valuesAfter = async (change: ChangeRecord | undefined, path: string): Promise<readonly string[]> => {
    if (change === undefined || change.purged) return []
    const reading = read.get(change.hash) ?? input.at(change.hash)
    read.set(change.hash, reading)
    const { object, conflicts } = await reading
    return (conflicts?.[path] ?? [valueAt(object, path)]).map(textOf)
  }

  const writersOf = async (path: string, values: readonly unknown[]): Promise<(ChangeRecord | null)[]> => {
    const writers = values.map((): ChangeRecord | null => null)
    const touching = [...input.changes.entries()].filter(([, { paths }]) => touches(paths, path))
    for (const [place, change] of touching.slice(0, MAX_LOOKED_AT)) {
      if (!writers.includes(null)) break
      const [after, before] = await Promise.all([
        valuesAfter(change, path),
        valuesAfter(input.changes[place + 1], path),
      ])
      for (const [index, value] of values.entries()) {
        const text = textOf(value)
        if (after.includes(text) && !before.includes(text)) writers[index] ??= change
      }
    }
    return writers
  }

  const found = await Promise.all(
    Object.entries(input.conflicts).map(
      async ([path, values]) => [path, await writersOf(path, values)] as const,
    ),
  )
  return Object.fromEntries(found)
}

const touches = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => one === path || path.startsWith(`${one}/`))

/** The value at a JSON pointer. */
export const valueAt = (object: unknown, pointer: string): unknown =>
  segmentsOf(pointer).reduce<unknown>(
    (at, segment) => (Array.isArray(at) ? at[Number(segment)] : asRecord(at)?.[segment]),
    object,
  )

/** The same text for equal values: the daemon sends members in one order. */
export const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))
