import type { ErrorView } from '../../../rpc/errors.ts'

type Place = 'models' | 'capabilities'

const PLACES: Readonly<Record<string, Place>> = {
  model_unavailable: 'models',
  model_none_answers: 'models',
  model_not_found: 'models',
  model_refused: 'models',
  model_out_of_memory: 'models',
  model_server_failed: 'models',
  model_key_refused: 'models',
  model_window_too_small: 'models',
  secret_missing: 'models',
  secret_damaged: 'models',
  secret_gone: 'models',
  capability_not_installed: 'capabilities',
  package_not_installed: 'capabilities',
}

/** The page where the cause of an error can be fixed; null when there is none. */
export const placeToMend = (code: string): Place | null => PLACES[code] ?? null

/** Id of the model that failed to answer, for choosing another; null if the error isn't a model's. */
export const failedModel = ({ details }: Pick<ErrorView, 'details'>): string | null => {
  if (typeof details !== 'object' || details === null) return null
  return 'model' in details && typeof details.model === 'string' ? details.model : null
}

/** The capability whose needs the model didn't meet; null for other errors. */
export const needyCapability = ({ code, details }: Pick<ErrorView, 'code' | 'details'>): string | null => {
  if (code !== 'model_window_too_small' || typeof details !== 'object' || details === null) return null
  return 'capability' in details && typeof details.capability === 'string' ? details.capability : null
}
