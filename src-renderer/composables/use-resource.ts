import { onScopeDispose, shallowRef, watch, type ShallowRef, type WatchSource } from 'vue'
import { language } from '../i18n/index.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useDaemon, type Topic } from '../rpc/daemon.ts'

/** Something asked of the daemon, with the three states a view must show. `data` stays while it is asked for again. */
export interface Resource<T> {
  readonly data: Readonly<ShallowRef<T | null>>
  readonly error: Readonly<ShallowRef<ErrorView | null>>
  readonly loading: Readonly<ShallowRef<boolean>>
  reload(): Promise<void>
}

/**
 * Asks now, when one of `on` or the language changes (the daemon's answers hold sentences), when the daemon says that one
 * of `topics` did, and after every reconnection. An answer that a later question has overtaken is dropped.
 */
export const useResource = <T>(
  load: () => Promise<T>,
  options: { readonly topics?: readonly Topic[]; readonly on?: readonly WatchSource[] } = {},
): Resource<T> => {
  const daemon = useDaemon()
  const data = shallowRef<T | null>(null)
  const error = shallowRef<ErrorView | null>(null)
  const loading = shallowRef(false)
  let latest = 0

  const reload = async (): Promise<void> => {
    if (!daemon.ready) return
    latest += 1
    const mine = latest
    loading.value = true
    try {
      const answer = await load()
      if (mine !== latest) return
      data.value = answer
      error.value = null
    } catch (cause) {
      if (mine === latest) error.value = toErrorView(cause)
    } finally {
      if (mine === latest) loading.value = false
    }
  }

  watch([() => daemon.generation, language, ...(options.on ?? [])], () => void reload(), { immediate: true })
  for (const topic of options.topics ?? [])
    onScopeDispose(
      daemon.onChange(topic, () => {
        void reload()
      }),
    )
  return { data, error, loading, reload }
}
