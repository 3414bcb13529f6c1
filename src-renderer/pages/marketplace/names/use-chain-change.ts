import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { ChainChange, ChainCost, ChainReceipt } from '../../../../src-daemon/contract/registry-chain.ts'
import { useAttempt } from '../../../composables/use-attempt.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'

/** A change in a registry, which is given by its name in the settings. */
export interface RegistryChange {
  readonly registry: string
  readonly change: ChainChange
}

/** Debounce delay before the chain is queried, in milliseconds. */
const PAUSE_MS = 350

/**
 * A change to send to a chain: its cost is queried whenever `wanted` changes, and only a change shown with its cost is
 * sent. `typed`: the change is being typed, so the query waits for a pause.
 */
export const useChainChange = (wanted: () => RegistryChange | null, typed: () => boolean) => {
  const priced = shallowRef<{ readonly change: RegistryChange; readonly cost: ChainCost } | null>(null)
  const unpriced = shallowRef<ErrorView | null>(null)
  /** Sent with unknown outcome; sending again would be paid for twice. */
  const pending = shallowRef(false)
  const { busy, failure, attempt } = useAttempt<'send' | 'account'>()
  /** Counts how often the sheet was opened, to drop answers from before. */
  const round = ref(0)
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const affordable = computed(
    () => priced.value !== null && BigInt(priced.value.cost.balance) >= BigInt(priced.value.cost.cost),
  )
  const ready = computed(() => affordable.value && !pending.value)

  /** Queries the cost of `wanted`, and whether the contract would accept it. */
  const price = async (): Promise<void> => {
    clearTimeout(timer)
    latest += 1
    const mine = latest
    priced.value = null
    unpriced.value = null
    const change = wanted()
    if (change === null) return
    try {
      const cost = await api.registry.chains.estimate.mutate(change)
      if (mine === latest) priced.value = { change, cost }
    } catch (thrown) {
      if (mine === latest) unpriced.value = toErrorView(thrown)
    }
  }

  watch([() => JSON.stringify(wanted()), round], () => {
    clearTimeout(timer)
    latest += 1
    priced.value = null
    unpriced.value = null
    failure.value = null
    if (wanted() === null) return
    if (typed()) timer = setTimeout(() => void price(), PAUSE_MS)
    else void price()
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    latest += 1
  })

  /** Sends what was shown with its cost and waits until it is settled; null if that failed. */
  const send = async (): Promise<ChainReceipt | null> => {
    if (priced.value === null || !ready.value) return null
    const { change } = priced.value
    let receipt: ChainReceipt | null = null
    await attempt('send', async () => {
      receipt = await api.registry.chains.change.mutate(change)
    })
    const code = failure.value?.code
    pending.value = code === 'chain_not_confirmed' || code === 'connection_lost'
    return receipt
  }

  /** False if it failed. */
  const createAccount = (): Promise<boolean> =>
    attempt('account', () => api.registry.chains.createAccount.mutate())

  /** Resets everything when the sheet is opened. */
  const begin = (): void => {
    pending.value = false
    round.value += 1
  }

  return { priced, unpriced, pending, affordable, ready, busy, failure, price, send, createAccount, begin }
}
