import type { NetworkGuard } from '../../network/index.ts'
import type { RegistryEvents } from './events.ts'
import type { ChainPlace } from './place.ts'

/** What an index is made from. */
const INDEXED = ['published', 'yanked', 'voted'] as const

/**
 * The events of a registry that an index is made from. What speaks to chains is loaded here. Nothing is asked yet.
 *
 * @throws SatchelError `registry_place_invalid`
 */
export const openRegistryEvents = async (
  place: ChainPlace,
  guard: Pick<NetworkGuard, 'fetchFor'>,
): Promise<RegistryEvents<(typeof INDEXED)[number]>> => {
  const [{ openChain }, { createRegistryEvents }] = await Promise.all([
    import('./chain.ts'),
    import('./events.ts'),
  ])
  return createRegistryEvents(openChain(place, guard), { kinds: INDEXED })
}
