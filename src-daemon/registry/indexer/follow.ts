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
  | JudgedStep
  /** Nothing is left that could be done now. */
  | { readonly kind: 'caught_up'; readonly block: number | null }
  /** It is tried again after `ms`. */
  | { readonly kind: 'failed'; readonly problem: unknown; readonly ms: number }
  /** The index works without; vectors are missing. */
  | { readonly kind: 'embedding_failed'; readonly problem: unknown }

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
  const { store, chain, startBlock, embedder, report, pollMs = 4000 } = deps
  const judgeDue = createJudging(deps)

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
