/**
 * Merges others' changes into the current row, which avoids reading and replaying the object's whole log (bench: merge
 * of 1,000 concurrent changes).
 */
import { memberOf, toPointer, type Json, type JsonObject } from '../base/json.ts'
import { stampOf } from '../log/stamp.ts'
import type { Change, EarlierChange, EarlierChanges, Op, OpLog } from '../log/types.ts'
import { flag } from '../policies/flag.ts'
import { toSet } from '../policies/grow-only-set.ts'
import type { FieldPolicy } from '../policies/index.ts'
import { lwwRegister } from '../policies/lww-register.ts'
import { mvRegister } from '../policies/mv-register.ts'
import type { Register } from '../policies/register.ts'
import { compareStamps, type FieldOp, type Policy, type Write } from '../policies/types.ts'
import type { Plan } from './plan.ts'

/** The current object, neither deleted nor purged. */
export interface Standing {
  readonly object: JsonObject
  readonly conflicts: Readonly<Record<string, readonly Json[]>> | null
}

export interface FastForwarded {
  readonly object: JsonObject
  /** By pointer, unordered. */
  readonly conflicts: Readonly<Record<string, readonly Json[]>>
  /** The change that gives the version: see `lastOf`. */
  readonly last: Change | EarlierChange
}

type Mark = Pick<Change, 'log' | 'actor' | 'seq'>

/** What a track needs to know of earlier changes is complete once its marks cover everything before. */
interface Track {
  /** For each replica, its latest change that replaces what it saw. */
  readonly marks: Mark[]
}
interface RegisterTrack extends Track {
  readonly kind: 'register'
  readonly name: string
  readonly policy: Policy<Register>
  state: Register
  /** Newly arrived writes. */
  readonly fresh: FreshWrite[]
}
interface FreshWrite {
  readonly actor: string
  readonly change: Change
  readonly op: FieldOp
}
interface ValueTrack {
  readonly kind: 'counter' | 'set'
  readonly name: string
  value: Json | undefined
}
type FieldTrack = RegisterTrack | ValueTrack

const REGISTERS: Readonly<Partial<Record<FieldPolicy, Policy<Register>>>> = {
  lww_register: lwwRegister,
  mv_register: mvRegister,
  flag,
}
/** After this many changes it is worth asking which replicas the others belong to. */
const FEW = 4

/**
 * Merges newly arrived changes into the current object, if they only write to registers, add to counters or insert into
 * sets that are members of the object itself; null if they do more, and the object has to be replayed from its whole
 * log. The result is that of replaying:
 *
 * * No earlier change has seen an arriving one (else it would have waited for it), so arriving ones are applied last.
 * * Other members, and the object's presence, stay: writing to one member only adds to the presence of the object.
 * * A counter is the sum, a set the union, of what was there and what is added: nothing here removes what it had not
 *   seen.
 * * A register consists of the writes that no later one saw. They are found from the last change backwards: each write
 *   and removal is a mark; a write that no mark saw stands. Once the marks together saw the last change of each replica
 *   among those before, no write before them stands. What a replica saw only grows, so the latest mark of each covers
 *   its earlier ones.
 *
 * `fresh`: in order of arrival, all of one log.
 */
export const fastForward = (
  { plan, saw }: { plan: Plan; saw: OpLog['saw'] },
  standing: Standing,
  fresh: readonly Change[],
  earlier: EarlierChanges,
): FastForwarded | null => {
  const fields = fieldsWritten(plan, standing.object, fresh)
  const [first] = fresh
  if (fields === null || first === undefined) return null
  const registers: RegisterTrack[] = []
  for (const field of fields.values()) if (field.kind === 'register') registers.push(field)
  const heads = lookBack(saw, first.log, registers, earlier)
  if (heads === null) return null
  for (const field of registers) for (const write of lastOfEach(field.fresh)) applyTo(field, saw, write)
  for (const change of lastOfEach(fresh)) advance(saw, heads, change)
  const last = heads.reduce((best, head) => (compareStamps(head, best) > 0 ? head : best))
  return { ...read(standing, fields), last }
}

/**
 * The written fields by name: values with what is added to them, registers with the arriving writes. Null if there is
 * anything else, or a field's rule needs its whole log.
 */
const fieldsWritten = (
  plan: Plan,
  object: JsonObject,
  fresh: readonly Change[],
): ReadonlyMap<string, FieldTrack> | null => {
  const fields = new Map<string, FieldTrack>()
  for (const change of fresh) {
    if (change.ops === null || change.log !== fresh[0]?.log) return null
    for (const op of change.ops) {
      if (op.op === 'create' || op.op === 'delete' || op.path.length !== 1) return null
      const [name = ''] = op.path
      const field = fields.get(name) ?? trackOf(plan, object, name)
      if (field === null) return null
      fields.set(name, field)
      if (field.kind === 'register') {
        if (op.op === 'set' || op.op === 'remove') field.fresh.push({ actor: change.actor, change, op })
      } else if (!applyToValue(field, op)) return null
    }
  }
  return fields
}

const trackOf = (plan: Plan, object: JsonObject, name: string): FieldTrack | null => {
  const node = plan.root.member(name)
  if (node.kind !== 'field') return null
  const policy = REGISTERS[node.policy]
  if (policy !== undefined) return { kind: 'register', name, policy, state: [], marks: [], fresh: [] }
  const value = memberOf(object, name)
  if (node.policy === 'counter' && (value === undefined || Number.isSafeInteger(value)))
    return { kind: 'counter', name, value }
  if (node.policy === 'grow_only_set' && (value === undefined || Array.isArray(value)))
    return { kind: 'set', name, value }
  return null
}

/**
 * Completes the registers; returns the changes of the object that no other has seen. Null if the log has something not
 * supported here.
 */
