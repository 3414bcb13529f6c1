/**
 * Texts and lists as Automerge documents, in this process. Only the worker imports this outside of tests: Automerge
 * doesn't release memory until its thread ends.
 */
import { createHash } from 'node:crypto'
import { getBackend, init } from '@automerge/automerge'
import canonicalize from 'canonicalize'
import type { Json } from '../base/json.ts'
import { differences } from './differences.ts'
import { InvalidSequence } from './invalid-sequence.ts'
import { textSplices } from './text-splices.ts'
import type { Sequence, SequenceKind } from './types.ts'
import { untangle } from './untangle.ts'

type Handle = ReturnType<typeof getBackend>

/** Creates the base of every document on every replica, with the time 0, so that it is the same change everywhere. */
const BASE_ACTOR = '00'.repeat(16)
/** The base's first operation: creates the text or list. */
const SEQUENCE = `1@${BASE_ACTOR}`
/** The most an edit may cost, in inserted characters or elements; that is about one second. */
const MAX_COST = 250_000
/** Removing costs more than inserting. */
const COST_OF_REMOVAL = 4

/** A loaded document. Unusable after an error. */
export interface SequenceDocument {
  readonly kind: SequenceKind
  /** Turns it into `after` and returns the change; null if that is too much for an edit (then nothing has changed). */
  edit(after: Json): Uint8Array | null
  read(): Json
  /** Not compressed: the snapshot store does that. Null if later edits could not be applied to what was saved. */
  save(): Uint8Array | null
  /** In characters or elements. */
  size(): number
  /** Frees its memory in Automerge. */
  free(): void
}

/** Replaces a part of the sequence, in code units of a text or elements of a list. */
interface SequenceSplice {
  readonly at: number
  readonly deleted: number
  readonly inserted: string | readonly string[]
}

/**
 * Opens a sequence's document, to be edited by the replica `actor`. Elements of lists are single units: each is a
 * string of canonical JSON, so that equal values are the same everywhere.
 *
 * @throws InvalidSequence
 */
export const openDocument = (sequence: Sequence, actor: string): SequenceDocument => {
  const { kind } = sequence
  const { handle, isUntangled } = load(sequence, actor)

  const readText = (): string => attempt(() => handle.text(SEQUENCE))
  const readElements = (): readonly string[] =>
    attempt(() => {
      const count = handle.length(SEQUENCE)
      return Array.from({ length: count }, (_, n) => {
        const element = handle.get(SEQUENCE, n)
        if (typeof element !== 'string') throw new Error(`element ${String(n)} is not a value`)
        return element
      })
    })

  /** The current value, cached because the next edit starts from it. */
  let current: string | readonly string[] = kind === 'text' ? readText() : readElements()

  const edit = (after: Json): Uint8Array | null => {
    const next = kind === 'text' ? textOf(after) : elementsOf(after)
    const splices = splicesBetween(current, next)
    if (costOf(splices) > MAX_COST) return null
    attempt(() => {
      if (splices.length === 0) handle.emptyChange(undefined, 0)
      else apply(handle, splices)
    })
    current = next
    const change = handle.getLastLocalChange()
    if (change === null) throw invalid('an edit left no change')
    return change
  }

  const read = (): Json => {
    if (typeof current === 'string') return current
    const elements = current
    return attempt(() => elements.map((text) => JSON.parse(text) as Json))
  }

  return {
    kind,
    edit,
    read,
    save: () => (isUntangled ? null : handle.saveNoCompress()),
    size: () => current.length,
    free: () => handle.free(),
  }
}

/** The merged value of a sequence. Throws `InvalidSequence`. */
export const readSequence = (sequence: Sequence): Json => {
  const document = openDocument(sequence, 'reader')
  try {
    return document.read()
  } finally {
    document.free()
  }
}

/** Identifies the base document that every replica creates for this value: the hash of its only change. */
export const baseHash = (kind: SequenceKind, base: Json): string => {
  const handle = makeBase(kind, base)
  try {
    return handle.getHeads().join()
  } finally {
    handle.free()
  }
}

interface Loaded {
  readonly handle: Handle
  /** Some edits have other names than in the log. */
  readonly isUntangled: boolean
}

