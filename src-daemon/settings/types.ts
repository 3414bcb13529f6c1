import { type Settings, settingsSchema } from '../contract/settings.ts'
import type { z } from 'zod'

/** Like `settingsChangeSchema`, for the daemon itself. */
export const anySettingsChangeSchema = settingsSchema.partial()

export type AnySettingsChange = z.infer<typeof anySettingsChangeSchema>

export interface SettingsService {
  get(): Settings
  /** Changes some settings at once, durably. Errors: `invalid_request`. */
  set(change: AnySettingsChange): Settings
  onChange(listener: (settings: Settings) => void): () => void
}
