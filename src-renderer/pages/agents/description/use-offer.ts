import { useAttempt } from '../../../composables/use-attempt.ts'
import { useResource } from '../../../composables/use-resource.ts'
import type { AgentOffer } from '../../../../src-daemon/contract/agent-offer.ts'
import { api } from '../../../rpc/client.ts'

/** The own description as the owner edits it. A change applies to what would be published next, and to nothing that was. */
export const useOffer = () => {
  const offer = useResource(() => api.agentOffer.get.query(), { topics: ['agents'] })
  const { busy, failure, attempt } = useAttempt<'save'>()

  const save = async (change: Partial<AgentOffer>): Promise<boolean> => {
    const before = offer.data.value
    if (before === null) return false
    const saved = await attempt('save', () => api.agentOffer.set.mutate({ ...before, ...change }))
    await offer.reload()
    return saved
  }
  return { offer, busy, failure, save }
}
