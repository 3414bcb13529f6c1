import { createSharedComposable, useIntervalFn, useNow } from '@vueuse/core'

/** The current time, updated every half minute; one clock shared by all relative times. */
export const useClock = createSharedComposable(() =>
  useNow({ scheduler: (tick) => useIntervalFn(tick, 30_000) }),
)
