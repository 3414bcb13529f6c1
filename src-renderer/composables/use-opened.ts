import { computed, type WritableComputedRef } from 'vue'

/**
 * A sheet's `v-model:open`: its owner decides whether it is open, and the sheet asks the owner to close it. While it is
 * `held`, by work the user must not leave unseen, it doesn't ask.
 */
export const useOpened = (
  props: { readonly open: boolean },
  emit: (event: 'close') => void,
  held: () => boolean = () => false,
): WritableComputedRef<boolean> =>
  computed({
    get: () => props.open,
    set: (wanted) => {
      if (!wanted && !held()) emit('close')
    },
  })
