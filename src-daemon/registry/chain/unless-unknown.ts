import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'

/**
 * Reads from a registry that was checked; null for a name or a version it does not know. Errors: those of
 * `Chain.check`, `chain_failed`.
 */
export const unlessUnknown = async <T>(
  chain: Chain,
  about: { readonly capUri?: string; readonly semver?: string },
  ask: () => Promise<T>,
): Promise<T | null> => {
  await chain.check()
  try {
    return await ask()
  } catch (thrown) {
    const failure = chainFailure(thrown, { host: new URL(chain.place.rpcUrl).host, ...about })
    if (failure.code === 'registry_name_unknown' || failure.code === 'registry_version_unknown') return null
    throw failure
  }
}
