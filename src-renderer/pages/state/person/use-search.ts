import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { SearchResult } from '../../../../src-daemon/contract/state-search.ts'
import { api } from '../../../rpc/client.ts'
import { useDaemon } from '../../../rpc/daemon.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'

const SEARCH_AFTER_MS = 150
const REFRESH_AFTER_MS = 1000
const MOST_SHOWN = 100

/** Searches everything kept for `words` while they are typed; an answer that was overtaken is dropped. */
export const useSearch = (words: Readonly<Ref<string>>) => {
  const daemon = useDaemon()
  const result = shallowRef<(SearchResult & { readonly words: string }) | null>(null)
  const error = shallowRef<ErrorView | null>(null)
  let latest = 0

  const ask = async (): Promise<void> => {
    const mine = ++latest
    const wanted = words.value.trim()
    if (wanted === '') {
      result.value = null
      error.value = null
      return
    }
    try {
      const found = await api.state.search.query({ words: wanted, limit: MOST_SHOWN })
      if (mine !== latest) return
      result.value = { ...found, words: wanted }
      error.value = null
    } catch (thrown) {
      if (mine === latest) error.value = toErrorView(thrown)
    }
  }

  const askSoon = useDebounceFn(ask, SEARCH_AFTER_MS)
  const askAgain = useDebounceFn(ask, REFRESH_AFTER_MS)
  watch([words, () => daemon.generation], () => void askSoon(), { immediate: true })
  onScopeDispose(daemon.onChange('state', () => void (words.value.trim() === '' || askAgain())))

  return { result, error, ask }
}
