import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { JsonRecord } from '../../../../src-daemon/contract/state.ts'
import type { ErrorView } from '../../../rpc/errors.ts'
import { asRecord } from '../../../features/state-objects/schema-properties.ts'
import type { Sort } from './object-query.ts'
import { conditionPaths, readWhere, writeWhere, type ReadFilter } from './asmql.ts'
import type { FilterField } from './fields.ts'
import { countConditions, NO_FILTER, type Condition, type Group } from './filter-tree.ts'
import { readText, writeText, type Grouping, type ReadText } from './query-text.ts'

export type Filter = ReturnType<typeof useFilter>
type Problem = Exclude<ReadText, { query: unknown }>

/**
 * The filter above the table, as a builder and as ASM-QL. Both show the same query: a change in one appears in the
 * other. If the builder can't show what was typed, `beyond` is set and only the text can be edited.
 */
export const useFilter = (deps: {
  readonly fields: Readonly<Ref<readonly FilterField[]>>
  /** The table's query; writing them runs it. */
  readonly where: Ref<JsonRecord | null>
  readonly order: Ref<readonly Sort[]>
  readonly search: Ref<string>
  /** The search box's addition to the query. */
  readonly searchWhere: () => JsonRecord | null
  readonly error: Readonly<Ref<ErrorView | null>>
  readonly ask: () => void
  /** Back to the default order. */
  readonly orderAnew: () => void
}) => {
  const mode = ref<'builder' | 'text'>('builder')
  const tree = shallowRef<Group>(NO_FILTER)
  const text = ref('')
  const grouping = shallowRef<Grouping | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const beyond = shallowRef<Extract<ReadFilter, { beyond: unknown }>['beyond'] | null>(null)

  const whole = (): JsonRecord | null => {
    const search = deps.searchWhere()
    const { value } = deps.where
    if (search === null) return value
    return value === null ? search : { $and: [value, search] }
  }

  const write = () => {
    text.value = writeText({ where: whole(), order: deps.order.value })
    problem.value = null
  }

  const take = (where: JsonRecord | null) => {
    const read = readWhere(where, deps.fields.value)
    beyond.value = 'beyond' in read ? read.beyond : null
    tree.value = 'filter' in read ? read.filter : NO_FILTER
  }

  const build = (next: Group) => {
    tree.value = next
    const where = writeWhere(next)
    if (JSON.stringify(where) === JSON.stringify(deps.where.value)) return
    deps.where.value = where
    deps.ask()
  }

  const type = (typed: string) => {
    text.value = typed
    const read = readText(typed)
    problem.value = 'problem' in read ? read : null
    if (!('query' in read)) return
    const { where, order, grouping: groups = null } = read.query
    take(where)
    grouping.value = groups
    deps.where.value = where
    // The table behind the groups keeps its own.
    if (groups === null) deps.order.value = order
    deps.ask()
  }

  const toText = () => {
    // The search box's text becomes part of the query text, so that there is one query and not two.
    const where = whole()
    if (deps.search.value !== '') {
      deps.search.value = ''
      deps.where.value = where
      take(where)
    }
    write()
    mode.value = 'text'
  }

  const toBuilder = () => {
    if (problem.value !== null || beyond.value !== null) return
    grouping.value = null
    mode.value = 'builder'
  }

  /** Removes the filter and shows everything. */
  const clear = () => {
    tree.value = NO_FILTER
    beyond.value = null
    grouping.value = null
    deps.where.value = null
    deps.search.value = ''
    deps.orderAnew()
    write()
    deps.ask()
  }

  /** For another schema, whose fields are different. */
  const reset = () => {
    tree.value = NO_FILTER
    beyond.value = null
    grouping.value = null
    problem.value = null
    mode.value = 'builder'
    text.value = ''
  }

  // A click on a heading changes the order; the text follows.
  watch(deps.order, (order) => {
    if (mode.value !== 'text') return
    const read = readText(text.value)
    if (
      'query' in read &&
      grouping.value === null &&
      JSON.stringify(read.query.order) !== JSON.stringify(order)
    )
      write()
  })

  /** The path of the daemon's error, in the form used in the text; null when it named none. */
  const errorPath = computed(() => {
    const path = asRecord(deps.error.value?.details)?.['path']
    return typeof path === 'string' ? path : null
  })
  /** The condition the daemon's error is about. */
  const wrong = computed<Condition | null>(() => {
    if (errorPath.value === null) return null
    const searched = deps.searchWhere() !== null && deps.where.value !== null
    const path = searched ? errorPath.value.replace(/^where\.\$and\.0(?=\.|$)/, 'where') : errorPath.value
    for (const [condition, at] of conditionPaths(tree.value))
      if (path === at || path.startsWith(`${at}.`)) return condition
    return null
  })

  return {
    mode,
    tree,
    text,
    problem,
    beyond,
    grouping,
    errorPath,
    wrong,
    conditions: computed(() =>
      beyond.value === null ? countConditions(tree.value) : Number(deps.where.value !== null),
    ),
    /** The whole query on one line. */
    line: computed(() => {
      const where = whole()
      const { order, ...groups } = grouping.value ?? { order: deps.order.value }
      return JSON.stringify({
        ...(where === null ? {} : { where }),
        ...groups,
        ...(order.length === 0 ? {} : { order }),
      })
    }),
    build,
    type,
    toText,
    toBuilder,
    clear,
    reset,
  }
}
