import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { QuestionAnswer, ToolQuestion } from '../../src-daemon/contract/questions.ts'
import { api } from '../rpc/client.ts'
import { toErrorView } from '../rpc/errors.ts'
import { useDaemon } from '../rpc/daemon.ts'

/** Questions tools ask the user during a call, the same in every window. */
export const useQuestions = defineStore('questions', () => {
  const daemon = useDaemon()
  const pending = shallowRef<readonly ToolQuestion[]>([])
  let stop: (() => void) | null = null

  const subscribe = (): void => {
    stop?.()
    const subscription = api.questions.pending.subscribe(undefined, {
      onData: (questions) => {
        pending.value = questions
      },
      onError: (cause) => {
        daemon.problem = toErrorView(cause)
        setTimeout(() => {
          if (daemon.ready) subscribe()
        }, 1000)
      },
    })
    stop = () => {
      subscription.unsubscribe()
      stop = null
    }
  }

  /**
   * Rejects with the daemon's error: `question_gone` if it was answered elsewhere, `invalid_request` for an invalid
   * answer.
   */
  const answer = async (id: string, reply: QuestionAnswer['reply']): Promise<void> => {
    await api.questions.answer.mutate({ id, reply })
  }

  watch(
    () => daemon.generation,
    (generation) => {
      if (generation > 0) subscribe()
    },
    { immediate: true },
  )

  return { pending, answer }
})