const load = (sequence: Sequence, actor: string): Loaded => {
  const editor = createHash('sha256').update(actor).digest('hex').slice(0, 32)
  const { kind, base, changes, saved } = sequence
  const handle = saved === undefined ? fromBase(kind, base, editor) : fromSaved(saved, editor)
  try {
    applyAll(handle, changes)
    return { handle, isUntangled: false }
  } catch (error) {
    if (!isSharedName(error)) throw error
    handle.free()
    return { handle: untangled(sequence, editor), isUntangled: true }
  }
}

/** Edits of replicas that shared a name. */
const untangled = ({ kind, base, changes, saved }: Sequence, editor: string): Handle => {
  const before = saved === undefined ? fromBase(kind, base, editor) : fromSaved(saved, editor)
  const earlier = attempt(() => before.getChanges([]))
  before.free()
  const handle = emptyHandle(editor)
  applyAll(
    handle,
    attempt(() => untangle([...earlier, ...changes])),
  )
  return handle
}

const applyAll = (handle: Handle, changes: readonly Uint8Array[]): void => {
  attempt(() => {
    handle.applyChanges([...changes])
    // Automerge keeps a change waiting if its predecessors are missing; here all have been given.
    const missing = handle.getMissingDeps([])
    if (missing.length > 0) throw new Error(`${String(missing.length)} earlier edits are missing`)
  })
}

/** Automerge's error for two changes of one actor with one number. */
const isSharedName = (error: unknown): boolean =>
  error instanceof InvalidSequence && error.message.includes('duplicate seq')

const fromBase = (kind: SequenceKind, base: Json, editor: string): Handle => {
  const first = makeBase(kind, base)
  try {
    return first.clone(editor)
  } finally {
    first.free()
  }
}

const fromSaved = (saved: Uint8Array, editor: string): Handle => {
  const handle = emptyHandle(editor)
  attempt(() => handle.loadIncremental(saved))
  return handle
}

const makeBase = (kind: SequenceKind, base: Json): Handle => {
  const handle = emptyHandle(BASE_ACTOR)
  const value = kind === 'text' ? textOf(base) : elementsOf(base)
  handle.putObject('_root', 'value', kind === 'text' ? '' : [])
  if (value.length > 0) handle.splice(SEQUENCE, 0, 0, typeof value === 'string' ? value : [...value])
  handle.commit(undefined, 0)
  return handle
}

const emptyHandle = (actor: string): Handle => getBackend(init({ actor }))

const textOf = (value: Json): string => {
  if (typeof value !== 'string') throw invalid('it is not a text')
  return value
}

const elementsOf = (value: Json): readonly string[] => {
  if (!Array.isArray(value)) throw invalid('it is not a list')
  return value.map((element) => canonicalize(element) ?? 'null')
}

const splicesBetween = (
  before: string | readonly string[],
  after: string | readonly string[],
): readonly SequenceSplice[] => {
  if (typeof before === 'string') return textSplices(before, typeof after === 'string' ? after : '')
  const elements = typeof after === 'string' ? [] : after
  const numbers = new Map<string, number>()
  const numbered = (values: readonly string[]): Int32Array =>
    Int32Array.from(values, (value) => {
      const number = numbers.get(value) ?? numbers.size
      numbers.set(value, number)
      return number
    })
  const splices = differences(numbered(before), numbered(elements))
  // Too different to compare, such as a long list in random order: replaced as a whole.
  if (splices === null) return [{ at: 0, deleted: before.length, inserted: elements }]
  return splices.map(({ from, to, afterFrom, afterTo }) => ({
    at: from,
    deleted: to - from,
    inserted: elements.slice(afterFrom, afterTo),
  }))
}

const costOf = (splices: readonly SequenceSplice[]): number =>
  splices.reduce((cost, { deleted, inserted }) => cost + deleted * COST_OF_REMOVAL + inserted.length, 0)

const apply = (handle: Handle, splices: readonly SequenceSplice[]): void => {
  let moved = 0
  for (const { at, deleted, inserted } of splices) {
    handle.splice(SEQUENCE, at + moved, deleted, typeof inserted === 'string' ? inserted : [...inserted])
    moved += inserted.length - deleted
  }
  handle.commit(undefined, 0)
}

/** Converts Automerge's errors to ours. */
const attempt = <T>(work: () => T): T => {
  try {
    return work()
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

const invalid = (problem: string, cause?: unknown): InvalidSequence => new InvalidSequence(problem, { cause })
