import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { CapabilityEntry } from '../../src-daemon/contract/capability-overview.ts'
import { useResource } from '../composables/use-resource.ts'
import { api } from '../rpc/client.ts'

/** Everything installed and connected, in one list, kept up to date. */
export const useOverview = defineStore('overview', () => {
  const list = useResource<readonly CapabilityEntry[]>(() => api.capabilities.overview.query(), {
    topics: ['packages', 'servers', 'skills', 'activity'],
  })
  const pages = computed(
    () => new Map((list.data.value ?? []).map(({ uri, id }) => [uri, `/capabilities/${id}`])),
  )
  /** Address of the page about the server of this name; null if there is none. */
  const pageOfServer = (uri: string): string | null => pages.value.get(uri) ?? null

  return { entries: list.data, error: list.error, load: list.reload, pageOfServer }
})
