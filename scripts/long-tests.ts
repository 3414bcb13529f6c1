/**
 * The long tests are run by `npm run test:all` alone (`SATCHEL_TEST_LONG=1`): unit tests in files named `*.long.test.ts`, and
 * end-to-end tests tagged `@long`. Others are run by `npm test` too, but there with less effort: unit tests that read how much is
 * wanted (`src-daemon/testing/effort.ts`), and end-to-end tests that look at pages in every theme (`e2e/support/checks.ts`). A run
 * that the long one follows (`SATCHEL_TEST_LONG=follows`) leaves these to it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const RUN = process.env['SATCHEL_TEST_LONG']
export const isLongRun = RUN === '1'
const isFollowed = RUN === 'follows'

/** The unit tests that match `patterns` and belong to this run. */
export const filesOfRun = (patterns: string[]): { include: string[]; exclude: string[] } => {
  const exclude = ['**/node_modules/**', 'out/**']
  if (!isLongRun && !isFollowed) return { include: patterns, exclude: [...exclude, '**/*.long.test.ts'] }
  const long = globSync(patterns, { exclude }).filter(isLong)
  return isLongRun ? { include: long, exclude } : { include: patterns, exclude: [...exclude, ...long] }
}

/** Which end-to-end tests of those in `folder` are of this run. A test is matched by the name of its file too. */
export const titlesOfRun = (folder: string): { grep: RegExp[] } | { grepInvert: RegExp[] } => {
  if (!isLongRun && !isFollowed) return { grepInvert: [/@long/] }
  const long = [/@long/, ...globSync(join(folder, '*.spec.ts')).flatMap(looksIn)]
  return isLongRun ? { grep: long } : { grepInvert: long }
}

const LOOKS = /\b(?:expectAccessible|looksOfRun|look)\(/

/** The tests of a file that look at pages in every theme: by title, or all where they do so in a function they share. */
const looksIn = (file: string): RegExp[] => {
  const [shared = '', ...tests] = textOf(file).split(/^ *test\(/m)
  const name = escaped(basename(file))
  if (LOOKS.test(shared.replaceAll(/^import [^;]*?from '.*$/gm, ''))) return [new RegExp(name)]
  return tests
    .filter((test) => LOOKS.test(test))
    .map((test) => {
      const title = /['`](.*)['`]/.exec(test)?.[1] ?? ''
      return new RegExp(
        `${name} .*${title
          .split(/\$\{.*?\}/)
          .map(escaped)
          .join('.*')}`,
      )
    })
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const isLong = (file: string): boolean =>
  file.endsWith('.long.test.ts') ||
  readsEffort(file) ||
  // Steps shared by several test files are in a file of their own.
  importsOf(file).some((one) => /\.acceptance\.ts$|\/testing\//.test(one) && readsEffort(one))

const readsEffort = (file: string): boolean =>
  importsOf(file).some((one) => one.endsWith('testing/effort.ts'))

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path]) => join(dirname(file), path ?? ''))

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
