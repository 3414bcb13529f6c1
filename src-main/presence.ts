/** The system's answer to whether its user is present; `unavailable` if it can't ask. */
export type Presence = 'confirmed' | 'refused' | 'unavailable'

export interface PresenceDeps {
  readonly platform: NodeJS.Platform
  readonly canPromptTouchID: () => boolean
  /** Rejects if the user declines. */
  readonly promptTouchID: (reason: string) => Promise<void>
}

/** Asks the system to confirm that its user is there. Electron can only on a Mac with Touch ID. */
export const createPresence =
  ({ platform, canPromptTouchID, promptTouchID }: PresenceDeps) =>
  async (reason: string): Promise<Presence> => {
    if (platform !== 'darwin' || !canPromptTouchID()) return 'unavailable'
    return promptTouchID(reason).then(
      () => 'confirmed',
      () => 'refused',
    )
  }
