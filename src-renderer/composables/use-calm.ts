import { readonly, ref, watch, type Ref } from 'vue'

/** How long a question is read before it can be agreed to. */
const CALM_AFTER_MS = 500

/**
 * Whether a question has been shown unchanged for half a second. One that has just appeared may be under a pointer or a
 * key press meant for something else, so buttons that agree stay disabled until then; those that refuse don't.
 * `question`: identifies the question, for example by whether it is open.
 */
export const useCalm = (question: () => unknown): Readonly<Ref<boolean>> => {
  const calm = ref(false)
  watch(
    question,
    (_now, _before, onCleanup) => {
      calm.value = false
      const timer = setTimeout(() => {
        calm.value = true
      }, CALM_AFTER_MS)
      onCleanup(() => {
        clearTimeout(timer)
      })
    },
    { immediate: true },
  )
  return readonly(calm)
}
