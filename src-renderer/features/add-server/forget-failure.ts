import { watch, type Ref } from 'vue'
import type { ErrorView } from '../../rpc/errors.ts'

/** What failed with other values says nothing of those that stand there now: it is gone with the first edit of what `edited` reads. */
export const forgetOnEdit = (failure: Ref<ErrorView | null>, edited: () => unknown): void => {
  watch(
    edited,
    () => {
      failure.value = null
    },
    { deep: true },
  )
}
