/** Merges changes of others into the row that stands: it spares reading and replaying the whole log of the object (bench: merge of 1,000 concurrent changes). */
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

/** An object as it stands, neither deleted nor gone. */
export interface Standing {
  readonly object: JsonObject
  readonly conflicts: Readonly<Record<string, readonly Json[]>> | null
}

export interface FastForwarded {
  readonly object: JsonObject
  /** By pointer, in no order. */
  readonly conflicts: Readonly<Record<string, readonly Json[]>>
  /** The change that names the version: see `lastOf`. */
  readonly last: Change | EarlierChange
}

type Mark = Pick<Change, 'log' | 'actor' | 'seq'>

/** What a track needs to know of earlier changes is known once everything before is covered by its marks. */
interface Track {
  /** Of each replica the latest change that replaces what it saw. */
  readonly marks: Mark[]
}
interface RegisterTrack extends Track {
  readonly kind: 'register'
  readonly name: string
  readonly policy: Policy<Register>
  state: Register
  /** Writes that came in. */
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
/** After so many changes it is worth asking which replicas the others are of. */
const FEW = 4

/**
 * Merges changes that just came in with an object as it stands, where they do nothing but write to registers, add to counters or
 * put into sets that are members of the object itself; null where they do more, and the object has to be replayed from its whole log.
 * Gives what replaying gives:
 *
 * * No change that is here has seen one that comes in (else it would have waited for it), so what comes in is applied last.
 * * Other members, and that the object is there, stay: writing to one member only adds to the presence of the object.
 * * A counter reads as the sum, a set as the union, of what was there and what is added: nothing here removes what it had not seen.
 * * A register is the writes that no later one saw. They are found from the last change backwards: each write and removal is a
 *   mark; a write that no mark saw stands. When the marks together saw the last change of each replica among those before, no
 *   write before them stands. What a replica saw only grows, so the latest mark of each says all that its earlier ones do.
 *
 * `fresh`: in the order in which they came, all of one log.
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
 * The fields that are written to, by name: values with what is added to them, registers with the writes that came in. Null where that is
 * not all, or a field has a rule that needs its whole log.
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

/** Fills the registers; gives the changes of the object that no other has seen. Null where the log has what is not known here. */
const lookBack = (
  saw: OpLog['saw'],
  log: number,
  registers: readonly RegisterTrack[],
  earlier: EarlierChanges,
): (Change | EarlierChange)[] | null => {
  const all: Track = { marks: [] }
  const heads: (Change | EarlierChange)[] = []
  const tracks: readonly Track[] = [...registers, all]
  /** Of each replica, up to where its changes have not been gone through; all of it before that is known. */
  let before: Map<string, number> | null = null
  const passed = new Map<string, number>()
  let count = 0
  for (const change of earlier.changes) {
    if (change.log !== log) return null
    count += 1
    // Of the first one nothing is of use where it was replaced; mostly it says most.
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

/** Whether the change could be read: one that writes to the object as a whole by anything but its creation could not. */
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
    // Of what one change says the last counts.
    if (value.value !== undefined && !hasWritten && !isSeen(saw, register, change))
      register.state = [{ stamp: change, value: value.value }, ...register.state]
    hasWritten = true
  }
  if (hasWritten) mark(register, change)
  return true
}

/** What an op puts into a register, undefined where it removes; null where it does neither. */
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

/** Of each replica the last: it replaces what those before it put there, and whatever they replaced. In the order given. */
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
    // Beyond these numbers a sum depends on what it is made of.
    if (op.op !== 'add' || !Number.isSafeInteger(op.by) || !Number.isSafeInteger(sum)) return false
    field.value = sum
    return true
  }
  if (op.op !== 'insert') return false
  field.value = toSet([...(Array.isArray(field.value) ? field.value : []), ...op.values])
  return true
}

/** `heads` are then those that no other change has seen, this one among them. */
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
