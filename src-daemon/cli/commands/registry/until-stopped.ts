/** Resolves when this process is asked to end, or `also` settles. Whoever waits ends what runs. */
export const untilStopped = (also?: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      for (const signal of SIGNALS) process.removeListener(signal, done)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, done)
    void also?.finally(done).catch(() => undefined) // why it ended, whoever made it says
  })

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
