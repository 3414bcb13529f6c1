/** ObjectAt of texts and lists, cached between edits. */
import { newId } from '../../platform/ids.ts'
import type { Op, OpLog } from '../log/types.ts'
import type { FieldOp } from '../policies/types.ts'
import type { Json } from '../base/json.ts'
import type { SavedSequence, SavedSequences } from './saved-sequences.ts'
import type { Schema } from '../schema/schema.ts'
import type { Sequences } from '../sequences/types.ts'

/**
 * ObjectAt of texts and lists. The log says which write put a text there; that is cached between edits, so that typing
 * doesn't read the object's log for each character.
 */
export interface Editing {
  /** ObjectAt a text or list of the object, which is at `version`. */
  edit(object: ObjectAt, path: readonly string[], after: Json): FieldOp
  /** Call after our change with such an edit was appended to the object; after any other, editing begins anew. */
  appended(object: ObjectAt, ops: readonly Op[], change: Appended): void
  forget(): void
}

/** An object at a version. */
interface ObjectAt {
  readonly schema: Schema
  readonly id: string
  readonly version: string
}

interface Appended {
  readonly hash: Buffer
  readonly clock: string
  readonly seq: number
}

export interface EditingDeps {
  readonly log: OpLog
  readonly sequences: Sequences
  readonly saved: SavedSequences
}

/** The recently edited texts and lists of an object. */
interface Edited {
  /** Version of the object for which this is valid. */
  version: string
  readonly fields: Map<string, Field>
}

interface Field {
  readonly on: string
  /** The document's version. */
  readonly at: string
  readonly counted: Pick<SavedSequence, 'editedBytes' | 'size'>
}

const MAX_OBJECTS = 200

export const createEditing = ({ log, sequences, saved }: EditingDeps): Editing => {
  const objects = new Map<string, Edited>()
  /** Two replicas that share a name, before they know it, still don't share this: Automerge could not merge their edits. */
  const session = newId()
  let edits = 0
  /** Unique for every content, including that of a transaction that was rolled back. */
  const nextPlace = (): string => String(++edits)

  const editedOf = (key: string, version: string): Edited => {
    const known = objects.get(key)
    if (known?.version === version) return known
    const fresh: Edited = { version, fields: new Map() }
    objects.delete(key)
    objects.set(key, fresh)
    const [oldest] = objects.keys()
    if (objects.size > MAX_OBJECTS && oldest !== undefined) objects.delete(oldest)
    return fresh
  }

  const edit: Editing['edit'] = ({ schema, id, version }, path, after) => {
    const key = `${String(schema.row)} ${id}`
    const name = JSON.stringify(path)
    const edited = editedOf(key, version)
    let loaded: SavedSequence | null = null
    const load = () => (loaded ??= saved.load(schema, id, path))
    const known = edited.fields.get(name) ?? {
      on: load()?.sequence.on ?? null,
      at: nextPlace(),
      counted: load() ?? { editedBytes: 0, size: 0 },
    }
    const set = { op: 'set', value: after } as const
    if (known.on === null) return set
    const nextVersion = nextPlace()
    const change = sequences.edit({
      key: `${key} ${name}`,
      version: known.at,
      nextVersion,
      actor: `${log.actor} ${session}`,
      after,
      load: () => {
        const found = load()
        if (found === null) throw new Error('a text is in the view and not in the log')
        return found.sequence
      },
    })
    if (change === null) return set
    const { editedBytes, size } = known.counted
    const counted = { editedBytes: editedBytes + change.length, size }
    edited.fields.set(name, { on: known.on, at: nextVersion, counted })
    return { op: 'edit', on: known.on, change }
  }

  const appended: Editing['appended'] = ({ schema, id, version }, ops, { hash }) => {
    const key = `${String(schema.row)} ${id}`
    const edited = objects.get(key)
    if (edited === undefined) return
    if (edited.version !== version || ops.some((op) => !('path' in op))) {
      objects.delete(key)
      return
    }
    edited.version = hash.toString('hex')
    for (const op of ops) {
      if (!('path' in op)) continue
      if (op.op === 'edit') keep(schema, id, edited, op.path)
      else drop(edited, op.path)
    }
  }

  /** The log has the edit: from time to time the document is saved as well. */
  const keep = (schema: Schema, id: string, edited: Edited, path: readonly string[]): void => {
    const name = JSON.stringify(path)
    const field = edited.fields.get(name)
    if (field === undefined) return
    const key = `${String(schema.row)} ${id} ${name}`
    const load = () => {
      const found = saved.load(schema, id, path)
      if (found === null) throw new Error('a text was edited and is not in the log')
      return found.sequence
    }
    const counted = saved.keep({ schema, id, path, on: field.on }, field.counted, () =>
      sequences.save({ key, version: field.at, load }),
    )
    edited.fields.set(name, { ...field, counted })
  }

  /** A write to the path or a parent of it gives the sequence another base. */
  const drop = (edited: Edited, path: readonly string[]): void => {
    for (const name of edited.fields.keys()) {
      const field = JSON.parse(name) as string[]
      if (path.every((segment, n) => segment === field[n])) edited.fields.delete(name)
    }
  }

  return {
    edit,
    appended,
    forget: () => {
      objects.clear()
    },
  }
}
