import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { StateObject } from '../../../src-daemon/state/types.ts'
import type { ErrorView } from '../../rpc/errors.ts'
import type { Column } from './columns.ts'
import { firstSort, MOST_ROWS, nextSort, objectQuery, PAGE_SIZE, type Sort } from './object-query.ts'

type Query = ReturnType<typeof objectQuery>
interface Page {
  readonly items: readonly StateObject[]
  readonly cursor: string | null
}

/** What the table is about. */
export interface Subject {
  readonly schemaUri: string
  readonly columns: readonly Column[]
  /** Name of the id property, where the schema declares one. */
  readonly idField: string | null
}

export type Objects = ReturnType<typeof useObjects>

/**
 * The rows of the table: the first page, the next ones while the reader scrolls, all of them again when something
 * changed. An answer that is not to the last question is dropped.
 */
export const useObjects = (deps: {
  readonly subject: Readonly<Ref<Subject | null>>
  readonly query: (query: Query) => Promise<Page>
  readonly toErrorView: (thrown: unknown) => ErrorView
}) => {
  const rows = shallowRef<readonly StateObject[]>([])
  const cursor = ref<string | null>(null)
  const error = shallowRef<ErrorView | null>(null)
  const loading = ref(false)
  const loadingMore = ref(false)
  /** Something changed, and more rows are loaded than can be asked for again at once. */
  const stale = ref(false)
  const text = ref('')
  const sort = shallowRef<Sort | null>(null)
  let question = 0

  const ask = (options: { cursor?: string | null; limit?: number }) => {
    const subject = deps.subject.value
    if (subject === null) return null
    return deps.query(objectQuery({ ...subject, text: text.value, sort: sort.value, ...options }))
  }

  const run = async (work: () => Promise<Page | null>, take: (page: Page) => void) => {
    question += 1
    const mine = question
    try {
      const page = await work()
      if (mine !== question) return
      error.value = null
      if (page !== null) take(page)
    } catch (thrown) {
      if (mine === question) error.value = deps.toErrorView(thrown)
    } finally {
      if (mine === question) {
        loading.value = false
        loadingMore.value = false
      }
    }
  }

  const replace = (page: Page) => {
    rows.value = page.items
    cursor.value = page.cursor
  }

  /** From the start, as when the question changed. */
  const load = () => {
    loading.value = true
    stale.value = false
    return run(async () => ask({}), replace)
  }

  /** The next page, once at a time. */
  const loadMore = async () => {
    if (cursor.value === null || loadingMore.value || loading.value || error.value !== null) return
    loadingMore.value = true
    await run(
      async () => ask({ cursor: cursor.value }),
      (page) => {
        rows.value = [...rows.value, ...page.items]
        cursor.value = page.cursor
      },
    )
  }

  /** As many rows as are loaded, again: what the reader sees stays where it is. Beyond one answer, the reader is told. */
  const refresh = () => {
    if (loading.value) return Promise.resolve()
    if (rows.value.length > MOST_ROWS) {
      stale.value = true
      return Promise.resolve()
    }
    return run(async () => ask({ limit: Math.max(PAGE_SIZE, rows.value.length) }), replace)
  }

  const clear = () => {
    text.value = ''
  }

  const sortBy = (column: Column) => {
    sort.value = nextSort(column, sort.value)
    return load()
  }

  watch(
    () => deps.subject.value?.schemaUri,
    () => {
      text.value = ''
      sort.value = firstSort(deps.subject.value?.columns ?? [])
      rows.value = []
      cursor.value = null
      error.value = null
      void load()
    },
    { immediate: true },
  )

  return {
    rows,
    more: computed(() => cursor.value !== null),
    error,
    loading,
    loadingMore,
    stale,
    text,
    sort,
    load,
    loadMore,
    refresh,
    clear,
    sortBy,
  }
}
