import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { createEngine, type Engine } from '../objects/engine.ts'
import { createSequences } from '../sequences/client.ts'

const nobody = (): never => {
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
      prepare: nobody,
      sign: nobody,
      cards: nobody,
      removals: nobody,
      learn: nobody,
      check: nobody,
      limit: nobody,
      remove: nobody,
      name: nobody,
      nameOf: nobody,
      list: nobody,
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
