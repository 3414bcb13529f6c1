import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { runKillRounds } from './testing/kill-rounds.ts'
import { newSeed } from './testing/random.ts'

const ROUNDS = effort(8, 200)

it.skipIf(process.platform === 'win32')(
  'keeps every acknowledged write, and nothing in part, however often it is killed at any moment',
  { timeout: 600_000 },
  async ({ onTestFailed }) => {
    const seed = newSeed()
    onTestFailed(() => {
      process.stderr.write(`to run it again: npm run torture -- 200 ${String(seed)}\n`)
    })
    const report = await runKillRounds(ROUNDS, seed)
    expect(report.rounds).toBe(ROUNDS)
    expect(report.saved).toBeGreaterThan(ROUNDS)
    expect(report.imported).toBeGreaterThan(0)
  },
)
