// `npm test`: every check and every test but the long ones, in one session with a real keychain. `npm test -- unit e2e`
// runs some parts, `npm test -- --changed [COMMIT]` what depends on files changed since HEAD or a commit, `npm run
// test:all` the long tests too. Continues after a failure, so that one run shows everything, and ends with the line "N
// passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './freshness.mjs'
import { withMemoryFolder } from './memory-folder.mjs'
import { runWithin } from './run-within.mjs'
import { changedFiles, partsForChanges } from './test-changed.mjs'
import { allParts, build, longParts, quickParts, types, typesE2e } from './test-parts.mjs'
import { sum, totalsLine } from './test-totals.mjs'

/** The limit for one part, several times its duration on a slow machine with two cores. */
const MAX_MINUTES = 50
const WHY = {
  late: `It took longer than ${MAX_MINUTES} minutes, and was ended. Its output above names what still ran.`,
  left: 'All its tests had ended, and these processes that they started had not:',
}

const [first, ...rest] = process.argv.slice(2)
const parts = partsFor(first, rest)
const isAlone = process.env.SATCHEL_TEST_SESSION !== '1'
process.exitCode =
  isAlone && parts.some((part) => part.isRunner) ? await runInSession() : await runAndReport()

/**
 * The requested parts, in starting order.
 *
 * @returns {import('./test-parts.mjs').Part[]}
 */
function partsFor(option, values) {
  if (option === undefined) return quickParts
  if (option === '--all') return allParts
  if (option === '--changed') return partsForChanges(changedFiles(values[0] ?? 'HEAD'))
  const all = [...quickParts, ...longParts, types, typesE2e]
  const names = [option, ...values]
  const unknown = names.filter((name) => !all.some((part) => part.name === name))
  if (unknown.length > 0) {
    const known = [...new Set(all.map((part) => part.name))]
    console.error(
      `There is no part called ${unknown.join(', ')}. The parts are ${known.join(', ')}; instead of parts, --all or --changed [COMMIT].`,
    )
    process.exit(2)
  }
  const chosen = all.filter((part, at) => names.includes(part.name) && all.indexOf(part) === at)
  // Tests that start the daemon start the built one.
  return chosen.some((part) => part.isRunner) && !chosen.includes(build) ? [build, ...chosen] : chosen
}

function runInSession() {
  const args = [
    join(root, 'scripts/with-keychain.mjs'),
    process.execPath,
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
  ]
  return withMemoryFolder(async ({ before, env }) => {
    const program = { before, args, env: { ...env, SATCHEL_TEST_SESSION: '1' } }
    return (await runWithin(program, { output: 'inherit' })).code
  })
}

async function runAndReport() {
  const reports = mkdtempSync(join(tmpdir(), 'satchel-reports-'))
  let results
  try {
    results = await runParts(reports)
  } finally {
    // A program that a test left to end by itself may still be writing its compile cache.
    rmSync(reports, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  console.log(summary(results))
  for (const { name, troubles } of results)
    for (const trouble of troubles) console.log(`${toldOf(name, trouble)}\n`)
  const totals = sum(results.map((result) => result.totals))
  console.log(totalsLine(totals))
  return totals.failed === 0 && (totals.passed > 0 || results.length === 0) ? 0 : 1
}

/** Runs two at a time; parts that need the build wait for it. */
async function runParts(reports) {
  const results = []
  const waiting = [...parts]
  let built
  const next = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      if (part.isRunner) await built
      const running = runPart(part, reports)
      if (part === build) built = running
      results.push(await running)
    }
  }
  await Promise.all([next(), next()])
  return results
}

async function runPart(part, reports) {
  const started = Date.now()
  const reportFile = join(reports, `${part.name}.json`)
  if (part.isRunner) console.log(`\n== ${part.name}`)
  const env = part.isRunner && {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    SATCHEL_TEST_REPORT: reportFile,
    // Tests start some thousand processes of the same few programs, each with its own data directory; all share one V8
    // compile cache.
    NODE_COMPILE_CACHE: join(reports, 'compiled'),
  }
  const { code, text, stopped, left } = await runWithin(
    { ...part, env: { ...env, ...part.env } },
    {
      output: part.isRunner ? 'inherit' : 'pipe',
      limit: MAX_MINUTES * 60_000,
      isDone: () => existsSync(reportFile),
    },
  )
  const report = readReport(reportFile)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (!part.isRunner) console.log(`\n== ${part.name} (${seconds} s)\n${text.trimEnd()}`)
  const troubles = part.troubles(report)
  if (stopped !== null) troubles.unshift({ test: 'did not end', message: `${WHY[stopped]}\n${left}`.trim() })
  return {
    name: part.name,
    note: part.note,
    totals: part.count(stopped === null ? code : 1, report),
    seconds,
    troubles,
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // the runner ended before it could write a report; that counts as a failure
  }
}

function summary(results) {
  const lines = results.map(({ name, note, totals, seconds }) => {
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
    return `${totals.failed > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(15)} ${totalsLine(totals)}${skipped} (${seconds} s)${note === undefined ? '' : `\n        ${note}`}`
  })
  return `\n${lines.join('\n')}\n`
}

// If only the end of the output is kept, it must contain this.
function toldOf(part, { test, message }) {
  return `FAILED  ${part}: ${test.replace(`${root}/`, '')}\n    ${message.replaceAll('\n', '\n    ')}`
}
