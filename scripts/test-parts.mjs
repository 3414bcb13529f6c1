import { totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './freshness.mjs'
import {
  totalsOfCheck,
  totalsOfPlaywright,
  totalsOfVitest,
  troublesOfPlaywright,
  troublesOfVitest,
} from './test-totals.mjs'

/**
 * One check or one run of tests.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string[]} args Node's arguments
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [isRunner] It runs tests: it needs the build and a keychain, reports its progress, and writes a
 * JSON report
 * @property {string} [note] What its result does not say
 * @property {(code: number, report: unknown) => import('./test-totals.mjs').Totals} count
 * @property {(report: unknown) => import('./test-totals.mjs').Trouble[]} troubles
 */

const bin = (path) => join(root, 'node_modules', path)
const cache = (name) => join(root, 'node_modules/.cache', name)
const check = (name, ...args) => ({ name, args, count: totalsOfCheck, troubles: () => [] })

const OXLINT = [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']
const ESLINT = [
  bin('eslint/bin/eslint.js'),
  ...['--max-warnings', '0', '--cache', '--cache-strategy', 'content', '--cache-location', cache('eslint/')],
]
const OXFMT = [bin('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern']
/**
 * The type checkers in Go tidy up their memory less often where there is plenty: with 24 GB, `lint` takes 74 s of CPU time instead of
 * 102 s, and 7 GB at its height instead of 5. Towards the limit they tidy up as often as ever.
 */
const inGo = (part) =>
  totalmem() < 16 * 2 ** 30
    ? part
    : { ...part, env: { GOGC: '400', GOMEMLIMIT: `${String(Math.floor(totalmem() / 3))}B` } }
const typeCheck = (name, compiler, project) =>
  check(
    name,
    bin(compiler),
    ...['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', cache(`types/${name}.tsbuildinfo`)],
  )

export const build = check('build', join(root, 'scripts/build.mjs'), '--if-stale')
/**
 * Oxlint lints TypeScript and JavaScript with types, and of the whole tree says what the compiler says, too; ESLint lints
 * components and guards the choke points.
 */
export const lint = (files = []) =>
  // Among files that are named may be some that it ignores, and no others.
  inGo(
    check(
      'lint',
      ...OXLINT,
      ...(files.length > 0 ? ['--no-error-on-unmatched-pattern', ...files] : ['--type-check']),
    ),
  )
export const eslint = (files = ['src-daemon', 'src-main', 'src-renderer']) =>
  check('eslint', ...ESLINT, '--no-warn-ignored', ...files)
export const format = (files = []) => check('format', ...OXFMT, ...files)
/** What `lint` of the whole tree checks as well: for changed files, which may break others, and by name. */
export const types = inGo(typeCheck('types', 'typescript-native/bin/tsc', '.'))
export const typesE2e = inGo(typeCheck('types-e2e', 'typescript-native/bin/tsc', 'e2e'))
const typesRenderer = check('types-renderer', join(root, 'scripts/check-renderer-types.mjs'))
/** The same for changed files: the daemon's, too, but only what differs from the last time. */
export const typesRendererChanged = typeCheck(
  'types-renderer',
  'vue-tsc/bin/vue-tsc.js',
  'src-renderer/tsconfig.json',
)
const layers = check(
  'layers',
  bin('dependency-cruiser/bin/dependency-cruise.mjs'),
  ...['--cache', cache('dependency-cruiser'), '--cache-strategy', 'content'],
  ...['src-daemon', 'src-main', 'src-renderer'],
)
const deadcode = check('deadcode', bin('knip/bin/knip.js'), '--no-progress')
export const graphChecks = [layers, deadcode]

/** @returns {Part} */
export const playwright = (name, ...args) => ({
  name,
  args: [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
  isRunner: true,
  count: (code, report) => totalsOfPlaywright(report, code),
  troubles: troublesOfPlaywright,
})

/** @returns {Part} */
export const vitest = (name, ...args) => ({
  name,
  args: [bin('vitest/vitest.mjs'), 'run', ...args],
  env: { SATCHEL_TEST_BUILT: '1' },
  isRunner: true,
  count: (code, report) => totalsOfVitest(report, code),
  troubles: troublesOfVitest,
})
const asRun = (run, part) => ({ ...part, env: { ...part.env, SATCHEL_TEST_LONG: run } })
const e2e = playwright('e2e')
const unit = vitest('unit')
/** What takes longest first. A check keeps a core busy to its end, so both are in use until the last one has ended. */
const checks = [lint(), typesRenderer, eslint(), deadcode, format()]

/**
 * The parts of `npm test` in starting order, two at a time: a short check beside the build; the end-to-end tests beside
 * the unit tests, because each of them often waits for processes of its own; and the checks beside whichever of the two
 * takes longer.
 *
 * @type {Part[]}
 */
export const quickParts = [build, layers, e2e, unit, ...checks]

/** The additional parts of `npm run test:all`. @type {Part[]} */
export const longParts = [asRun('1', vitest('unit-long')), asRun('1', playwright('e2e-long'))]

/** The parts of `npm run test:all`: each test once, and in full. @type {Part[]} */
export const allParts = [
  build,
  layers,
  asRun('follows', e2e),
  asRun('follows', unit),
  ...longParts,
  ...checks,
]
