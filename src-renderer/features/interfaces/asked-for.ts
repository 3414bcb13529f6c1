import { readonly, shallowRef, type Ref } from 'vue'

/** Something an interface asks the user for: to open an address, or to say something in the conversation. */
export interface AppQuestionAsked {
  readonly kind: 'link' | 'message'
  readonly text: string
}

/** How often in a row the user says no before an interface isn't listened to any more. */
const MAX_REFUSED = 3

/** One question of an interface at a time: what it asks meanwhile is refused, and so is all of it once it was told no three times. */
export const createAppQuestions = (): {
  readonly open: Readonly<Ref<AppQuestionAsked | null>>
  ask(question: AppQuestionAsked): Promise<boolean>
  answer(isAllowed: boolean): void
} => {
  const open = shallowRef<AppQuestionAsked | null>(null)
  let refused = 0
  let settle: (isAllowed: boolean) => void = () => undefined
  return {
    open: readonly(open),
    ask: (question) => {
      if (open.value !== null || refused >= MAX_REFUSED) return Promise.resolve(false)
      open.value = question
      return new Promise((resolve) => {
        settle = resolve
      })
    },
    answer: (isAllowed) => {
      refused = isAllowed ? 0 : refused + 1
      open.value = null
      settle(isAllowed)
    },
  }
}
