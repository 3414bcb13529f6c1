import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Statements } from '../base/statements.ts'
import { anchorHash, digestOf } from './digest.ts'
import { anchorSchema, type Anchor, type Snapshot } from '../../contract/state-proofs.ts'

/**
 * Where snapshots are written down so that nobody can deny them later (asm.md 9.2). Promises, because it may be far away.
 * Every one passes anchors.acceptance.ts.
 */
export interface AnchorBackend {
  /** Adds a snapshot at the end. Errors: `anchor_log_broken`, and what its place can fail with. */
  append(snapshot: Snapshot): Promise<Anchor>
  /** All of them, oldest first, each checked. Errors: `anchor_log_broken`, and what its place can fail with. */
  list(): Promise<readonly Anchor[]>
}

/** What the first line points back to. */
const GENESIS = '0'.repeat(64)
const COLUMNS = 'number, owner, space, scope, root, size, clock, digest, at, previous, hash'

/** The log in the owner's own database: it shows what was changed in it, but not that lines were cut off at its end. */
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
    const lines = z
      .array(anchorSchema)
      .parse(statement(`SELECT ${COLUMNS} FROM state_anchors ORDER BY number`).all())
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

  return {
    append: (snapshot) => promised(() => atomically(() => write(snapshot))),
    list: () => promised(read),
  }
}

/** The backend's promise of what the database answers at once. */
const promised = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work())
  })
