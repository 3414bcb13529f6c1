/** The used part of Electron's `powerMonitor`. */
export interface PowerEvents {
  on(event: 'suspend' | 'lock-screen', listener: () => void): unknown
}

/** Tells the daemon when the machine goes to sleep or its screen is locked; it decides what that means. */
export const noticeSleep = (deps: {
  readonly power: PowerEvents
  readonly tell: () => Promise<unknown>
  readonly log: (message: string, details: Readonly<Record<string, unknown>>) => void
}): void => {
  const notice = (): void => {
    deps.tell().catch((error: unknown) => {
      deps.log('the daemon was not told that the machine sleeps', { error: String(error) })
    })
  }
  deps.power.on('suspend', notice)
  deps.power.on('lock-screen', notice)
}
