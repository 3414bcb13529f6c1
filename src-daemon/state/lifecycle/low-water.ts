import { z } from 'zod'
import type { Statements } from '../base/statements.ts'

/**
 * Up to when each schema was cleared of what expired. Time goes on from there even when the clock goes back, so what was
 * hidden once stays hidden, whoever brings it again (asm.md 7.1).
 */
export interface LowWater {
  /** The moment by which what expired is told: now, or the mark where that is later. */
  now(schema: number): number
  /** The caller holds the transaction. */
  raise(schema: number): void
}

export const createLowWater = (statement: Statements, now: () => number): LowWater => {
  const read = (schema: number): number =>
    z
      .int()
      .optional()
      .parse(statement('SELECT ms FROM state_low_water WHERE schema = ?').pluck().get(schema)) ?? 0

  const raise = (schema: number): void => {
    statement(
      `INSERT INTO state_low_water (schema, ms) VALUES (?, ?)
       ON CONFLICT (schema) DO UPDATE SET ms = max(ms, excluded.ms)`,
    ).run(schema, Math.floor(now()))
  }

  return { now: (schema) => Math.max(now(), read(schema)), raise }
}
