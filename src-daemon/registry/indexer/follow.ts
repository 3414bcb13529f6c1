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

/** Files that wait for the network or for being verified, at once: enough that whoever verifies has some while a batch is kept. */
const FILES = 64
/** Outcomes kept in one transaction. Many make it cheap, few show early. */
const BATCH = 128
/** Versions asked for at once. */
const DUE = 4 * BATCH
const SHOW_AFTER_MS = 250
/** Reorganisations deeper than what is known go back to the start. */
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
  /** Where the registry begins: the block of its contract. */
  readonly startBlock: number
  /** The embedding model, where there is one now. */
  readonly embedder: () => Promise<Pick<Embedder, 'id' | 'embed'> | null>
  readonly now: () => number
  /** Told what was done, as it is done. */
  readonly report: (step: FollowerStep) => void
  /** How long to wait between two looks at the chain. */
  readonly pollMs?: number
}

/** What a follower has done. Versions are told once they are kept. */
export type FollowerStep =
  | { readonly kind: 'read'; readonly from: number; readonly to: number; readonly events: number }
  /** The chain is another from `to` on; null: no block of the index is in it, and the index was begun anew. */
  | { readonly kind: 'reorganised'; readonly from: number; readonly to: number | null }
  | ({ readonly kind: 'verified' } & ToldVersion)
  | ({ readonly kind: 'refused'; readonly reason: Refusal } & ToldVersion)
  | ({ readonly kind: 'waiting'; readonly reason: Refusal; readonly at: number } & ToldVersion)
  /** Nothing is left that could be done now. */
  | { readonly kind: 'caught_up'; readonly block: number | null }
  /** It is tried again after `ms`. */
  | { readonly kind: 'failed'; readonly problem: unknown; readonly ms: number }
  /** The index works without; vectors are missing. */
  | { readonly kind: 'embedding_failed'; readonly problem: unknown }

type ToldVersion = Pick<WaitingVersion, 'capUri' | 'semver'>

export interface Follower {
  /** Takes in what the chain has now and fetches what is due; ends when nothing is left that could be done now. */
  catchUp(signal: AbortSignal): Promise<void>
  /** Goes on until `signal`: failures of chain and files are waited out. */
  run(signal: AbortSignal): Promise<void>
}

/**
 * Keeps an index up with its chain. It may be killed at any moment: what is in the store is whole, and the rest is taken from the chain again.
 */
export const createFollower = (deps: FollowerDeps): Follower => {
  const { store, chain, fetchFile, verify, startBlock, embedder, now, report } = deps
  const { pollMs = 4000 } = deps

  /** Takes back what the chain has not got any more. */
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

  /** Fetches and judges what is due, `FILES` at once, and keeps the outcomes by the batch.  */
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
      // Asked for again only where there can be more: what is asked for has to be kept first, and keeping by the batch is cheap.
      if (queue.length === 0 && (running.size === 0 || isFull || progress.count() !== seen)) {
        // What is judged but not kept yet is still waiting in the store.
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
        // What came while it was asked is not in the answer.
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
    // Both at once: files of the first events are fetched while the last are still read.
    const reading = readChain(signal, progress.advance).finally(progress.end)
    const judging = judgeDue(signal, progress)
    const [read, judged] = await Promise.allSettled([reading, judging])
    if (read.status === 'rejected') throw toSatchelError(read.reason)
    if (judged.status === 'rejected') throw toSatchelError(judged.reason)
    await embedMissing(signal).catch((thrown: unknown) => {
      // The index works without; the next round tries again.
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

/** A version that was handed out, and what became of it. */
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

/** How far the chain was read, for who works on what was. */
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
    /** Resolves with the next step; to be asked in the same turn as `isOpen`. */
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
