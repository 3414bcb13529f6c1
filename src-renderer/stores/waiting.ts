import { computed, type ComputedRef } from 'vue'
import { useApprovals } from './approvals.ts'
import { useQuestions } from './questions.ts'

/** Everything that waits for the person: what is to be allowed, and what tools ask. */
export const useWaiting = (): ComputedRef<
  readonly { readonly callId: string | null; readonly conversationId: string | null }[]
> => {
  const approvals = useApprovals()
  const questions = useQuestions()
  return computed(() => [
    ...approvals.pending,
    // Of one that was taken back, nothing waits.
    ...questions.pending.filter(({ withdrawn }) => !withdrawn),
  ])
}
