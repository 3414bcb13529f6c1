// `npm test`: every check and every test, in one session with a real keychain; `npm test -- unit e2e` runs some of them.
// Goes on after a failure, so that one run shows everything, and ends with the line "N passed, N failed".
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './freshness.mjs'
import {
  sum,
  totalsLine,
  totalsOfCheck,
  totalsOfPlaywright,
  totalsOfVitest,
  troublesOfPlaywright,
  troublesOfVitest,
} from './test-totals.mjs'

const reports = mkdtempSync(join(tmpdir(), 'satchel-reports-'))
// Tests start some thousand processes of the same few programs, each with a data directory of its own: all of them share
// what V8 made of the code.
const sharedCode = { NODE_COMPILE_CACHE: join(reports, 'compiled') }
const bin = (path) => join(root, 'node_modules', path)
const check = (name, ...args) => ({
  name,
  args,
  count: totalsOfCheck,
})

/**
 * In the order in which they start, two at a time: the long ones first, so that none is left running alone at the end, and the
 * end-to-end tests beside the unit tests, because each of them often waits for processes of its own.
 */
const parts = [
  check('build', join(root, 'scripts/build.mjs'), '--if-stale'),
  // Linting with types holds those of the whole tree, which is about what the engine's own limit allows.
  check('lint', '--max-old-space-size=8192', bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'),
  check('types', bin('typescript/bin/tsc'), '--noEmit', '-p', '.'),
  check('types-e2e', bin('typescript/bin/tsc'), '--noEmit', '-p', 'e2e'),
  check('types-renderer', bin('vue-tsc/bin/vue-tsc.js'), '--noEmit', '-p', 'tsconfig.renderer.json'),
  check('format', bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
  check(
    'layers',
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    'src-daemon',
    'src-main',
    'src-renderer',
  ),
  check('deadcode', bin('knip/bin/knip.js'), '--no-progress'),
  {
    name: 'e2e',
    args: [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { ...sharedCode, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') },
    needsBuild: true,
    streams: true,
    count: (code) => totalsOfPlaywright(report('e2e'), code),
    troubles: () => troublesOfPlaywright(report('e2e')),
  },
  {
    name: 'unit',
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'unit.json')}`,
    ],
    env: { ...sharedCode, SATCHEL_TEST_BUILT: '1' },
    needsBuild: true,
    streams: true,
    count: (code) => totalsOfVitest(report('unit'), code),
    troubles: () => troublesOfVitest(report('unit')),
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(', ')}. The parts are ${parts.map((part) => part.name).join(', ')}.`,
  )
  process.exit(2)
}
process.exitCode = process.env.SATCHEL_TEST_SESSION === '1' ? await runParts() : await runInSession()

function runInSession() {
  const args = [
    join(root, 'scripts/with-keychain.mjs'),
    process.execPath,
    fileURLToPath(import.meta.url),
    ...wanted,
  ]
  return run({ args, env: { SATCHEL_TEST_SESSION: '1' } }, 'inherit').then(({ code }) => code)
}

async function runParts() {
  // Tests that start the daemon start the built one.
  const needed = wanted.includes('unit') || wanted.includes('e2e') ? ['build', ...wanted] : wanted
  const chosen = parts.filter((part) => needed.length === 0 || needed.includes(part.name))
  const results = []
  try {
    const waiting = [...chosen]
    const [first] = chosen
    let built
    const next = async () => {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
        if (part.needsBuild) await built
        const running = runPart(part, part.streams ? 'inherit' : 'pipe')
        if (part === first) built = running
        results.push(await running)
      }
    }
    await Promise.all(Array.from({ length: 2 }, next))
  } finally {
    // A program that a test left to end by itself may still write down what it compiled.
    rmSync(reports, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  const totals = sum(results.map((result) => result.totals))
  console.log(summary(results))
  for (const { name, troubles } of results)
    for (const trouble of troubles) console.log(`${toldOf(name, trouble)}\n`)
  console.log(totalsLine(totals))
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1
}

async function runPart(part, output) {
  const started = Date.now()
  if (output === 'inherit') console.log(`\n== ${part.name}`)
  const { code, text } = await run(part, output)
  const totals = part.count(code)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (output === 'pipe') console.log(`\n== ${part.name} (${seconds} s)\n${text.trimEnd()}`)
  return { name: part.name, totals, seconds, troubles: part.troubles?.() ?? [] }
}

function run({ args, env = {} }, output) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    let text = ''
    const keep = (chunk) => {
      text += chunk
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, text: `${text}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, text }))
  })
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'))
  } catch {
    return undefined // the runner ended before it could write one; that is counted as a failure
  }
}

function summary(results) {
  const lines = results.map(({ name, totals, seconds }) => {
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
    return `${totals.failed > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(15)} ${totalsLine(totals)}${skipped} (${seconds} s)`
  })
  return `\n${lines.join('\n')}\n`
}

// Where only the end of the output is kept, this is what must be in it.
function toldOf(part, { test, message, passedAgain }) {
  const verdict = passedAgain ? 'PASSED ONLY WHEN TRIED AGAIN' : 'FAILED'
  const indented = message.replaceAll('\n', '\n    ')
  return `${verdict}  ${part}: ${test.replace(`${root}/`, '')}\n    ${indented}`
}
