import { type Settings, settingsSchema } from '../contract/settings.ts'
import type { z } from 'zod'
import type { SatchelError } from '../platform/errors.ts'

/** Like `settingsChangeSchema`, for the daemon itself. */
export const anySettingsChangeSchema = settingsSchema.partial()

export type AnySettingsChange = z.infer<typeof anySettingsChangeSchema>

export interface SettingsService {
  get(): Settings
  /** Changes some settings at once, durably. Errors: `invalid_request`, `trusted_ca_unusable`. */
  set(change: AnySettingsChange): Settings
  /** What is set and can't be used now, e.g. a file that is gone. */
  problems(): readonly SatchelError[]
  onChange(listener: (settings: Settings) => void): () => void
}
