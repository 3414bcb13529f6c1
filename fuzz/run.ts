// `npm run fuzz -- TARGET… [--seconds N] [--runs N] [--seed N] [--keep]`: feeds parsers with damaged input, guided by the code
// that it reaches. `--keep` replaces the kept corpus with all that was found to reach something of its own.
import { parseArgs } from 'node:util'
import { corpusOf, foundPath, keep, report } from './engine/files.ts'
import { instrument } from './engine/instrument.ts'
import { fuzz, smallest } from './engine/loop.ts'
import { isTargetName, loadTarget, TARGETS, targetNames } from './engine/target.ts'
import { createWatchdog } from './engine/watchdog.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
})
const [name, ...others] = positionals
if (!isTargetName(name) || others.length > 0) {
  console.error(`Name one target: ${targetNames.join(', ')}.`)
  process.exit(2)
}

const counters = instrument(TARGETS[name])
const target = await loadTarget(name)
const watchdog = createWatchdog(foundPath(name, 'endless'))
const { runs, seconds, corpus } = await fuzz(target, {
  corpus: await corpusOf(name, target),
  seed: Number(values.seed),
  runs: Number(values.runs),
  seconds: Number(values.seconds),
  counters,
  running: watchdog.running,
  found: (input, { told }) => {
    process.exitCode = 1
    console.error(`${report(name, input)}\n${told}\n`)
  },
})
const inputs = values.keep ? await smallest(target, corpus, counters) : corpus
if (values.keep) keep(name, inputs)
target.close?.()
const cpu = process.cpuUsage()
const { known, reached } = counters.branches()
console.log(
  `${name}: ${String(runs)} runs in ${seconds.toFixed(0)} s (${((cpu.user + cpu.system) / 1e6).toFixed(0)} s of a processor), ${String(reached)} of ${String(known)} branches reached by ${String(inputs.length)} inputs`,
)
await watchdog.close()
process.exit()
