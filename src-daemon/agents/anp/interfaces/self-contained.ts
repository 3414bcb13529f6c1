import { isRecord } from '../../../platform/is-record.ts'
import { referred } from '../../../schemas/index.ts'

type Schema = Readonly<Record<string, unknown>>

/** Definitions taken along; a hostile file names ever more. */
const MAX_DEFINITIONS = 500
const MAX_DEPTH = 64
const MAX_HOPS = 10

/** A part of a file as a schema that stands alone: what it refers to in the file comes along under `$defs`. */
export const selfContained = (part: unknown, file: Schema): Schema => {
  const names = new Map<string, string>()
  const definitions: Record<string, unknown> = {}
  const waiting: { name: string; value: unknown }[] = []

  const referenceTo = (written: string): string => {
    const known = names.get(written)
    if (known !== undefined) return known
    const target = referred(file, written)
    // What leads nowhere stays as it is, and is then named as a place that can't be checked.
    if (target === undefined || names.size >= MAX_DEFINITIONS) return written
    const name = `d${String(names.size)}`
    names.set(written, `#/$defs/${name}`)
    waiting.push({ name, value: target })
    return `#/$defs/${name}`
  }

  const copy = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) return true
    if (Array.isArray(value)) return value.map((one) => copy(one, depth + 1))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string' && inner.startsWith('#')
          ? referenceTo(inner)
          : copy(inner, depth + 1),
      ]),
    )
  }

  const made = copy(part, 0)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    definitions[next.name] = copy(next.value, 0)
  const schema = isRecord(made) ? made : {}
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
}

/** The value that references within a file lead to; undefined if nowhere, or in a circle. */
export const dereferenced = (value: unknown, file: Schema): unknown => {
  let found = value
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (!isRecord(found) || typeof found['$ref'] !== 'string') return found
    found = referred(file, found['$ref'])
  }
  return undefined
}
