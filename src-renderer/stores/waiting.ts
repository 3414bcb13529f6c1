import { computed, type ComputedRef } from 'vue'
import { useApprovals } from './approvals.ts'
import { useQuestions } from './questions.ts'
import { useUnlocks } from './unlocks.ts'

/** Everything that waits for the user: approval requests, tools' questions, and what needs locked keys. */
export const useWaiting = (): ComputedRef<
  readonly { readonly callId: string | null; readonly conversationId: string | null }[]
> => {
  const approvals = useApprovals()
  const questions = useQuestions()
  const unlocks = useUnlocks()
  return computed(() => [
    ...approvals.pending,
    // A withdrawn question waits for nothing.
    ...questions.pending.filter(({ withdrawn }) => !withdrawn),
    ...unlocks.pending.map(({ conversationId }) => ({ callId: null, conversationId })),
  ])
}
