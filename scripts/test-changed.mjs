import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './freshness.mjs'
import { dependentsOf } from './import-graph.mjs'
import {
  build,
  eslint,
  format,
  graphChecks,
  lint,
  playwright,
  types,
  typesE2e,
  typesRendererChanged,
  vitest,
} from './test-parts.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '')

/** Paths of the files that differ from a commit: changed, new (including untracked) and removed ones. */
export function changedFiles(commit) {
  return [
    ...git('diff', '--name-only', '--no-renames', '-z', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
}

/**
 * The checks for changes in `files`: lint and format of these files, quick checks of the whole tree, the unit tests
 * nearest to them, the end-to-end tests that changed or whose support did, and one that walks through the whole app.
 *
 * @param {string[]} files Paths as returned by `changedFiles`
 */
export function partsForChanges(files) {
  const there = files.filter((file) => existsSync(join(root, file)))
  const touches = (pattern) => files.some((file) => pattern.test(file))
  const isCode = touches(/\.(ts|vue|mjs|json)$/)
  const isProduct = files.some((file) => /^(src-|resources\/)/.test(file) && !isTest(file))
  const scripts = there.filter((file) => /\.(ts|js|mjs|cjs)$/.test(file))
  const components = there.filter((file) => file.endsWith('.vue'))
  const specs = specsThatNeed(files)
  return [
    isProduct || specs.length > 0 || isCode ? build : [],
    scripts.length > 0 ? lint(scripts) : [],
    scripts.length + components.length > 0 ? eslint([...scripts, ...components]) : [],
    isCode ? [types, typesE2e] : [],
    touches(SEEN_BY_RENDERER) ? typesRendererChanged : [],
    there.length > 0 ? format(there) : [],
    isCode ? graphChecks : [],
    specs.length > 0 ? playwright('e2e', ...specs) : [],
    isProduct ? playwright('e2e-smoke', '--grep', '@smoke') : [],
    isCode ? unitTests(files) : [],
  ].flat()
}

/**
 * The renderer knows the daemon by its contract, its API and the engine of texts. Checking its types takes as long as all else, so what
 * stands behind these is left to `npm test`.
 */
const SEEN_BY_RENDERER = /^(src-renderer|src-daemon\/(api|contract|text))\/.*\.(ts|vue)$/

const isTest = (file) => /\.test\.(ts|mjs)$|\/testing\//.test(file)

/** The end-to-end tests among `files`, and those that import one of them. */
export function specsThatNeed(files) {
  const ours = files.filter((file) => file.startsWith('e2e/'))
  return [...dependentsOf(ours, ['e2e/**/*.ts']).keys()].filter(
    (file) => file.endsWith('.spec.ts') && existsSync(join(root, file)),
  )
}

const unitTests = (files) => {
  const { run, left } = unitTestsFor(files)
  if (run.length === 0) return []
  const part = vitest('unit', '--passWithNoTests', ...run)
  if (left === 0) return part
  const note = `The nearest ${run.length} of ${run.length + left} test files that depend on the changes: all take too long. \`npm test -- unit\` runs them.`
  return { ...part, note }
}

/** Seconds of tests for which two workers have time: with the other checks beside them, all takes 90 seconds. */
const BUDGET = 90
/** Of a test file that is not among the slow ones. */
const QUICK = 0.5

/**
 * The unit tests that depend on `files`: those that changed, and of the others the nearest, as many as there is time for.
 *
 * @returns {{run: string[], left: number}} How many are left out: all that depends on a file that everything imports takes as
 * long as all tests
 */
export function unitTestsFor(files) {
  const slow = JSON.parse(readFileSync(join(root, 'scripts/slow-tests.json'), 'utf8'))
  const secondsOf = (file) => slow[file] ?? QUICK
  const all = [...dependentsOf(files, UNITS)]
    .filter(([file]) => isUnitTest(file) && existsSync(join(root, file)))
    .toSorted(([a, x], [b, y]) => x - y || secondsOf(a) - secondsOf(b))
  let spent = 0
  const run = all.filter(([file, distance]) => {
    if (distance > 0 && spent + secondsOf(file) > BUDGET) return false
    spent += secondsOf(file)
    return true
  })
  return { run: run.map(([file]) => file), left: all.length - run.length }
}

const UNITS = ['{src-daemon,src-main,src-renderer,bench,e2e,fuzz,scripts}/**/*.{ts,mjs,vue}']
const isUnitTest = (file) => /\.test\.(ts|mjs)$/.test(file) && !file.endsWith('.long.test.ts')
