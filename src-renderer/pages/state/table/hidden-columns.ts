import { useLocalStorage } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/** The columns a user has hidden, by schema; stored on this computer. */
export const useHiddenColumns = (schemaUri: Readonly<Ref<string | null>>) => {
  const all = useLocalStorage<Record<string, readonly string[]>>('satchel.state.hidden-columns', {})
  return computed({
    get: () => (schemaUri.value === null ? [] : (all.value[schemaUri.value] ?? [])),
    set: (keys) => {
      if (schemaUri.value === null) return
      const { [schemaUri.value]: _old, ...others } = all.value
      all.value = keys.length === 0 ? others : { ...others, [schemaUri.value]: keys }
    },
  })
}
