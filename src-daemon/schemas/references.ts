import { isDeepStrictEqual } from 'node:util'
import { isObject, pointerSteps, step } from './json-walk.ts'

/** A place in the original schema. */
export interface Place {
  readonly value: unknown
  readonly pointer: string
  /** The innermost schema around it with an `$id`, which is the base of references. */
  readonly resource: Resource
}

interface Resource {
  readonly value: unknown
  readonly pointer: string
  readonly base: string
}

/** Stands in for the address the schema was read from, which doesn't exist. */
const NOWHERE = 'schema://here/'

/** Finds what references lead to within a schema. Nothing is fetched. */
export const createReferences = (root: unknown) => {
  const start: Resource = { value: root, pointer: '', base: idOf(root, NOWHERE) ?? NOWHERE }
  let named: Readonly<Record<'ids' | 'anchors' | 'definitions', Map<string, Place[]>>> | null = null

  const names = () => {
    if (named !== null) return named
    named = { ids: new Map(), anchors: new Map(), definitions: new Map() }
    const left: Place[] = [{ value: root, pointer: '', resource: start }]
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { value, pointer, resource } = next
      if (isObject(value)) {
        if (value === resource.value) put(named.ids, resource.base, next)
        for (const keyword of ['$anchor', '$dynamicAnchor']) put(named.anchors, value[keyword], next)
        for (const keyword of ['$id', 'id']) put(named.anchors, anchorIn(value[keyword]), next)
        for (const keyword of ['$defs', 'definitions'])
          for (const [name, inner] of Object.entries(isObject(value[keyword]) ? value[keyword] : {}))
            put(named.definitions, name, within(resource, inner, pointer + step(keyword) + step(name)))
      }
      if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value))
          left.push(within(resource, inner, pointer + step(name)))
    }
    return named
  }

  const fragment = (resource: Resource, text: string): Place | null => {
    if (text === '' || text === '/') return { ...resource, resource }
    if (text.startsWith('/')) return atPointer(resource, text)
    const found = names().anchors.get(text) ?? []
    const own = found.filter((one) => one.resource === resource || one.resource.value === resource.value)
    return only(own.length > 0 ? own : found)
  }

  /** A definition that isn't at the top, as generators leave it that put a whole schema in another one. */
  const moved = (text: string): Place | null => {
    const [keyword, name, ...more] = text.startsWith('/') ? pointerSteps(text) : []
    const isDefinition = keyword === '$defs' || keyword === 'definitions'
    return isDefinition && name !== undefined && more.length === 0
      ? only(names().definitions.get(name) ?? [])
      : null
  }

  /** The target of a reference; null if there is none in this schema, or it is ambiguous. */
  const resolve = (from: Resource, reference: string): Place | null => {
    const hash = reference.indexOf('#')
    const [address, text] =
      hash === -1 ? [reference, ''] : [reference.slice(0, hash), decoded(reference.slice(hash + 1))]
    // Many references are relative to the whole schema, even below an `$id`.
    if (address === '') return fragment(from, text) ?? fragment(start, text) ?? moved(text)
    if (!URL.canParse(address, from.base)) return null
    const target = only(names().ids.get(new URL(address, from.base).href) ?? [])
    return target === null ? null : fragment(target.resource, text)
  }

  return { start, resolve }
}

/** The target of a reference from the root of a schema; undefined if there is none. */
export const referred = (root: unknown, reference: string): unknown => {
  const { start, resolve } = createReferences(root)
  return resolve(start, reference)?.value
}

/** The place of a value that was found in another's. */
export const within = (resource: Resource, value: unknown, pointer: string): Place => {
  const base = idOf(value, resource.base)
  return { value, pointer, resource: base === null ? resource : { value, pointer, base } }
}

/** The address a schema gives itself; null if none. */
const idOf = (value: unknown, base: string): string | null => {
  if (!isObject(value)) return null
  const id = value['$id'] ?? value['id']
  if (typeof id !== 'string' || id.startsWith('#') || !URL.canParse(id, base)) return null
  const url = new URL(id, base)
  url.hash = ''
  return url.href
}

const anchorIn = (id: unknown): string | null =>
  typeof id === 'string' && id.startsWith('#') && id.length > 1 ? id.slice(1) : null

const atPointer = (resource: Resource, text: string): Place | null => {
  let place: Place = { ...resource, resource }
  for (const name of pointerSteps(text)) {
    const { value, pointer } = place
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    place = within(place.resource, Reflect.get(value, name), pointer + step(name))
  }
  return place
}

const put = (map: Map<string, Place[]>, name: unknown, place: Place): void => {
  if (typeof name !== 'string') return
  const known = map.get(name)
  if (known === undefined) map.set(name, [place])
  else known.push(place)
}

/** Several definitions of one name are ambiguous, unless they are equal. */
const only = (places: readonly Place[]): Place | null => {
  const [first, second] = places
  if (first === undefined) return null
  return second === undefined || (places.length === 2 && isDeepStrictEqual(first.value, second.value))
    ? first
    : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // percent signs that are not UTF-8
  }
}
