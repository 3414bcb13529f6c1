import { useLocalStorage, useMediaQuery } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import { useResource } from '../../composables/use-resource.ts'
import { api } from '../../rpc/client.ts'

/** Where the address of the page leads, and what there is. */
export const usePlace = () => {
  const route = useRoute()
  /** Null if the address doesn't name it. */
  const named = (name: string): ComputedRef<string | null> =>
    computed(() => {
      const value = route.query[name]
      return typeof value === 'string' && value !== '' ? value : null
    })
  return {
    schemaUri: named('schema'),
    objectId: named('id'),
    words: named('words'),
    scopes: useResource(() => api.state.scopes.query(), { topics: ['state', 'packages'] }),
    /** What was last looked at, which is shown where the address names nothing. */
    lastSchema: useLocalStorage<string | null>('satchel.state.schema', null),
    /** List and object side by side; the same width as `xl:` of the styles. */
    beside: useMediaQuery('(min-width: 1280px)'),
  }
}
