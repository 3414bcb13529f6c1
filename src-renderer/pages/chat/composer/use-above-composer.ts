import { useResizeObserver } from '@vueuse/core'
import { onScopeDispose, type Ref } from 'vue'

const NAME = '--above-composer'
const GAP = 8

/**
 * Says to what floats how high what is being written is, so that it isn't covered. Only to that: a variable of the whole
 * page would have all of it styled anew with each line that is written.
 */
export const useAboveComposer = (composer: Readonly<Ref<HTMLElement | null>>): void => {
  const style = document.getElementById('toasts')?.style
  useResizeObserver(composer, () => {
    style?.setProperty(NAME, `${String((composer.value?.offsetHeight ?? 0) + GAP)}px`)
  })
  onScopeDispose(() => style?.removeProperty(NAME))
}
