/** Fetches the files of published versions, and judges them. */
import { toSatchelError } from '../../platform/errors.ts'
import type { FetchFile, IndexStore, Outcome, Refusal, WaitingVersion } from './core/types.ts'
import { recordProblem, type Verdict } from './verifying/verify.ts'
import type { Verifiers } from './verifying/verifiers.ts'

/** How many files wait for the network or verification at once: enough to keep the verifiers busy while a batch is stored. */
const FILES = 64
/** Outcomes kept in one transaction. Many make it cheap, few show early. */
const BATCH = 128
/** Versions asked for at once. */
const DUE = 4 * BATCH
const SHOW_AFTER_MS = 250

const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 6 * 60 * 60 * 1000

type ToldVersion = Pick<WaitingVersion, 'capUri' | 'semver'>

/** The outcome for a version; called once it is stored. */
export type JudgedStep =
  | ({ readonly kind: 'verified' } & ToldVersion)
  | ({ readonly kind: 'refused'; readonly reason: Refusal } & ToldVersion)
  | ({ readonly kind: 'waiting'; readonly reason: Refusal; readonly at: number } & ToldVersion)

export interface JudgingDeps {
  readonly store: Pick<IndexStore, 'due' | 'settle'>
  readonly fetchFile: FetchFile
  readonly verify: Verifiers['verify']
  readonly now: () => number
  readonly report: (step: JudgedStep) => void
}

/**
 * Fetches and verifies due files, `FILES` at once, and stores the outcomes in batches. Ends when nothing is due and `progress` says that the
 * chain was read.
 */
export type JudgeDue = (signal: AbortSignal, progress: Progress) => Promise<void>

export const createJudging = ({ store, fetchFile, verify, now, report }: JudgingDeps): JudgeDue => {
  const judge = async (version: WaitingVersion, signal: AbortSignal): Promise<Judged | null> => {
    const settle = (verdict: Verdict): Judged => {
      const about = { place: { block: version.block, logIndex: version.logIndex }, sha256: version.sha256 }
      if (verdict.kind !== 'unknown') return { version, outcome: { ...about, ...verdict } }
      return { version, outcome: { ...about, kind: 'retry', reason: verdict.reason, at: retryAt(version) } }
    }
    const wrong = recordProblem(version)
    if (wrong !== null) return settle({ kind: 'refused', reason: wrong })
    let bytes: Uint8Array
    try {
      bytes = await fetchFile(version.cid, { signal })
    } catch (thrown) {
      if (signal.aborted) return null
      return settle({ kind: 'unknown', reason: unavailable(thrown) })
    }
    try {
      return settle(await verify(version, bytes))
    } catch (thrown) {
      if (signal.aborted) return null
      throw thrown
    }
  }

  const retryAt = ({ attempts }: WaitingVersion): number =>
    now() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20))

  const judgeDue: JudgeDue = async (signal, progress) => {
    const running = new Map<string, { version: WaitingVersion; done: Promise<void> }>()
    let outcomes: Judged[] = []
    let keptAt = performance.now()
    let failure: unknown

    const keep = async (): Promise<void> => {
      const kept = outcomes
      outcomes = []
      keptAt = performance.now()
      if (kept.length === 0) return
      await store.settle(kept.map(({ outcome }) => outcome))
      for (const one of kept) report(stepOf(one))
    }
    const begin = (version: WaitingVersion): void => {
      const key = `${String(version.block)}:${String(version.logIndex)}`
      const done = judge(version, signal)
        .then((outcome) => {
          if (outcome !== null) outcomes.push(outcome)
        })
        .catch((thrown: unknown) => {
          failure ??= thrown
        })
        .finally(() => running.delete(key))
      running.set(key, { version, done })
    }
    let queue: WaitingVersion[] = []
    let seen = -1
    let isFull = false
    for (;;) {
      if (failure !== undefined || signal.aborted) break
      if (outcomes.length >= BATCH || (outcomes.length > 0 && performance.now() - keptAt > SHOW_AFTER_MS))
        await keep()
      // Queried again only if there can be more: pending outcomes have to be stored before a query, and storing in batches is cheap.
      if (queue.length === 0 && (running.size === 0 || isFull || progress.count() !== seen)) {
        // Files with an outcome that isn't stored yet are still waiting in the store.
        await keep()
        seen = progress.count()
        const besides = [
          ...[...running.values()].map(({ version }) => version),
          ...outcomes.map(({ version }) => version),
        ]
        queue = [...(await store.due(now(), DUE, besides))]
        isFull = queue.length === DUE
      }
      while (running.size < FILES) {
        const next = queue.shift()
        if (next === undefined) break
        begin(next)
      }
      if (running.size > 0) await Promise.race([...running.values()].map(({ done }) => done))
      else if (queue.length === 0 && outcomes.length === 0) {
        // The answer lacks what arrived during the query.
        if (progress.count() !== seen) continue
        if (!progress.isOpen()) break
        await progress.next()
      }
    }
    await Promise.all([...running.values()].map(({ done }) => done))
    await keep()
    if (failure !== undefined) throw toSatchelError(failure)
    signal.throwIfAborted()
  }

  return judgeDue
}

/** A version that was handed out, and its outcome. */
interface Judged {
  readonly version: WaitingVersion
  readonly outcome: Outcome
}

const stepOf = ({ version: { capUri, semver }, outcome }: Judged): JudgedStep => {
  if (outcome.kind === 'verified') return { kind: 'verified', capUri, semver }
  const { reason } = outcome
  if (outcome.kind === 'refused') return { kind: 'refused', capUri, semver, reason }
  return { kind: 'waiting', capUri, semver, reason, at: outcome.at }
}

/** How far the chain was read, for the code that processes it. */
export type Progress = ReturnType<typeof createProgress>
export const createProgress = () => {
  let count = 0
  let isOpen = true
  let wake: () => void = () => undefined
  const advance = (): void => {
    count += 1
    wake()
  }
  return {
    advance,
    end: (): void => {
      isOpen = false
      advance()
    },
    count: () => count,
    isOpen: () => isOpen,
    /** Resolves with the next step; call it in the same turn as `isOpen`. */
    next: () => new Promise<void>((resolve) => (wake = resolve)),
  }
}

const unavailable = (thrown: unknown): Refusal => ({
  code: 'file_unavailable',
  text:
    thrown instanceof Error
      ? `${toSatchelError(thrown).code}: ${thrown.message}`.slice(0, 500)
      : String(thrown),
})
