/** Resolves when this process is asked to end, or `also` settles. The caller then stops what it runs. */
export const untilStopped = (also?: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      for (const signal of SIGNALS) process.removeListener(signal, done)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, done)
    void also?.finally(done).catch(() => undefined) // its creator reports its error
  })

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
