import { computed, ref, type ComputedRef } from 'vue'
import { useToast } from '@nuxt/ui/composables/useToast'
import { useGoOn } from '../../../composables/use-go-on.ts'
import type { ServerView } from '../../../../src-daemon/contract/servers.ts'
import { useResource, type Resource } from '../../../composables/use-resource.ts'
import { t } from '../../../i18n/index.ts'
import { api } from '../../../rpc/client.ts'
import { useOverview } from '../../../stores/overview.ts'

/** The server a page shows, and the page's actions on it as a whole. `uri` is null where the page shows none. */
export const useServer = (uri: () => string | null) => {
  const overview = useOverview()
  const toast = useToast()
  const goOn = useGoOn()
  const removing = ref<string | null>(null)

  const found: Resource<ServerView | null> = useResource(
    async () => {
      const wanted = uri()
      return wanted === null ? null : api.servers.get.query({ uri: wanted })
    },
    { topics: ['servers'], on: [uri] },
  )
  /** Null also while the previous server's data is still loaded. */
  const server: ComputedRef<ServerView | null> = computed(() =>
    found.data.value?.uri === uri() ? found.data.value : null,
  )

  const removed = async (name: string): Promise<void> => {
    removing.value = null
    toast.add({ title: t('servers.removed', { uri: name }), color: 'neutral' })
    await goOn(overview.load(), '/capabilities')
  }

  return { server, error: found.error, reload: found.reload, removing, removed }
}
