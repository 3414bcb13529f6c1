import type { NetworkGuard } from '../../network/index.ts'
import type { RegistryEvents } from './events.ts'
import type { ChainPlace } from './place.ts'

/** The event kinds an index is built from. */
const INDEXED = ['published', 'yanked', 'voted'] as const

/**
 * Opens the registry events an index is built from. The chain library is loaded here; no request is sent yet.
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
