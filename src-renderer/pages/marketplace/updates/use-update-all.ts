import { ref, shallowRef } from 'vue'
import type { MarketUpdate, MarketWanted } from '../../../../src-daemon/contract/marketplace.ts'
import { toErrorView, type ErrorView } from '../../../rpc/errors.ts'
import { consentsOf, type Reviewed } from '../../../features/package-review/review-state.ts'

/** What updating all needs of the world around it. */
export interface UpdateAllDeps {
  readonly review: (wanted: MarketWanted) => Promise<Reviewed>
  readonly install: (reviewed: Reviewed) => Promise<unknown>
}

/** An update that waits for the user, or failed. */
export interface LeftUpdate {
  readonly update: MarketUpdate
  /** Null: it may do more, or something speaks against it; the user decides in its review. */
  readonly error: ErrorView | null
}

/** What to ask the marketplace for, to update one; null where there is nothing newer. */
export const wantedUpdate = ({ capUri, offered }: MarketUpdate): MarketWanted | null =>
  offered === null
    ? null
    : { kind: 'capability', capUri: `${capUri}@${offered.version}`, source: offered.source }

/**
 * Updates everything that asks for no decision, one after the other: each is fetched, verified and reviewed as by hand, and installed only where the
 * review has nothing to agree to. The others are left, with why.
 */
export const useUpdateAll = ({ review, install }: UpdateAllDeps) => {
  const running = ref(false)
  /** What is being updated now. */
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
