import { pause } from '../../platform/abortable.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { openRegistryEvents } from '../chain/index.ts'
import type { ChainPlace } from '../chain/place.ts'
import { createFollower, type Follower, type FollowerDeps, type FollowerStep } from './follow.ts'
import type { Ground } from './ground.ts'
import type { Election, WritableIndex } from './core/types.ts'
import { createVerifiers } from './verifying/verifiers.ts'

export interface IndexerDeps extends Pick<FollowerDeps, 'fetchFile' | 'embedder' | 'pollMs'> {
  /** An author's key, resolved as an installer does. */
  readonly keyOf: Ground['keyOf']
  readonly store: WritableIndex
  readonly place: ChainPlace
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  readonly report: (step: IndexerStep) => void
}

export type IndexerStep =
  | FollowerStep
  /** Another process is the writer; this one waits for it to end. */
  | { readonly kind: 'standing_by' }
  | { readonly kind: 'elected' }
  | { readonly kind: 'election_lost' }

/** The process that keeps an index in step with a registry on a chain. */
export interface Indexer {
  /** Reads what the chain has now. Errors: those of `WritableIndex`, of the chain and of the store. */
  once(signal: AbortSignal): Promise<void>
  /**
   * Continues until `signal`, through failures of chain and files, and of a database that answered before.
   * Errors: those of `WritableIndex` at the start.
   */
  run(signal: AbortSignal): Promise<void>
}

const STANDING_BY_MS = 1000
const AGAIN_MS = 5000

/**
 * Creates the indexer, the only process that writes the index. No request is sent yet. Errors:
 * `registry_place_invalid`.
 */
export const createIndexer = async (deps: IndexerDeps): Promise<Indexer> => {
  const { store, place, guard, report, keyOf, ...rest } = deps
  const verifiers = createVerifiers({ keyOf })
  const follower: Follower = createFollower({
    ...rest,
    store,
    chain: await openRegistryEvents(place, guard),
    verify: verifiers.verify,
    startBlock: place.startBlock,
    now: Date.now,
    report,
  })

  const elect = async (signal: AbortSignal): Promise<Election> => {
    const timer = setTimeout(() => {
      report({ kind: 'standing_by' })
    }, STANDING_BY_MS)
    try {
      const election = await store.elect(signal)
      report({ kind: 'elected' })
      return election
    } finally {
      clearTimeout(timer)
    }
  }

  const inTurn = async (
    election: Election,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    try {
      await store.claim(`${String(place.chainId)}:${place.contract.toLowerCase()}`)
      await work(AbortSignal.any([signal, election.lost]))
    } finally {
      await verifiers.close()
      await election.release()
    }
  }

  /** Null if it was stopped before. */
  const electedAgain = async (signal: AbortSignal): Promise<Election | null> => {
    for (;;) {
      try {
        return await elect(signal)
      } catch (problem) {
        if (signal.aborted) return null
        report({ kind: 'failed', problem, ms: AGAIN_MS })
        await pause(AGAIN_MS, signal)
      }
    }
  }

  return {
    once: async (signal) => inTurn(await elect(signal), signal, follower.catchUp),
    run: async (signal) => {
      let election: Election | null
      try {
        election = await elect(signal)
      } catch (thrown) {
        if (signal.aborted) return
        throw thrown
      }
      while (election !== null) {
        await inTurn(election, signal, follower.run)
        if (signal.aborted) return
        report({ kind: 'election_lost' })
        election = await electedAgain(signal)
      }
    },
  }
}
