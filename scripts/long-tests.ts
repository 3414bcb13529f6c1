/**
 * The long ones are not run by `npm test`, only by `npm run test:all` after it (`SATCHEL_TEST_LONG=1`): unit tests in files named
 * `*.long.test.ts`; those that read how much effort is wanted (`src-daemon/testing/effort.ts`), once more and in full; end-to-end
 * tests tagged `@long`, and once more and in full those that look at pages in every theme (`e2e/support/checks.ts`).
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const isLongRun = process.env['SATCHEL_TEST_LONG'] === '1'

/** The unit tests that match `patterns` and belong to this run. */
export const filesOfRun = (patterns: string[]): { include: string[]; exclude: string[] } => {
  const exclude = ['**/node_modules/**', 'out/**']
  if (!isLongRun) return { include: patterns, exclude: [...exclude, '**/*.long.test.ts'] }
  return { include: globSync(patterns, { exclude }).filter(isLong), exclude }
}

/** Which end-to-end tests of those in `folder` are of this run. A test is matched by the name of its file too. */
export const titlesOfRun = (folder: string): { grep: RegExp[] } | { grepInvert: RegExp } => {
  if (!isLongRun) return { grepInvert: /@long/ }
  return { grep: [/@long/, ...globSync(join(folder, '*.spec.ts')).flatMap(looksIn)] }
}

const LOOKS = /\b(expectAccessible|looksOfRun)\b/

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

const readsEffort = (file: string): boolean => textOf(file).includes('/testing/effort.ts')

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path]) => join(dirname(file), path ?? ''))

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
