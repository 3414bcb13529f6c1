import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'

/** An action that may fail: which one is running, and why the last one failed. */
export interface Attempt<Name extends string> {
  /** The running action; null for none. */
  readonly busy: Readonly<Ref<Name | null>>
  readonly failure: ShallowRef<ErrorView | null>
  /** Clears the last failure, then runs the action. Returns false if it failed. */
  attempt(name: Name, work: () => Promise<unknown>): Promise<boolean>
}

/** Runs one of several actions at a time. */
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
