import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'

/** Something a person starts, which may fail: what of it is under way, and why it failed. */
export interface Attempt<Name extends string> {
  /** Which one is under way; null for none. */
  readonly busy: Readonly<Ref<Name | null>>
  readonly failure: ShallowRef<ErrorView | null>
  /** Does it, once the failure before it is no longer shown. False where it failed. */
  attempt(name: Name, work: () => Promise<unknown>): Promise<boolean>
}

/** One at a time of the things that can be done in one place. */
export const useAttempt = <Name extends string>(): Attempt<Name> => {
  const busy: Ref<Name | null> = ref(null)
  const failure = shallowRef<ErrorView | null>(null)

  const attempt: Attempt<Name>['attempt'] = async (name, work) => {
    busy.value = name
    failure.value = null
    try {
      await work()
      return true
    } catch (thrown) {
      failure.value = toErrorView(thrown)
      return false
    } finally {
      busy.value = null
    }
  }

  return { busy, failure, attempt }
}
