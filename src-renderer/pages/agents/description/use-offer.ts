import type { OfferChange } from '../../../../src-daemon/contract/agent-offer.ts'
import { useAttempt } from '../../../composables/use-attempt.ts'
import { useResource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** The own description as the owner edits it. A change applies to what would be published next, and to nothing that was. */
export const useOffer = () => {
  const offer = useResource(() => api.agentOffer.get.query(), { topics: ['agents'] })
  const { busy, failure, attempt } = useAttempt<'save'>()

  /** Only what differs is sent, and the next change begins with what is stored: nothing is overwritten. */
  const save = (change: OfferChange): Promise<boolean> =>
    attempt('save', async () => {
      await api.agentOffer.set.mutate(change)
      await offer.reload()
    })
  return { offer, busy, failure, save }
}
