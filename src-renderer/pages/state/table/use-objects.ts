import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { CountResult, JsonRecord, StateObject } from '../../../../src-daemon/contract/state.ts'
import type { ErrorView } from '../../../rpc/errors.ts'
import type { Column } from '../schema/columns.ts'
import { firstSort, nextSort, objectQuery, type ObjectQuery, type Sort } from '../filter/object-query.ts'
import { createRowPages, MAX_ROWS_SHOWN, type Page, type RowPages } from './row-pages.ts'

/** What the table shows. */
export interface Subject {
  readonly schemaUri: string
  readonly columns: readonly Column[]
  /** Name of the id property, if the schema declares one. */
  readonly idField: string | null
  /** Whether the schema marks fields for word search (`x-search`). */
  readonly wordSearch: boolean
  /** Approximate number of objects. */
  readonly count: number
  /** Average size of an object in bytes. */
  readonly bytesEach: number
}

export type Objects = ReturnType<typeof useObjects>

const PAGE_ROWS = 200
/** Approximate maximum size of one page. */
const PAGE_BYTES = 1_000_000
const LEAST_ROWS = 10

/** The table's rows and its query: search, filter and order. Each query has its own rows. */
export const useObjects = (deps: {
  readonly subject: Readonly<Ref<Subject | null>>
  /** The fields rows are rendered from; null for all. Changing them loads the rows again. */
  readonly fields: Readonly<Ref<readonly string[] | null>>
  readonly query: (query: ObjectQuery & { offset?: number }) => Promise<Page>
  readonly count: (query: Pick<ObjectQuery, 'from' | 'where'>) => Promise<CountResult>
  readonly toErrorView: (thrown: unknown) => ErrorView
}) => {
  const text = ref('')
  const filter = shallowRef<JsonRecord | null>(null)
  const order = shallowRef<readonly Sort[]>([])
  /** Counts changes of the rows, as a dependency for readers. */
  const revision = ref(0)
  const pages = shallowRef<RowPages | null>(null)
  /** The fields the rows were last loaded with. */
  let fieldsRead: string | undefined

  const question = (): ObjectQuery | null => {
    const subject = deps.subject.value
    if (subject === null) return null
    return objectQuery({ ...subject, text: text.value, filter: filter.value, order: order.value })
  }

  const fieldsNow = () => deps.fields.value?.join('\0')

  /** Runs the current query from the first row. */
  const ask = (): void => {
    pages.value?.close()
    pages.value = null
    revision.value += 1
    const query = question()
    const subject = deps.subject.value
    if (query === null || subject === null) return
    const fits = Math.floor(PAGE_BYTES / Math.max(1, subject.bytesEach))
    const { from, where } = query
    const made = createRowPages({
      query: (part) => {
        const { value: fields } = deps.fields
        return deps.query({ ...query, ...part, ...(fields === null ? {} : { select: [...fields] }) })
      },
      count: () => deps.count(where === undefined ? { from } : { from, where }),
      pageSize: Math.min(PAGE_ROWS, Math.max(LEAST_ROWS, fits)),
      onChange: () => {
        if (pages.value === made) revision.value += 1
      },
    })
    pages.value = made
    fieldsRead = fieldsNow()
    void made.reload()
  }

  const show = (rows: { start: number; end: number }) => {
    void pages.value?.show(rows)
  }

  const reload = async (): Promise<void> => {
    await pages.value?.reload()
  }

  const refresh = async (): Promise<void> => {
    await pages.value?.refresh()
  }

  /** Back to the default order. */
  const orderAnew = () => {
    const { columns = [], count = 0 } = deps.subject.value ?? {}
    const first = firstSort(columns, count)
    order.value = first === null ? [] : [first]
  }

  const sortBy = (column: Column) => {
    order.value = [nextSort(column, order.value[0] ?? null)]
    ask()
  }

  watch(
    () => deps.subject.value?.schemaUri,
    () => {
      text.value = ''
      filter.value = null
      orderAnew()
      ask()
    },
    { immediate: true },
  )
  watch(fieldsNow, (now) => {
    if (now === fieldsRead) return
    fieldsRead = now
    void reload()
  })
  onScopeDispose(() => pages.value?.close())

  /** Reads `of` the rows, again whenever they change. */
  const read = <T>(of: (rows: RowPages) => T, none: T) =>
    computed(() => {
      // The rows aren't reactive by themselves.
      if (revision.value < 0 || pages.value === null) return none
      return of(pages.value)
    })

  const error = read((rows) => {
    const failure = rows.failure()
    return failure === null ? null : deps.toErrorView(failure)
  }, null)
  const all = read((rows) => rows.total(), 0)

  return {
    text,
    filter,
    order,
    revision,
    /** Matching rows, as far as known. */
    all,
    /** Rows the table can show. */
    total: computed(() => Math.min(all.value, MAX_ROWS_SHOWN)),
    exact: read((rows) => rows.exact(), true),
    loaded: read((rows) => rows.loaded(), 0),
    known: read((rows) => rows.known(), false),
    reading: read((rows) => rows.reading(), false),
    changed: read((rows) => rows.changed(), false),
    error,
    rowAt: (row: number): StateObject | undefined => pages.value?.at(row),
    indexOf: (id: string): number | null => pages.value?.indexOf(id) ?? null,
    question,
    ask,
    show,
    reload,
    refresh,
    sortBy,
    orderAnew,
  }
}
