import { ref, watch, type Ref } from 'vue'

/** Whether it has been true at least once: what is loaded when first shown stays from then on. */
export const everTrue = (now: Readonly<Ref<boolean>>): Readonly<Ref<boolean>> => {
  const ever = ref(now.value)
  watch(
    now,
    (is) => {
      if (is) ever.value = true
    },
    { flush: 'sync' },
  )
  return ever
}
