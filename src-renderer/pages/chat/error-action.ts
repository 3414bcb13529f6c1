type Place = 'settings' | 'capabilities' | 'identity'

const PLACES: Readonly<Record<string, Place>> = {
  model_unavailable: 'settings',
  model_not_found: 'settings',
  model_refused: 'settings',
  capability_not_installed: 'capabilities',
  package_not_installed: 'capabilities',
  keystore_locked: 'identity',
}

/** The page on which a failure can be mended; null when there is none. */
export const placeToMend = (code: string): Place | null => PLACES[code] ?? null
