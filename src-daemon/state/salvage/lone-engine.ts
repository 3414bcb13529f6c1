import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { createEngine, type Engine } from '../objects/engine.ts'
import { createSequences } from '../sequences/client.ts'

const unavailable = (): never => {
  throw new SatchelError('internal')
}

/** An engine that meets no other device; `close` ends its thread. */
export const createLoneEngine = (
  db: Database,
  ownerDid: string,
  now: () => number,
): { readonly engine: Engine; close(): void } => {
  const sequences = createSequences()
  const engine = createEngine({
    db,
    ownerDid: () => ownerDid,
    rotations: { chain: () => [], dids: () => new Set([ownerDid]), learn: () => undefined },
    devices: {
      prepare: unavailable,
      sign: unavailable,
      cards: unavailable,
      removals: unavailable,
      learn: unavailable,
      check: unavailable,
      limit: unavailable,
      remove: unavailable,
      name: unavailable,
      nameOf: unavailable,
      list: unavailable,
    },
    now,
    sequences,
    report: () => undefined,
  })
  return {
    engine,
    close: () => {
      sequences.close()
    },
  }
}
