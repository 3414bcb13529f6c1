import { watch, type Ref } from 'vue'
import type { ErrorView } from '../../rpc/errors.ts'

/** Clears a failure at the first edit of what `edited` reads, because it says nothing about the new values. */
export const forgetOnEdit = (failure: Ref<ErrorView | null>, edited: () => unknown): void => {
  watch(
    edited,
    () => {
      failure.value = null
    },
    { deep: true },
  )
}
