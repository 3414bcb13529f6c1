import { ref, shallowRef } from 'vue'
import type { MarketUpdate } from '../../../../src-daemon/contract/market-updates.ts'
import type { MarketWanted } from '../../../../src-daemon/contract/marketplace.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'
import { consentsOf, type Reviewed } from '../../../features/package-review/review-state.ts'

/** Dependencies of updating all. */
export interface UpdateAllDeps {
  readonly review: (wanted: MarketWanted) => Promise<Reviewed>
  readonly install: (reviewed: Reviewed) => Promise<unknown>
}

/** An update that waits for the user, or failed. */
export interface LeftUpdate {
  readonly update: MarketUpdate
  /** Null: it needs more permissions, or has a warning; the user decides in its review. */
  readonly error: ErrorView | null
}

/** The request to the marketplace for one update; null where there is nothing newer. */
export const wantedUpdate = ({ capUri, offered }: MarketUpdate): MarketWanted | null =>
  offered === null
    ? null
    : { kind: 'capability', capUri: `${capUri}@${offered.version}`, source: offered.source }

/**
 * Installs every update that needs no decision, one after the other: each is fetched, verified and reviewed as by hand,
 * and installed only if the review asks for no consent. The others are listed with the reason.
 */
export const useUpdateAll = ({ review, install }: UpdateAllDeps) => {
  const running = ref(false)
  /** The update being installed. */
  const current = ref('')
  const done = ref(0)
  const left = shallowRef<readonly LeftUpdate[]>([])

  const leave = (update: MarketUpdate, error: ErrorView | null) => {
    left.value = [...left.value, { update, error }]
  }

  const run = async (updates: readonly MarketUpdate[]): Promise<void> => {
    running.value = true
    done.value = 0
    left.value = []
    for (const update of updates) {
      const wanted = wantedUpdate(update)
      if (wanted === null) continue
      current.value = update.title
      try {
        const reviewed = await review(wanted)
        if (consentsOf(reviewed).length > 0) leave(update, null)
        else {
          await install(reviewed)
          done.value += 1
        }
      } catch (thrown) {
        leave(update, toErrorView(thrown))
      }
    }
    current.value = ''
    running.value = false
  }

  return { running, current, done, left, run }
}
