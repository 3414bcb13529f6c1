import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { pause } from '../../platform/abortable.ts'
import type { Embedder } from '../../models/types.ts'
import type { BlockRef, ChainEvents, FetchFile, IndexStore } from './core/types.ts'
import { createJudging, createProgress, type JudgedStep } from './judging.ts'
import type { Verifiers } from './verifying/verifiers.ts'

/** Reorganisations deeper than what is known go back to the start. */
const ANCESTORS = 64
const EMBEDDED_AT_ONCE = 64

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
  | JudgedStep
  /** Nothing is left that could be done now. */
  | { readonly kind: 'caught_up'; readonly block: number | null }
  /** It is retried after `ms`. */
  | { readonly kind: 'failed'; readonly problem: unknown; readonly ms: number }
  /** The index works without vectors. */
  | { readonly kind: 'embedding_failed'; readonly problem: unknown }

export interface Follower {
  /**
   * Reads the chain's current events and fetches due files; ends when nothing is left to do now.
   */
  catchUp(signal: AbortSignal): Promise<void>
  /** Continues until `signal`, waiting out failures of chain and files. */
  run(signal: AbortSignal): Promise<void>
}

/**
 * Keeps an index in step with its chain. It may be killed at any moment: the store stays consistent, and the
 * rest is read from the chain again.
 */
export const createFollower = (deps: FollowerDeps): Follower => {
  const { store, chain, startBlock, embedder, report, pollMs = 4000 } = deps
  const judgeDue = createJudging(deps)

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
