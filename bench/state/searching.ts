import type { Frame } from '../frame.ts'
import { medianMicrosecondsAsync } from '../timing.ts'
import type { Store } from './ours.ts'

/** A search over everything kept, for a word that nothing has and for one that many have. */
export const searching = async (frame: Frame, { store }: { readonly store: Store }): Promise<void> => {
  for (const [what, words] of [
    ['that nothing has', 'zebra'],
    ['that many have', 'garden'],
  ] as const)
    await frame.compare({
      what: `search over everything for a word ${what}, median`,
      unit: 'ms',
      ours: async () =>
        (await medianMicrosecondsAsync(() => store.state.search({ words, limit: 50 }), 10)) / 1000,
      bar: { atMost: 200 },
    })
}
