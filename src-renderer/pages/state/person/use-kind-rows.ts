import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import { api } from '../../../rpc/client.ts'
import { useDaemon } from '../../../rpc/daemon.ts'
import { toErrorView } from '../../../rpc/errors.ts'
import { createRowPages, type RowPages } from '../table/row-pages.ts'
import { kindQuery, type Shown } from './kind-query.ts'
import type { Kind } from '../schema/kinds.ts'

const PAGE_ROWS = 100
const PAGE_BYTES = 1_000_000
const LEAST_ROWS = 10
const REFRESH_AFTER_MS = 200
/** More changes at once than this load everything again. */
const FEW = 20

export type KindRows = ReturnType<typeof useKindRows>

/**
 * The objects of a kind, loaded as they become visible. One that changes while it is shown stays in its place with its
 * new content: a ticked task doesn't run away from the pointer.
 */
export const useKindRows = (kind: Readonly<Ref<Kind>>, shown: Readonly<Ref<Shown>>) => {
  const daemon = useDaemon()
  const pages = shallowRef<RowPages | null>(null)
  /** Counts changes of the rows, as a dependency for readers. */
  const revision = ref(0)
  const changed = new Map<string, StateObject>()
  let waiting = new Set<string>()

  const ask = () => {
    pages.value?.close()
    changed.clear()
    const { from, where, ...rest } = kindQuery(kind.value, shown.value)
    const filter = where === undefined ? { from } : { from, where }
    const fits = Math.floor(PAGE_BYTES / Math.max(1, kind.value.bytesEach))
    const made: RowPages = createRowPages({
      query: (part) => api.state.query.query({ ...filter, ...rest, ...part }),
      count: () => api.state.count.query(filter),
      pageSize: Math.min(PAGE_ROWS, Math.max(LEAST_ROWS, fits)),
      onChange: () => {
        if (pages.value === made) revision.value += 1
      },
    })
    pages.value = made
    revision.value += 1
    void made.reload()
  }
  watch([() => kind.value.schemaUri, shown, () => daemon.generation], ask, { immediate: true })

  const reload = async () => {
    changed.clear()
    await pages.value?.reload()
  }

  /** Shows an object's current content in place. */
  const put = (object: StateObject) => {
    changed.set(object.id, object)
    revision.value += 1
  }

  const readAgain = async (id: string): Promise<boolean> => {
    try {
      put(await api.state.get.query({ schemaUri: kind.value.schemaUri, id }))
      return true
    } catch {
      // It was deleted: the list no longer has it.
      return false
    }
  }

  const catchUp = useDebounceFn(async () => {
    const ids = [...waiting]
    waiting = new Set()
    const isHere = (id: string) => (pages.value?.indexOf(id) ?? null) !== null
    if (ids.length <= FEW && ids.every(isHere)) {
      const found = await Promise.all(ids.map(readAgain))
      if (found.every(Boolean)) return
    }
    changed.clear()
    await pages.value?.refresh()
  }, REFRESH_AFTER_MS)

  onScopeDispose(
    daemon.onChange('state', (event) => {
      if (event.type !== 'state' || event.schemaUri !== kind.value.schemaUri) return
      waiting.add(event.objectId)
      void catchUp()
    }),
  )
  onScopeDispose(() => pages.value?.close())

  /** Reads `of` the rows, again whenever they change. */
  const read = <T>(of: (rows: RowPages) => T, none: T) =>
    computed(() => (revision.value < 0 || pages.value === null ? none : of(pages.value)))

  return {
    revision,
    total: read((rows) => rows.total(), 0),
    exact: read((rows) => rows.exact(), true),
    known: read((rows) => rows.known(), false),
    /** There are changes further up. */
    outdated: read((rows) => rows.changed(), false),
    error: read((rows) => {
      const failure = rows.failure()
      return failure === null ? null : toErrorView(failure)
    }, null),
    at: (row: number): StateObject | undefined => {
      const loaded = pages.value?.at(row)
      return loaded === undefined ? undefined : (changed.get(loaded.id) ?? loaded)
    },
    show: (rows: { start: number; end: number }) => void pages.value?.show(rows),
    put,
    reload,
  }
}