const lookBack = (
  saw: OpLog['saw'],
  log: number,
  registers: readonly RegisterTrack[],
  earlier: EarlierChanges,
): (Change | EarlierChange)[] | null => {
  const all: Track = { marks: [] }
  const heads: (Change | EarlierChange)[] = []
  const tracks: readonly Track[] = [...registers, all]
  /** For each replica, the number up to which its changes haven't been examined; null until that is known. */
  let before: Map<string, number> | null = null
  const passed = new Map<string, number>()
  let count = 0
  for (const change of earlier.changes) {
    if (change.log !== log) return null
    count += 1
    // The oldest change usually has the most content; it isn't decoded if everything in it was replaced.
    const isOver = count === earlier.count && registers.every((register) => isSeen(saw, register, change))
    const ops = isOver ? [] : (change.said() ?? [])
    for (const register of registers) if (!noteWrites(saw, register, change, ops)) return null
    if (!isSeen(saw, all, change)) heads.push(change)
    mark(all, change)
    passed.set(change.actor, change.seq)
    if (count === FEW) {
      before = earlier.last()
      if (before === null) return null
      for (const [actor, seq] of passed) before.set(actor, seq - 1)
    }
    before?.set(change.actor, change.seq - 1)
    const left = before
    if (left !== null && tracks.every((track) => covers(saw, track, left))) break
  }
  return heads
}

/** Whether the change was understood; one that writes to the whole object other than by creating it isn't. */
const noteWrites = (
  saw: OpLog['saw'],
  register: RegisterTrack,
  change: EarlierChange,
  ops: readonly Op[],
): boolean => {
  let hasWritten = false
  for (let n = ops.length - 1; n >= 0; n--) {
    const op = ops[n]
    if (op === undefined || (op.op === 'delete' && op.mode === 'soft')) continue
    if (op.op === 'delete') return false
    if (op.op !== 'create' && op.path.length === 0) return false
    const value =
      op.op === 'create' ? { value: memberOf(op.object, register.name) } : writtenBy(op, register.name)
    if (value === null) continue
    // Within one change, the last write counts.
    if (value.value !== undefined && !hasWritten && !isSeen(saw, register, change))
      register.state = [{ stamp: change, value: value.value }, ...register.state]
    hasWritten = true
  }
  if (hasWritten) mark(register, change)
  return true
}

/** What an op writes to a register, undefined if it removes; null if it does neither. */
const writtenBy = (
  op: FieldOp & { readonly path: readonly string[] },
  name: string,
): { value: Json | undefined } | null => {
  if (op.path.length !== 1 || op.path[0] !== name) return null
  if (op.op === 'set') return { value: op.value }
  return op.op === 'remove' ? { value: undefined } : null
}

const isSeen = (saw: OpLog['saw'], { marks }: Track, change: Mark): boolean => {
  for (const later of marks) if (saw(later, change)) return true
  return false
}

const mark = ({ marks }: Track, change: Mark): void => {
  for (const { actor } of marks) if (actor === change.actor) return
  marks.push(change)
}

const covers = (saw: OpLog['saw'], { marks }: Track, before: ReadonlyMap<string, number>): boolean => {
  for (const [actor, seq] of before)
    if (seq > 0 && !marks.some((change) => saw(change, { actor, seq }))) return false
  return true
}

/**
 * The last write of each replica: it replaces the replica's earlier ones, and what those replaced. In the order given.
 */
const lastOfEach = <T extends { readonly actor: string }>(all: readonly T[]): readonly T[] => {
  if (all.length < 2) return all
  const last = new Map<string, T>()
  for (let n = all.length - 1; n >= 0; n--) {
    const one = all[n]
    if (one !== undefined && !last.has(one.actor)) last.set(one.actor, one)
  }
  return [...last.values()].reverse()
}

const applyTo = (field: RegisterTrack, saw: OpLog['saw'], { change, op }: FreshWrite): void => {
  const write: Write = { stamp: stampOf(change), saw: (other) => saw(change, other) }
  field.state = field.policy.apply(field.state, op, write)
}

const applyToValue = (field: ValueTrack, op: FieldOp): boolean => {
  if (field.kind === 'counter') {
    const sum = op.op === 'add' ? Number(field.value ?? 0) + op.by : null
    // Beyond these numbers, floating-point sums depend on their order.
    if (op.op !== 'add' || !Number.isSafeInteger(op.by) || !Number.isSafeInteger(sum)) return false
    field.value = sum
    return true
  }
  if (op.op !== 'insert') return false
  field.value = toSet([...(Array.isArray(field.value) ? field.value : []), ...op.values])
  return true
}

/** Updates `heads` to those no other change has seen, including this one. */
const advance = (saw: OpLog['saw'], heads: (Change | EarlierChange)[], change: Change): void => {
  let left = 0
  for (const head of heads) if (!saw(change, head)) heads[left++] = head
  heads.length = left
  heads.push(change)
}

const read = (
  { object: standing, conflicts: known }: Standing,
  fields: ReadonlyMap<string, FieldTrack>,
): Pick<FastForwarded, 'object' | 'conflicts'> => {
  const object: JsonObject = { ...standing }
  const conflicts: Record<string, readonly Json[]> = { ...known }
  for (const field of fields.values()) {
    const value = field.kind === 'register' ? field.policy.read(field.state) : field.value
    if (value === undefined) Reflect.deleteProperty(object, field.name)
    else object[field.name] = value
    if (field.kind !== 'register') continue
    const values = field.policy.conflicts(field.state)
    if (values.length > 0) conflicts[toPointer([field.name])] = values
    else if (known !== null) Reflect.deleteProperty(conflicts, toPointer([field.name]))
  }
  return { object, conflicts }
}
