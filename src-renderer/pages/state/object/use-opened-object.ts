import { computed } from 'vue'
import { useResource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** The object that the address names, and its history. */
export const useOpenedObject = (question: () => { readonly schemaUri: string; readonly id: string }) => {
  const options = { topics: ['state'], on: [() => question().schemaUri, () => question().id] } as const
  const object = useResource(() => api.state.get.query(question()), options)
  const history = useResource(() => api.state.history.query(question()), options)
  /** Null while the loaded object isn't the one in the address. */
  const shown = computed(() => (object.data.value?.id === question().id ? object.data.value : null))
  const isGone = computed(() => object.error.value?.code === 'not_found')
  return { object, history, shown, isGone }
}
export type OpenedObject = ReturnType<typeof useOpenedObject>
