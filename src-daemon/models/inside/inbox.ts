/** What arrives, in its order, for one that takes it. After a failure, what had arrived before can still be taken. */
export interface Inbox<T> {
  put(value: T): void
  fail(reason: unknown): void
  take(): Promise<T>
  /** Why nothing more arrives; null while something may. */
  failure(): unknown
}

export const createInbox = <T>(): Inbox<T> => {
  const arrived: T[] = []
  let failed: { readonly reason: unknown } | null = null
  let wake = Promise.withResolvers<undefined>()

  const rouse = (): void => {
    wake.resolve(undefined)
    wake = Promise.withResolvers()
  }
  return {
    put: (value) => {
      if (failed !== null) return
      arrived.push(value)
      rouse()
    },
    fail: (reason) => {
      failed ??= { reason }
      rouse()
    },
    take: async () => {
      for (;;) {
        const [first] = arrived
        if (arrived.length > 0) {
          arrived.shift()
          return first as T // there is one
        }
        if (failed !== null) throw failed.reason
        await wake.promise
      }
    },
    failure: () => failed?.reason ?? null,
  }
}
