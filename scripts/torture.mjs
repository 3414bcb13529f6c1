// Kills a process that writes state thousands of times, and checks the data each time: npm run torture -- [rounds]
// [seed]
import { runKillRounds } from '../src-daemon/state/survival/testing/kill-rounds.ts'
import { newSeed } from '../src-daemon/state/survival/testing/random.ts'

const rounds = Number(process.argv[2] ?? 5000)
const seed = process.argv[3] === undefined ? newSeed() : Number(process.argv[3])
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run torture -- [rounds] [seed]\n')
  process.exit(2)
}
process.stdout.write(`seed ${seed}\n`)
const began = Date.now()
const report = await runKillRounds(rounds, seed, ({ rounds: done, saved, imported }) => {
  if (done % 50 === 0)
    process.stdout.write(`${done} kills, ${saved} writes kept, ${imported} change sets merged\n`)
})
const seconds = Math.round((Date.now() - began) / 1000)
process.stdout.write(`${JSON.stringify({ ...report, seconds })}\n`)
