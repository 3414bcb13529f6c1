import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './freshness.mjs'
import {
  build,
  eslint,
  format,
  graphChecks,
  lint,
  playwright,
  types,
  typesE2e,
  typesRenderer,
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
 * that import one of them, the end-to-end tests that changed or whose support did, and one that walks through the whole
 * app.
 *
 * @param {string[]} files Paths as returned by `changedFiles`
 * @param {string} commit The commit they were compared with
 */
export function partsForChanges(files, commit) {
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
    touches(/^(src-renderer|src-daemon)\/.*\.(ts|vue)$/) ? typesRenderer : [],
    there.length > 0 ? format(there) : [],
    isCode ? graphChecks : [],
    specs.length > 0 ? playwright('e2e', ...specs) : [],
    isProduct ? playwright('e2e-smoke', '--grep', '@smoke') : [],
    isCode ? vitest('unit', '--changed', commit, '--passWithNoTests') : [],
  ].flat()
}

const isTest = (file) => /\.test\.(ts|mjs)$|\/testing\//.test(file)

/** The end-to-end tests among `files`, and those that import one of them. */
export function specsThatNeed(files) {
  const needed = new Set(files.filter((file) => file.startsWith('e2e/')))
  const all = globSync('e2e/**/*.ts', { cwd: root })
  for (let before = -1; before < needed.size;) {
    before = needed.size
    for (const file of all) if (importsOf(file).some((one) => needed.has(one))) needed.add(file)
  }
  return all.filter((file) => file.endsWith('.spec.ts') && needed.has(file))
}

const importsOf = (file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
    relative(root, resolve(root, dirname(file), path)),
  )
