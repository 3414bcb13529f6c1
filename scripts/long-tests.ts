/**
 * Long tests aren't run by `npm test`, only by `npm run test:all` after it (`SATCHEL_TEST_LONG=1`): unit tests in files
 * named `*.long.test.ts`; those that scale with the requested effort (`src-daemon/testing/effort.ts`), once more and in
 * full; end-to-end tests tagged `@long`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const isLongRun = process.env['SATCHEL_TEST_LONG'] === '1'

/** The unit tests that match `patterns` and belong to this run. */
export const filesOfRun = (patterns: string[]): { include: string[]; exclude: string[] } => {
  const exclude = ['**/node_modules/**', 'out/**']
  if (!isLongRun) return { include: patterns, exclude: [...exclude, '**/*.long.test.ts'] }
  return { include: globSync(patterns, { exclude }).filter(isLong), exclude }
}

/** The end-to-end tests that belong to this run. */
export const titlesOfRun = isLongRun ? { grep: /@long/ } : { grepInvert: /@long/ }

const isLong = (file: string): boolean =>
  file.endsWith('.long.test.ts') ||
  readsEffort(file) ||
  // Steps shared by several test files are in a file of their own.
  importsOf(file).some((one) => /\.acceptance\.ts$|\/testing\//.test(one) && readsEffort(one))

const readsEffort = (file: string): boolean => textOf(file).includes('/testing/effort.ts')

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path]) => join(dirname(file), path ?? ''))

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
