import { grown, growing, itemsOf, type Growing } from './growing.ts'
import { applyToRegister, type Register } from './register.ts'
import type { Policy, Stamp } from './types.ts'
import { latestOf, replaces } from './writes.ts'

interface Added {
  readonly stamp: Stamp
  readonly by: number
}

interface Counter {
  readonly bases: Register
  readonly added: Growing<Added>
}

/**
 * `counter` (asm.md 2): the number it was set to plus everything added. Setting replaces what was seen; concurrent
 * additions still count. Among numbers set concurrently, the one with the greatest stamp is the base. A counter that
 * was removed and concurrently added to starts from 0.
 */
export const counter: Policy<Counter> = {
  empty: { bases: [], added: growing() },
  apply: ({ bases, added }, op, write) => {
    if (op.op === 'add') return { bases, added: grown(added, { stamp: write.stamp, by: op.by }) }
    if (op.op !== 'set' && op.op !== 'remove') return { bases, added }
    const left = itemsOf(added).filter(({ stamp }) => !replaces(write, stamp))
    return { bases: applyToRegister(bases, op, write), added: growing(left) }
  },
  read: ({ bases, added }) => {
    const base = latestOf(bases)?.value
    if (added.length === 0) return base
    return total([isCount(base) ? base : 0, ...itemsOf(added).map(({ by }) => by)])
  },
  conflicts: () => [],
}

/** Exact, rounded only once: floating-point sums depend on the order beyond 2^53. */
const total = (numbers: readonly number[]): number => {
  let sum = 0n
  for (const number of numbers) if (isCount(number)) sum += BigInt(number)
  return Number(sum)
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
