import { computed, type Ref } from 'vue'
import { useResource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** The agent of this id; nothing is loaded for an empty one. */
export const useContact = (id: Readonly<Ref<string>>) => {
  const loaded = useResource(
    async () => (id.value === '' ? null : api.agentContacts.get.query({ id: id.value })),
    { topics: ['agents'], on: [id] },
  )
  /** While another one loads, the one before isn't shown. */
  const contact = computed(() => (loaded.data.value?.id === id.value ? loaded.data.value : null))
  return { contact, error: loaded.error, reload: loaded.reload }
}
