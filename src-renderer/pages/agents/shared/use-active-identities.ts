import { computed, type ComputedRef } from 'vue'
import type { OwnDid } from '../../../../src-daemon/contract/agent-dids.ts'
import { useResource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** The owner's identities that can sign; null until loaded. */
export const useActiveIdentities = (): ComputedRef<readonly OwnDid[] | null> => {
  const own = useResource(() => api.agentIdentities.list.query(), { topics: ['agents'] })
  return computed(() => own.data.value?.filter(({ deactivatedAt }) => deactivatedAt === null) ?? null)
}
