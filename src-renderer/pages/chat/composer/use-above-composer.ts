import { useResizeObserver } from '@vueuse/core'
import { onScopeDispose, type Ref } from 'vue'

const NAME = '--above-composer'
const GAP = 8

/** Says to the whole window how high what is being written is, so that nothing that floats covers it. */
export const useAboveComposer = (composer: Readonly<Ref<HTMLElement | null>>): void => {
  const { style } = document.documentElement
  useResizeObserver(composer, () => {
    style.setProperty(NAME, `${String((composer.value?.offsetHeight ?? 0) + GAP)}px`)
  })
  onScopeDispose(() => style.removeProperty(NAME))
}
