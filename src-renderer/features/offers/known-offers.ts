import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, watch } from 'vue'
import type { ServerView } from '../../../src-daemon/contract/servers.ts'
import { useResource } from '../../composables/use-resource.ts'
import { api } from '../../rpc/client.ts'
import { toErrorView, type ErrorView } from '../../rpc/errors.ts'
import { problemOf } from '../servers/server-state.ts'
import { offersOf, type Offer } from './offer-list.ts'

/** An offer and its server. */
export interface KnownOffer {
  readonly server: string
  readonly offer: Offer
}

/** Milliseconds for which a server's answer is reused. */
const FRESH_MS = 30_000

/**
 * What the user's servers offer for a message, as far as they have been queried. Running servers are queried when
 * needed; a stopped one is started only on the user's request, never because of a typed character.
 */
export const useKnownOffers = defineStore('known-offers', () => {
  const servers = useResource(() => api.servers.list.query(), { topics: ['servers'] })
  const known = shallowReactive(new Map<string, { readonly offers: readonly Offer[]; readonly at: number }>())
  const asking = shallowReactive(new Set<string>())
  const failures = shallowReactive(new Map<string, ErrorView>())
  const looking = ref(false)

  const mine = computed(() => (servers.data.value ?? []).filter(({ addedBy }) => addedBy === 'owner'))
  const all = computed((): readonly KnownOffer[] =>
    mine.value.flatMap(({ uri }) =>
      (known.get(uri)?.offers ?? []).map((offer): KnownOffer => ({ server: uri, offer })),
    ),
  )
  /** Servers that would have to be started first. One that failed or needs a sign-in is shown on the Servers page. */
  const stopped = computed(() => mine.value.filter((one) => !known.has(one.uri) && canStart(one)))
  /** Why the last query was incomplete; null if it was complete. */
  const failure = computed(() => [...failures.values()][0] ?? null)

  const ask = async (uri: string): Promise<void> => {
    if (asking.has(uri)) return
    asking.add(uri)
    try {
      const [resources, prompts] = await Promise.all([
        api.servers.resources.mutate({ uri }),
        api.servers.prompts.mutate({ uri }),
      ])
      known.set(uri, { offers: offersOf(resources, prompts), at: Date.now() })
      failures.delete(uri)
    } catch (thrown) {
      failures.set(uri, toErrorView(thrown))
    } finally {
      asking.delete(uri)
    }
  }

  /**
   * While `wanted` is true, queries running servers now and when they become known to run (which may be after the first
   * character was typed). For a component's setup; ends with the component.
   */
  const askWhile = (wanted: () => boolean): void => {
    const requested = new Set<string>()
    watch(
      [wanted, mine],
      ([now, those], [before]) => {
        if (!now) return
        if (!before) requested.clear()
        for (const { uri, state } of those) {
          if (state.kind !== 'running' || requested.has(uri)) continue
          requested.add(uri)
          if (Date.now() - (known.get(uri)?.at ?? -FRESH_MS) >= FRESH_MS) void ask(uri)
        }
      },
      { immediate: true },
    )
  }

  /** Starts and queries the stopped servers. */
  const look = async (): Promise<void> => {
    if (looking.value) return
    looking.value = true
    try {
      await Promise.all(stopped.value.map(({ uri }) => ask(uri)))
    } finally {
      looking.value = false
    }
  }

  /** An offer by its server and key; null if the server no longer has it. Asks a server that hasn't been asked yet. */
  const find = async (server: string, key: string): Promise<KnownOffer | null> => {
    if (!known.has(server)) await ask(server)
    const offer = known.get(server)?.offers.find((one) => one.key === key)
    return offer === undefined ? null : { server, offer }
  }

  return { all, stopped, looking, failure, askWhile, look, find }
})

const canStart = (server: ServerView): boolean =>
  server.state.kind === 'stopped' &&
  problemOf(server) === null &&
  (server.signIn === null || server.signIn.needed === null)
