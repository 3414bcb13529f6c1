import { onScopeDispose, ref, watch, type Ref } from 'vue'

/**
 * True some frames after `ready` became so, and at once where it is so from the start: much comes with the end of what was
 * being drawn, and in one frame it would take too long.
 */
export const useLater = (ready: () => boolean, frames: number): Readonly<Ref<boolean>> => {
  const later = ref(ready())
  let frame = 0
  const wait = (left: number): void => {
    frame = requestAnimationFrame(() => {
      if (left > 0) wait(left - 1)
      else later.value = true
    })
  }
  watch(ready, (is) => {
    cancelAnimationFrame(frame)
    if (is) wait(frames)
    else later.value = false
  })
  onScopeDispose(() => {
    cancelAnimationFrame(frame)
  })
  return later
}
