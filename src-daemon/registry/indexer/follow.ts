import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { pause } from '../../platform/abortable.ts'
import type { Embedder } from '../../models/types.ts'
import type {
  BlockRef,
  ChainEvents,
  FetchFile,
  IndexStore,
  Outcome,
  Refusal,
  WaitingVersion,
} from './core/types.ts'
import { recordProblem, type Verdict } from './verifying/verify.ts'
import type { Verifiers } from './verifying/verifiers.ts'

/** Files being fetched or verified at once: enough to keep the verifiers busy while a batch is stored. */
const FILES = 64
/** Outcomes stored in one transaction: more make it cheaper, fewer show results earlier. */
const BATCH = 128
/** Versions read from the store at once. */
const DUE = 4 * BATCH
const SHOW_AFTER_MS = 250
/** A reorganisation deeper than the known blocks starts the index again. */
const ANCESTORS = 64
const EMBEDDED_AT_ONCE = 64

const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 6 * 60 * 60 * 1000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

export interface FollowerDeps {
  readonly store: IndexStore
  readonly chain: ChainEvents
  readonly fetchFile: FetchFile
  readonly verify: Verifiers['verify']
  /** The first block of the registry: the one of its contract. */
  readonly startBlock: number
  /** The embedding model, if one is available now. */
  readonly embedder: () => Promise<Pick<Embedder, 'id' | 'embed'> | null>
  readonly now: () => number
  /** Called with each step when it is done. */
  readonly report: (step: FollowerStep) => void
  /** How long to wait between two checks of the chain. */
  readonly pollMs?: number
}

/** A step of the follower. Versions are reported once they are stored. */
export type FollowerStep =
  | { readonly kind: 'read'; readonly from: number; readonly to: number; readonly events: number }
  /**
   * The chain differs from block `to` on; null: the chain has no block of the index, and the index starts
   * again.
   */
  | { readonly kind: 'reorganised'; readonly from: number; readonly to: number | null }
  | ({ readonly kind: 'verified' } & ToldVersion)
  | ({ readonly kind: 'refused'; readonly reason: Refusal } & ToldVersion)
  | ({ readonly kind: 'waiting'; readonly reason: Refusal; readonly at: number } & ToldVersion)
  /** Nothing is left that could be done now. */
  | { readonly kind: 'caught_up'; readonly block: number | null }
  /** It is retried after `ms`. */
  | { readonly kind: 'failed'; readonly problem: unknown; readonly ms: number }
  /** The index works without vectors. */
  | { readonly kind: 'embedding_failed'; readonly problem: unknown }

type ToldVersion = Pick<WaitingVersion, 'capUri' | 'semver'>

export interface Follower {
  /**
   * Reads what the chain has now and fetches what is due; ends when nothing is left that could be done now.
   */
  catchUp(signal: AbortSignal): Promise<void>
  /** Goes on until `signal`, waiting out failures of chain and files. */
  run(signal: AbortSignal): Promise<void>
}

/**
 * Keeps an index in step with its chain. It may be killed at any moment: the store stays consistent, and the
 * rest is read from the chain again.
 */
