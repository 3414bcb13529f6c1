import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Statements } from '../base/statements.ts'
import { anchorHash, digestOf } from './digest.ts'
import {
  anchorSchema,
  chainPlaceSchema,
  type Anchor,
  type ChainPlace,
  type Snapshot,
} from '../../contract/state-proofs.ts'

/**
 * Where snapshots are recorded so that they can't be denied later (asm.md 9.2). Asynchronous, because it may be remote.
 * Every backend passes anchors.acceptance.ts.
 */
export interface AnchorBackend {
  /** Appends a snapshot. Errors: `anchor_log_broken`, and those of the storage. */
  append(snapshot: Snapshot): Promise<Anchor>
  /** Records where an anchor is on a chain. Errors: `anchor_unknown`. */
  place(number: number, chain: ChainPlace): Promise<Anchor>
  /** All anchors, oldest first, each verified. Errors: `anchor_log_broken`, and those of the storage. */
  list(): Promise<readonly Anchor[]>
}

const placedSchema = z.array(chainPlaceSchema.extend({ number: z.int() }))

/** The previous hash of the first line. */
const GENESIS = '0'.repeat(64)
const PLACES = 'chain_id AS chainId, contract, account, tx, block, at'
const COLUMNS = 'number, owner, space, scope, root, size, clock, digest, at, previous, hash'

/** The log in the owner's own database: it reveals changed lines, but not that lines were cut off at its end. */
export const createLocalAnchors = ({
  statement,
  atomically,
  now,
}: {
  readonly statement: Statements
  readonly atomically: <T>(work: () => T) => T
  /** Milliseconds since 1970. */
  readonly now: () => number
}): AnchorBackend => {
  const read = (): readonly Anchor[] => {
    const placed = new Map(
      placedSchema
        .parse(statement(`SELECT number, ${PLACES} FROM state_chain_anchors`).all())
        .map(({ number, ...chain }) => [number, chain]),
    )
    const lines = z
      .array(anchorSchema)
      .parse(statement(`SELECT ${COLUMNS} FROM state_anchors ORDER BY number`).all())
      .map((line) => {
        const chain = placed.get(line.number)
        return chain === undefined ? line : { ...line, chain }
      })
    lines.forEach((line, n) => {
      const whole =
        line.number === n + 1 &&
        line.previous === (lines[n - 1]?.hash ?? GENESIS) &&
        line.digest === digestOf(line) &&
        line.hash === anchorHash(line)
      if (!whole) throw new SatchelError('anchor_log_broken', { params: { number: n + 1 } })
    })
    return lines
  }

  const write = (snapshot: Snapshot): Anchor => {
    const last = read().at(-1)
    const line = {
      ...snapshot,
      number: (last?.number ?? 0) + 1,
      at: new Date(now()).toISOString(),
      previous: last?.hash ?? GENESIS,
    }
    const anchor = { ...line, hash: anchorHash(line) }
    statement(
      `INSERT INTO state_anchors (${COLUMNS})
       VALUES (@number, @owner, @space, @scope, @root, @size, @clock, @digest, @at, @previous, @hash)`,
    ).run(anchor)
    return anchor
  }

  const place = (number: number, chain: ChainPlace): Anchor => {
    statement(
      `INSERT INTO state_chain_anchors (number, chain_id, contract, account, tx, block, at)
       SELECT number, @chainId, @contract, @account, @tx, @block, @at FROM state_anchors WHERE number = @number
       ON CONFLICT (number) DO NOTHING`,
    ).run({ number, ...chain })
    const placed = read().find((one) => one.number === number)
    if (placed === undefined)
      throw new SatchelError('anchor_unknown', { params: { number }, details: { number } })
    return placed
  }

  return {
    place: (number, chain) => promised(() => atomically(() => place(number, chain))),
    append: (snapshot) => promised(() => atomically(() => write(snapshot))),
    list: () => promised(read),
  }
}

/** Wraps the database's synchronous answer in the backend's promise. */
const promised = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work())
  })
