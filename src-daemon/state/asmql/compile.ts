/** The SQL of a form of query. */
import { entriesLeave } from '../view/expiry.ts'
import type { Schema } from '../schema/schema.ts'
import type { KeyColumn } from '../view/columns.ts'
import { isRanked } from '../view/sort-keys.ts'
import { type Access, accessesOf } from './access.ts'
import type { Filter } from './filter.ts'
import { type Fragment, isTrue } from './fragment.ts'
import { createGroups, type GroupColumn } from './group-step.ts'
import type { Grouping } from './grouping.ts'
import type { OrderBy } from './parse.ts'
import {
  countStep,
  listedStep,
  narrowedStep,
  type NarrowedStep,
  orderStep,
  type PlannedStep,
  type Resume,
  skipSteps,
  sortedSteps,
  type SortKey,
  type Steps,
  walkSteps,
} from './plan.ts'
import { fieldOf, isSamePath, rowSource } from './target.ts'
import { createWhere } from './where.ts'

export interface CompileInput {
  readonly schema: Pick<Schema, 'shape' | 'view' | 'annotations' | 'members' | 'idName'>
  readonly filter: Filter
  readonly order: readonly OrderBy[]
  readonly select: readonly string[] | null
  readonly grouping: Grouping | null
}

/** The SQL of a query form: shared by all queries that only differ in values. */
export interface Compiled {
  readonly accesses: readonly Access[]
  /** The sort key whose index can be walked; null if rows have to be sorted, unless they come by id. */
  readonly walked: KeyColumn | null
  readonly keys: number
  /** Paths of the selected fields; null for the whole object. */
  readonly select: readonly (readonly string[])[] | null
  /** Fields that are tested without an index. */
  readonly scanned: ReadonlySet<string>
  /** With `access`, sorts its rows; without, walks the table in order if an index allows that. */
  steps(access: Access | null, resume: Resume): Steps
  /**
   * Used if one index answers the whole condition and another one has the sort key, which is a number or an instant:
   * reads only rows known to sort first. Null otherwise.
   */
  narrowed(access: Access, resume: Resume): { readonly column: KeyColumn; readonly step: NarrowedStep } | null
  /** Finds the row before the offset: its sort keys and its id. */
  skip(access: Access | null): Steps
  count(access: Access | null): PlannedStep
  /**
   * For results that have to be sorted as a whole: the numbers of all rows, and rows by number. Null if an index or the
   * id provides the order.
   */
  readonly sorted: { all(access: Access | null): PlannedStep; readonly listed: PlannedStep } | null
  /** Set for a query that groups, whose order and selection are no fields. */
  readonly groups: {
    readonly columns: readonly GroupColumn[]
    step(access: Access | null): PlannedStep
  } | null
}

/**
 * Compiles ASM-QL to SQL over the view of a schema (asm.md 6).
 *
 * @throws SatchelError `asmql_unknown_field`, `asmql_invalid`, each naming the path
 */