export const createFollower = (deps: FollowerDeps): Follower => {
  const { store, chain, fetchFile, verify, startBlock, embedder, now, report } = deps
  const { pollMs = 4000 } = deps

  /** Removes what is no longer on the chain. */
  const reconcile = async (signal: AbortSignal): Promise<BlockRef | null> => {
    const position = await store.position()
    if (position === null || (await isStill(position, signal))) return position
    let below = position.number - 1
    for (;;) {
      const known = await store.blocks(below, ANCESTORS)
      for (const block of known) {
        if (!(await isStill(block, signal))) continue
        await store.rollback(block)
        report({ kind: 'reorganised', from: position.number, to: block.number })
        return block
      }
      const last = known.at(-1)
      if (last === undefined) break
      below = last.number - 1
    }
    await store.rollback(null)
    report({ kind: 'reorganised', from: position.number, to: null })
    return null
  }

  const isStill = async ({ number, hash }: BlockRef, signal: AbortSignal): Promise<boolean> =>
    (await chain.blockHash(number, { signal })) === hash

  const readChain = async (signal: AbortSignal, onPage: () => void): Promise<void> => {
    const position = await reconcile(signal)
    const from = position === null ? startBlock : position.number + 1
    let expected = from
    for await (const page of chain.pages({ from, signal })) {
      signal.throwIfAborted()
      if (page.to.number < page.from) continue
      // The source itself may have moved to another fork between two pages.
      if (page.from !== expected)
        throw new SatchelError('index_gap', { params: { from: page.from, last: expected - 1 } })
      const before = await store.position()
      if (before !== null && expected !== from && !(await isStill(before, signal)))
        return readChain(signal, onPage)
      await store.append(page)
      report({ kind: 'read', from: page.from, to: page.to.number, events: page.events.length })
      expected = page.to.number + 1
      onPage()
    }
  }

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

  /** Fetches and judges what is due, `FILES` at once, and stores the outcomes in batches. */
  const judgeDue = async (signal: AbortSignal, progress: Progress): Promise<void> => {
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
      // Reads more only if there can be more: the pending outcomes have to be stored first, and batches
      // make that cheap.
      if (queue.length === 0 && (running.size === 0 || isFull || progress.count() !== seen)) {
        // Judged versions that are not stored yet still count as waiting in the store.
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

  const embedMissing = async (signal: AbortSignal): Promise<void> => {
    const model = await embedder()
    if (model === null) return
    for (;;) {
      const missing = await store.withoutVector(model.id, EMBEDDED_AT_ONCE)
      if (missing.length === 0) return
      const vectors = await model.embed(
        missing.map(({ text }) => text),
        { signal },
      )
      await store.keepVectors(
        model.id,
        missing.flatMap(({ id }, at) => {
          const vector = vectors[at]
          return vector === undefined ? [] : [{ id, vector }]
        }),
      )
    }
  }

  const catchUp: Follower['catchUp'] = async (signal) => {
    const progress = createProgress()
    // Both at once: files of the first events are fetched while the last events are still read.
    const reading = readChain(signal, progress.advance).finally(progress.end)
    const judging = judgeDue(signal, progress)
    const [read, judged] = await Promise.allSettled([reading, judging])
    if (read.status === 'rejected') throw toSatchelError(read.reason)
    if (judged.status === 'rejected') throw toSatchelError(judged.reason)
    await embedMissing(signal).catch((thrown: unknown) => {
      // The index works without vectors; the next round tries again.
      if (signal.aborted) throw thrown
      report({ kind: 'embedding_failed', problem: thrown })
    })
    report({ kind: 'caught_up', block: (await store.position())?.number ?? null })
  }

  const run: Follower['run'] = async (signal) => {
    const isOver = (): boolean => signal.aborted
    let nextPauseMs = FIRST_PAUSE_MS
    while (!isOver()) {
      try {
        await catchUp(signal)
        nextPauseMs = FIRST_PAUSE_MS
        await pause(pollMs, signal)
      } catch (thrown) {
        if (isOver()) return
        const ms = nextPauseMs
        nextPauseMs = Math.min(LONGEST_PAUSE_MS, ms * 2)
        report({ kind: 'failed', problem: thrown, ms })
        await pause(ms, signal)
      }
    }
  }

  return { catchUp, run }
}

/** A version that was handed out, and its outcome. */
interface Judged {
  readonly version: WaitingVersion
  readonly outcome: Outcome
}

const stepOf = ({ version: { capUri, semver }, outcome }: Judged): FollowerStep => {
  if (outcome.kind === 'verified') return { kind: 'verified', capUri, semver }
  const { reason } = outcome
  if (outcome.kind === 'refused') return { kind: 'refused', capUri, semver, reason }
  return { kind: 'waiting', capUri, semver, reason, at: outcome.at }
}

/** How far the chain has been read, for the code that works on it meanwhile. */
type Progress = ReturnType<typeof createProgress>
const createProgress = () => {
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
