import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { runCheckpointKills } from './testing/checkpoint-kills.ts'

const ROUNDS = effort(2, 5)

it.skipIf(process.platform === 'win32')(
  'keeps every acknowledged write when it is killed while a worker moves them into the database',
  async () => {
    const report = await runCheckpointKills(ROUNDS)
    expect(report.rounds).toBe(ROUNDS)
    expect(report.saved).toBeGreaterThan(ROUNDS * 800 - 1)
  },
  120_000,
)
