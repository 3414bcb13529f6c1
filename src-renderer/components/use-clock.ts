import { createSharedComposable, useIntervalFn, useNow } from '@vueuse/core'

/** The time to half a minute, one clock for all who show how long ago something was. */
export const useClock = createSharedComposable(() =>
  useNow({ scheduler: (tick) => useIntervalFn(tick, 30_000) }),
)
