import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { ActivityFilter } from '../../../src-daemon/contract/activity.ts'
import type { ActivityRecord } from '../../../src-daemon/contract/capabilities.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'
import { useDaemon } from '../../rpc/daemon.ts'

const PAGE = 50
/** Typing and bursts of calls cause one request. */
const PAUSE_MS = 300

/**
 * The lines of the activity log that match a filter, newest first, read page by page. Until older lines are read, the
 * newest page updates itself; after that `fresh` says that there is more, so that nothing moves while the user reads.
 */
export const useActivity = (filter: Readonly<Ref<ActivityFilter>>) => {
  const daemon = useDaemon()
  const records = shallowRef<readonly ActivityRecord[] | null>(null)
  const more = ref(false)
  const fresh = ref(false)
  const busy = ref(false)
  const error = shallowRef<ErrorView | null>(null)
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async (before: string | undefined): Promise<void> => {
    if (!daemon.ready) return
    latest += 1
    const mine = latest
    busy.value = true
    try {
      const page = await api.activity.list.query({
        ...filter.value,
        limit: PAGE,
        ...(before === undefined ? {} : { before }),
      })
      if (mine !== latest) return
      // JSON omits arguments that are undefined; restores the key.
      const lines = page.records.map((record) => ({ ...record, arguments: record.arguments }))
      records.value = before === undefined ? lines : [...(records.value ?? []), ...lines]
      more.value = page.more
      if (before === undefined) fresh.value = false
      error.value = null
    } catch (cause) {
      if (mine === latest) error.value = toErrorView(cause)
    } finally {
      if (mine === latest) busy.value = false
    }
  }

  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void read(undefined), PAUSE_MS)
  }

  watch(
    () => daemon.generation,
    () => void read(undefined),
    { immediate: true },
  )
  watch(filter, soon)
  const forget = daemon.onChange('activity', () => {
    if ((records.value?.length ?? 0) > PAGE) fresh.value = true
    else soon()
  })
  onScopeDispose(() => {
    forget()
    clearTimeout(timer)
  })

  return {
    records,
    more,
    fresh,
    busy,
    error,
    reload: () => read(undefined),
    older: () => read(records.value?.at(-1)?.id),
    isEmpty: computed(() => records.value?.length === 0),
  }
}
