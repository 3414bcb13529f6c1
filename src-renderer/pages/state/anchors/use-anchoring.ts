import { computed, ref, shallowRef, watch } from 'vue'
import type { AnchorCheck, AnchorPlan } from '../../../../src-daemon/contract/state-proofs.ts'
import { useAttempt } from '../../../composables/use-attempt.ts'
import { useResource } from '../../../composables/use-resource.ts'
import { api } from '../../../rpc/client.ts'

/** The scope an anchor is of. */
export interface AnchoredScope {
  readonly owner: string
  readonly scope: string
}

/**
 * Lists, creates and checks anchors, and puts them on a chain. Only what was shown with its
 * cost is sent to a chain.
 */
export const useAnchoring = (open: () => boolean, subject: () => AnchoredScope | null) => {
  const list = useResource(async () => (open() ? await api.state.anchors.query() : null), { on: [open] })
  const registries = useResource(() => api.registry.chains.list.query(), { topics: ['settings'] })
  const { busy, failure, attempt } = useAttempt<'take' | 'plan' | 'send' | 'verify'>()
  const registry = ref('')
  const plan = shallowRef<AnchorPlan | null>(null)
  const checks = shallowRef<readonly AnchorCheck[]>([])

  const chosen = computed(() => {
    const all = registries.data.value ?? []
    return (all.find(({ name }) => name === registry.value) ?? all[0])?.name ?? null
  })
  watch([() => JSON.stringify(subject()), chosen, open], () => {
    plan.value = null
    failure.value = null
  })

  const take = () =>
    attempt('take', async () => {
      const key = subject()
      if (key !== null) await api.state.anchor.mutate(key)
      await list.reload()
    })

  /** Creates an anchor unless the last one is current, and asks for the cost of putting it on the chain. */
  const ask = () =>
    attempt('plan', async () => {
      const [key, name] = [subject(), chosen.value]
      if (key === null || name === null) return
      const { owner, scope } = key
      const asked = await api.state.planChainAnchor.mutate({ owner, scope, registry: name })
      await list.reload()
      plan.value = asked.cost === null ? null : asked
    })

  const send = () =>
    attempt('send', async () => {
      const [planned, name] = [plan.value, chosen.value]
      if (planned === null || name === null) return
      await api.state.sendChainAnchor.mutate({ number: planned.anchor.number, registry: name })
      plan.value = null
      await list.reload()
    })

  const verify = () =>
    attempt('verify', async () => {
      checks.value = await api.state.verifyAnchors.mutate()
    })

  return { list, registries, registry, chosen, plan, checks, busy, failure, take, ask, send, verify }
}
