import { computed, type WritableComputedRef } from 'vue'

/**
 * What a sheet takes as its `v-model:open`: it is open while its owner says so, and asks the owner to be closed. While it is `held`, by
 * work that a person must not leave unseen, it does not ask.
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
