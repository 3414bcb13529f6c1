import type { ChainEvent, ChainEvents, EventPage } from '../core/types.ts'
import { hashOf } from './events.ts'

/** A chain in memory that can fork, and fails on request. */
export interface TestChain extends ChainEvents {
  /** Adds blocks up to `to`; `events` are in blocks after the current last one. */
  grow(to: number, events: readonly ((fork: number) => ChainEvent)[]): void
  /** Drops all blocks from `number` on; later blocks have other hashes. */
  fork(number: number): void
  /** Makes this many of the next calls fail. */
  fail(times: number): void
  readonly calls: () => number
}

export const createTestChain = ({ blocksPerPage = 10 } = {}): TestChain => {
  let forks: number[] = [] // by block: the fork it is of
  let events: ChainEvent[] = []
  let fork = 0
  let failures = 0
  let calls = 0

  const called = (): void => {
    calls += 1
    if (failures > 0) {
      failures -= 1
      throw new Error('the source does not answer')
    }
  }
  const last = (): number => forks.length - 1
  const hash = (number: number): string => hashOf(number, forks[number])

  return {
    grow: (to, made) => {
      while (last() < to) forks.push(fork)
      events.push(...made.map((make) => make(fork)))
    },
    fork: (number) => {
      forks = forks.slice(0, number)
      events = events.filter(({ block }) => block < number)
      fork += 1
    },
    fail: (times) => {
      failures = times
    },
    calls: () => calls,
    blockHash: (number) => {
      called()
      return Promise.resolve(number <= last() ? hash(number) : null)
    },
    pages: async function* ({ from }): AsyncGenerator<EventPage> {
      for (let at = from; at <= last(); at += blocksPerPage) {
        called()
        const to = Math.min(at + blocksPerPage - 1, last())
        const inPage = events.filter(({ block }) => block >= at && block <= to)
        yield await Promise.resolve({ from: at, to: { number: to, hash: hash(to) }, events: inPage })
      }
    },
  }
}
