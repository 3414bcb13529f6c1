import { isRecord } from '../platform/is-record.ts'

/** All texts in a value, names of members as well as values: a model reads both. */
export const textsIn = (value: unknown, into: string[] = []): readonly string[] => {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, into)
  else if (isRecord(value))
    for (const [name, child] of Object.entries(value)) {
      into.push(name)
      textsIn(child, into)
    }
  return into
}
