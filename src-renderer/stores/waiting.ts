import { computed, type ComputedRef } from 'vue'
import { useApprovals } from './approvals.ts'
import { useQuestions } from './questions.ts'

/** Everything that waits for the user: approval requests and tools' questions. */
export const useWaiting = (): ComputedRef<
  readonly { readonly callId: string | null; readonly conversationId: string | null }[]
> => {
  const approvals = useApprovals()
  const questions = useQuestions()
  return computed(() => [
    ...approvals.pending,
    // A withdrawn question waits for nothing.
    ...questions.pending.filter(({ withdrawn }) => !withdrawn),
  ])
}
