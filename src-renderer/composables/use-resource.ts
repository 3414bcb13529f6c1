import { onScopeDispose, shallowRef, watch, type ShallowRef, type WatchSource } from 'vue'
import { language } from '../i18n/index.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useDaemon, type Topic } from '../rpc/daemon.ts'

/** Data requested from the daemon, with the three states a view shows. `data` stays while it is requested again. */
export interface Resource<T> {
  readonly data: Readonly<ShallowRef<T | null>>
  readonly error: Readonly<ShallowRef<ErrorView | null>>
  readonly loading: Readonly<ShallowRef<boolean>>
  reload(): Promise<void>
}

/**
 * Loads now, when one of `on` or the language changes (the daemon's answers contain sentences), when the daemon reports
 * a change of one of `topics`, and after every reconnection. An answer overtaken by a later request is dropped.
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
