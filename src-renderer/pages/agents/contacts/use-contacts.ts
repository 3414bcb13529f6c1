import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { ContactPage } from '../../../../src-daemon/contract/agent-contacts.ts'
import { api } from '../../../rpc/client.ts'
import { useDaemon } from '../../../rpc/daemon.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'

const PAGE = 100
/** The most the daemon returns at once. */
const MOST = 500
/** Typing causes one request. */
const PAUSE_MS = 150

/** The contacts that match a search, a page at a time; what is shown is kept up to date. */
export const useContacts = () => {
  const daemon = useDaemon()
  const search = ref('')
  const page = shallowRef<ContactPage | null>(null)
  const error = shallowRef<ErrorView | null>(null)
  const busy = ref(false)
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async (limit: number, offset: number): Promise<void> => {
    if (!daemon.ready) return
    latest += 1
    const mine = latest
    busy.value = true
    try {
      const found = await api.agentContacts.list.query({ search: search.value, limit, offset })
      if (mine !== latest) return
      const before = offset === 0 ? [] : (page.value?.contacts ?? []).slice(0, offset)
      page.value = { contacts: [...before, ...found.contacts], total: found.total }
      error.value = null
    } catch (cause) {
      if (mine === latest) error.value = toErrorView(cause)
    } finally {
      if (mine === latest) busy.value = false
    }
  }

  /** As many as are shown. */
  const reload = () => read(Math.min(MOST, Math.max(PAGE, page.value?.contacts.length ?? 0)), 0)
  const more = () => read(PAGE, page.value?.contacts.length ?? 0)

  watch(
    () => daemon.generation,
    () => void reload(),
    { immediate: true },
  )
  watch(search, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void read(PAGE, 0), PAUSE_MS)
  })
  const forget = daemon.onChange('agents', () => void reload())
  onScopeDispose(() => {
    forget()
    clearTimeout(timer)
  })

  return { search, page, error, busy, reload, more }
}
