import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { agents } from './agents.ts'
import { cap } from './cap.ts'
import { chat } from './chat.ts'
import { createFrame, type Benchmark } from './frame.ts'
import { injection } from './injection.ts'
import { model } from './model.ts'
import { packages } from './packages.ts'
import { planner } from './planner.ts'
import { registry } from './registry.ts'
import { registryStatic } from './registry/static-rows.ts'
import { routing } from './routing.ts'
import { runtime } from './runtime.ts'
import { schemas } from './schemas.ts'
import { soak } from './soak.ts'
import { startup } from './startup.ts'
import { state } from './state.ts'
import { threads } from './threads.ts'
import { ui } from './ui.ts'
import { tableOf } from './table.ts'

/** One entry for each `npm run bench -- <name>`. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  startup,
  packages,
  planner,
  state,
  routing,
  runtime,
  cap,
  chat,
  injection,
  model,
  registry,
  'registry-static': registryStatic,
  agents,
  schemas,
  threads,
  soak,
  ui,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, cold: { type: 'boolean', default: false } },
})
const [name = ''] = positionals
const benchmark = benchmarks[name]

if (benchmark === undefined) {
  console.error(
    `Usage: npm run bench -- <name> [--quick] [--cold], where <name> is ${Object.keys(benchmarks).join(', ')}.`,
  )
  process.exitCode = 2
} else {
  const frame = createFrame({ runs: values.quick ? 5 : 9, log: (line) => process.stderr.write(`${line}\n`) })
  await benchmark(frame, { quick: values.quick, cold: values.cold })
  const { result, spreads } = frame.finish(name)

  // A rough result must not be mistaken for a measured one.
  if (!values.quick) {
    const folder = join(import.meta.dirname, 'results')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  }
  console.log(tableOf(result, spreads))
  if (result.rows.some((row) => row.holds === false)) process.exitCode = 1
}
