import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { cloneJson, invalid, isObject, sameJson, toJson, type Json, type JsonObject } from '../json.ts'
import { exceeded } from '../lifecycle/quota-exceeded.ts'
import { createOwn, type Own } from './own.ts'

/*
 * RFC 6902 of our own: the library for it follows inherited members (`/toString`), takes `/list/x` for an index, and
 * cannot replace the whole document.
 */

const MIB = 1024 * 1024
/** Copies of the whole into itself double it each time: thirty of them would fill any memory. In UTF-16 units. */
const MAX_COPIED = 32 * MIB

const pointerSchema = z.string().regex(/^(\/([^~/]|~[01])*)*$/, 'is not a JSON pointer')
const patchSchema = z.array(
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('add'), path: pointerSchema, value: z.unknown() }),
    z.object({ op: z.literal('remove'), path: pointerSchema }),
    z.object({ op: z.literal('replace'), path: pointerSchema, value: z.unknown() }),
    z.object({ op: z.literal('move'), path: pointerSchema, from: pointerSchema }),
    z.object({ op: z.literal('copy'), path: pointerSchema, from: pointerSchema }),
    z.object({ op: z.literal('test'), path: pointerSchema, value: z.unknown() }),
  ]),
)

/**
 * `object` after a JSON Patch; all of it or nothing. What is not changed is shared with `object`, which stays as it is.
 *
 * @throws SatchelError `validation_failed` for a wrong patch, `version_conflict` when a `test` fails, `quota_exceeded` when it
 * copies more than an object can hold
 */
export const applyJsonPatch = (object: JsonObject, patch: readonly unknown[]): JsonObject => {
  const parsed = patchSchema.safeParse(patch)
  if (!parsed.success) throw invalid('', `the patch is wrong: ${z.prettifyError(parsed.error)}`)
  const own = createOwn()
  const holder = own({ root: object })
  let copied = 0
  for (const step of parsed.data) {
    const path = segmentsOf(step.path)
    switch (step.op) {
      case 'add':
        add(own, holder, path, toJson(step.value, step.path))
        break
      case 'remove':
        remove(own, holder, path)
        break
      case 'replace':
        replace(own, holder, path, toJson(step.value, step.path))
        break
      case 'move': {
        if (step.path.startsWith(`${step.from}/`)) throw invalid(step.path, 'a value cannot move into itself')
        const moved = read(holder, segmentsOf(step.from))
        remove(own, holder, segmentsOf(step.from))
        add(own, holder, path, moved)
        break
      }
      case 'copy': {
        const copy = cloneJson(read(holder, segmentsOf(step.from)))
        copied += JSON.stringify(copy).length
        if (copied > MAX_COPIED)
          throw exceeded({
            what: step.path,
            bytes: copied,
            limit: MAX_COPIED,
            largest: [{ schemaUri: '', id: step.path, bytes: copied }],
          })
        add(own, holder, path, copy)
        break
      }
      case 'test':
        if (!sameJson(read(holder, path), toJson(step.value, step.path)))
          throw new SatchelError('version_conflict', {
            params: { id: step.path },
            details: { pointers: [step.path] },
          })
    }
  }
  const { root } = holder
  if (!isObject(root)) throw invalid('', 'it would no longer be an object')
  return root
}

/** The document hangs under `root`, so that the whole of it has a parent like everything else. */
const segmentsOf = (pointer: string): string[] => [
  'root',
  ...pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')),
]

const pointerOf = (path: readonly string[]): string =>
  path
    .slice(1)
    .map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

const nothingAt = (path: readonly string[]): SatchelError =>
  invalid(pointerOf(path), 'there is nothing there')

const read = (holder: Json, path: readonly string[]): Json => {
  let at = holder
  for (const segment of path) {
    const next = Array.isArray(at)
      ? at[indexOf(segment) ?? -1]
      : isObject(at) && Object.hasOwn(at, segment)
        ? at[segment]
        : undefined
    if (next === undefined) throw nothingAt(path)
    at = next
  }
  return at
}

const indexOf = (segment: string): number | null => (/^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : null)

const add = (own: Own, holder: JsonObject, path: readonly string[], value: Json): void => {
  const { parent, name } = locate(own, holder, path)
  if (Array.isArray(parent)) {
    const index = name === '-' ? parent.length : indexOf(name)
    if (index === null || index > parent.length) throw nothingAt(path)
    parent.splice(index, 0, value)
  } else parent[name] = value
}

const remove = (own: Own, holder: JsonObject, path: readonly string[]): void => {
  read(holder, path)
  const { parent, name } = locate(own, holder, path)
  if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else Reflect.deleteProperty(parent, name)
}

const replace = (own: Own, holder: JsonObject, path: readonly string[], value: Json): void => {
  read(holder, path)
  const { parent, name } = locate(own, holder, path)
  if (Array.isArray(parent)) parent[Number(name)] = value
  else parent[name] = value
}

/** The container a path ends in, to be changed. */
const locate = (
  own: Own,
  holder: JsonObject,
  path: readonly string[],
): { parent: Json[] | JsonObject; name: string } => {
  const name = path.at(-1) ?? ''
  const leading = path.slice(0, -1)
  read(holder, leading)
  let parent: Json[] | JsonObject = holder
  for (const segment of leading) {
    const next: Json | undefined = Array.isArray(parent) ? parent[Number(segment)] : parent[segment]
    if (!Array.isArray(next) && !isObject(next)) throw nothingAt(path)
    const owned: Json[] | JsonObject = own(next)
    if (Array.isArray(parent)) parent[Number(segment)] = owned
    else parent[segment] = owned
    parent = owned
  }
  if (name === '__proto__') throw invalid(pointerOf(path), 'the name is not allowed')
  return { parent, name }
}
