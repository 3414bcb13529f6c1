import type { WalletsService } from '../wallets/types.ts'
import type { KeptPayments } from './kept/payments.ts'
import type { Receipts } from './receipts.ts'

interface OutcomesDeps {
  readonly kept: Pick<KeptPayments, 'open' | 'setOutcome'>
  readonly wallets: Pick<WalletsService, 'outcomeOf'>
  readonly receipts: Pick<Receipts, 'setOutcome'>
  readonly changed: () => void
  readonly log: { warn(data: object, message: string): void }
  readonly waits?: readonly [number, number]
}

/** Asks networks what became of what was sent, ever more seldom, until each of it is known. */
export const createOutcomes = ({
  kept,
  wallets,
  receipts,
  changed,
  log,
  waits: [first, most] = [2_000, 5 * 60_000],
}: OutcomesDeps) => {
  let wait = first
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const later = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void round(), wait)
    timer.unref()
  }

  const round = async (): Promise<void> => {
    timer = null
    for (const { key, hash, chain, outcome, receipt } of kept.open()) {
      if (isClosed || outcome !== 'sent' || hash === null || receipt === null) continue
      try {
        const found = await wallets.outcomeOf({ family: 'evm', chain, hash })
        // Nothing is written once the program is being ended.
        // oxlint-disable-next-line no-unnecessary-condition -- set while the network was asked
        if (found === 'open' || isClosed) continue
        const became = found === 'done' ? 'confirmed' : 'failed'
        receipts.setOutcome(receipt, became)
        kept.setOutcome(key, became)
        changed()
      } catch (thrown) {
        log.warn({ err: thrown, chain }, 'what became of a payment is not known yet')
      }
    }
    wait = Math.min(wait * 2, most)
    // oxlint-disable-next-line no-unnecessary-condition -- set while networks were asked
    if (!isClosed && kept.open().some(({ outcome }) => outcome === 'sent')) later()
  }

  return {
    /** Something was sent, or the program begins. */
    look: () => {
      if (isClosed) return
      wait = first
      if (kept.open().some(({ outcome }) => outcome === 'sent')) later()
    },
    close: () => {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
