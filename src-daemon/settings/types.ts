import { z } from 'zod'
import { LANGUAGES } from '../text/index.ts'

/**
 * Everything a person can set. `language`, `tone`, `theme` and `notifOpt` are the AgentSettings core model (asm.md 4.2) and
 * live in state; the rest belongs to this machine and lives in `config.json`.
 */
export const settingsSchema = z.object({
  language: z.enum(LANGUAGES),
  tone: z.enum(['casual', 'formal', 'kids']),
  /** `system` follows the OS. */
  theme: z.enum(['system', 'light', 'dark']),
  notifOpt: z.boolean(),
  /** `auto`, `planner` or `ollama:<name>`. */
  model: z.string(),
  ollamaUrl: z.url({ protocol: /^https?$/ }),
  /** Tokens of context asked of Ollama (`num_ctx`). */
  contextWindow: z.int().min(2048).max(1_048_576),
  /** Minutes without use after which an open vault locks itself; 0 = it stays open until the daemon stops. */
  vaultLockMinutes: z.int().min(0).max(1440),
  sendKey: z.enum(['enter', 'mod_enter']),
})
export type Settings = z.infer<typeof settingsSchema>

/** Some settings to change; what is left out stays. */
export const settingsChangeSchema = settingsSchema.partial()
export type SettingsChange = z.infer<typeof settingsChangeSchema>

export interface SettingsService {
  get(): Settings
  /** Changes some settings at once, durably. Errors: `invalid_request`. */
  set(change: SettingsChange): Settings
  onChange(listener: (settings: Settings) => void): () => void
}
