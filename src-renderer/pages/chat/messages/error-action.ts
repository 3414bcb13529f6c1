import type { ErrorView } from '../../../rpc/errors.ts'

type Place = 'models' | 'capabilities' | 'identity'

const PLACES: Readonly<Record<string, Place>> = {
  model_unavailable: 'models',
  model_none_answers: 'models',
  model_not_found: 'models',
  model_refused: 'models',
  model_key_refused: 'models',
  model_window_too_small: 'models',
  secret_missing: 'models',
  secret_damaged: 'models',
  secret_gone: 'models',
  capability_not_installed: 'capabilities',
  package_not_installed: 'capabilities',
  keystore_locked: 'identity',
}

/** The page on which a failure can be mended; null when there is none. */
export const placeToMend = (code: string): Place | null => PLACES[code] ?? null

/** Id of the model an answer failed with, for the choice of another; null where the failure is not a model's. */
export const failedModel = ({ details }: Pick<ErrorView, 'details'>): string | null => {
  if (typeof details !== 'object' || details === null) return null
  return 'model' in details && typeof details.model === 'string' ? details.model : null
}

/** The capability whose needs the model did not meet; null where that was not the failure. */
export const needyCapability = ({ code, details }: Pick<ErrorView, 'code' | 'details'>): string | null => {
  if (code !== 'model_window_too_small' || typeof details !== 'object' || details === null) return null
  return 'capability' in details && typeof details.capability === 'string' ? details.capability : null
}
