import { ref, shallowRef } from 'vue'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'

/** One request to the daemon at a time: whether it is running, and why it failed. */
export const useTask = () => {
  const busy = ref(false)
  const failure = shallowRef<ErrorView | null>(null)

  /** Runs `work` unless it is already running. Returns null when it failed; `failure` then says why. */
  const run = async <T>(work: () => Promise<T>): Promise<{ readonly value: T } | null> => {
    if (busy.value) return null
    busy.value = true
    failure.value = null
    try {
      return { value: await work() }
    } catch (thrown) {
      failure.value = toErrorView(thrown)
      return null
    } finally {
      busy.value = false
    }
  }

  return { busy, failure, run }
}