export const compileQuery = ({ schema, filter, select, grouping, ...input }: CompileInput): Compiled => {
  const order = grouping === null ? input.order : []
  const { shape, view, annotations, idName } = schema
  const source = rowSource(shape, entriesLeave(schema) ? schema.members : [])
  const scanned = new Set<string>()
  const where = createWhere({ shape, view, onScan: (path) => scanned.add(path.join('.')) })
  const whole = where.filter(source, filter)
  const idAt = order.findIndex(({ field }) => field === idName)
  const ids = order[idAt]?.direction ?? 'asc'
  const allKeys = order.map(({ field, direction }, n): SortKey => {
    const target = fieldOf(shape, source, field, `order.${String(n)}.field`)
    const column = source.columns?.keys.find(({ path }) => isSamePath(path, target.path ?? [])) ?? null
    if (column === null && n === 0 && idAt !== 0) scanned.add(field)
    return { key: target.key, direction, column }
  })
  // The id is unique, so further sort keys have no effect.
  const sortKeys = idAt < 0 ? allKeys : allKeys.slice(0, idAt)
  const selected = select?.map((field, n) => {
    fieldOf(shape, source, field, `select.${String(n)}`)
    return field.split('.')
  })
  const expires = annotations.ttl !== null
  const groups = grouping === null ? null : createGroups({ shape, source, view, expires, grouping })
  const accesses = accessesOf(shape, source, view, where, filter)
  const [by] = sortKeys
  // Walking an index yields equal keys by ascending id.
  const walked = by !== undefined && sortKeys.length === 1 && ids === 'asc' ? by.column : null
  const built = new Map<string, Steps>()
  const few = new Map<string, NarrowedStep | null>()

  const restOf = ({ covers }: Access): Fragment =>
    covers === null
      ? whole
      : where.filter(source, without(filter, new Set<object>(Array.isArray(covers) ? covers : [covers])))

  const build = (access: Access | null, resume: Resume): Steps => {
    const input = { view, order: sortKeys, ids, access, resume, expires }
    if (by !== undefined && walked !== null && access === null) {
      const range = rangeOf(accesses, walked)
      return walkSteps({
        ...input,
        by,
        column: walked,
        access: range,
        filter: range === null ? whole : restOf(range),
      })
    }
    return sortedSteps({ ...input, filter: access === null ? whole : restOf(access) })
  }

  return {
    accesses,
    walked,
    keys: sortKeys.length,
    select: selected ?? null,
    scanned,
    steps: (access, resume) => {
      const name = `${String(access === null ? -1 : accesses.indexOf(access))}:${resume?.join() ?? 'first'}`
      const known = built.get(name) ?? build(access, resume)
      built.set(name, known)
      return known
    },
    narrowed: (access, resume) => {
      if (walked === null || !isRanked(walked) || expires) return null
      const name = `${String(accesses.indexOf(access))}:${resume?.join() ?? 'first'}`
      let step = few.get(name)
      if (step === undefined) {
        const isWhole = isTrue(restOf(access))
        step = isWhole ? narrowedStep({ view, order: sortKeys, ids, access, resume }, walked) : null
        few.set(name, step)
      }
      return step && { column: walked, step }
    },
    skip: (access) => {
      const range = walked === null || access !== null ? null : rangeOf(accesses, walked)
      const used = access ?? range
      return skipSteps({
        view,
        order: sortKeys,
        ids,
        access,
        filter: used === null ? whole : restOf(used),
        walk: walked === null || access !== null ? null : { column: walked, range },
        expires,
      })
    },
    count: (access) =>
      countStep({
        view,
        access,
        filter: access === null ? whole : restOf(access),
        expires,
      }),
    sorted:
      by === undefined || walked !== null || expires
        ? null
        : {
            all: (access) =>
              orderStep({
                view,
                order: sortKeys,
                ids,
                access,
                filter: access === null ? whole : restOf(access),
              }),
            listed: listedStep({ view, order: sortKeys }),
          },
    groups: groups && {
      columns: groups.columns,
      step: (access) => groups.step(access, access === null ? whole : restOf(access)),
    },
  }
}

/** A range of the column itself, which the walk stays within. */
export const rangeOf = (accesses: readonly Access[], column: KeyColumn): Access | null =>
  accesses.find(
    (access) =>
      access.column?.column === column.column &&
      access.kind === 'range' &&
      (access.lower !== null || access.upper !== null),
  ) ?? null

/** The condition without the parts an index has answered; compared by identity, and at the top level only. */
const without = (filter: Filter, covered: ReadonlySet<object>): Filter => {
  if (covered.has(filter)) return { kind: 'and', parts: [] }
  if (filter.kind === 'and') return { ...filter, parts: filter.parts.map((part) => without(part, covered)) }
  return filter.kind === 'field'
    ? { ...filter, tests: filter.tests.filter((test) => !covered.has(test)) }
    : filter
}
