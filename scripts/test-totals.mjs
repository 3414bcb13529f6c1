import { stripVTControlCharacters } from 'node:util'

/**
 * Counts of one runner. `skipped` is reported, and never counted as passed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/** A check without tests (lint, types, ...) counts as one test. @returns {Totals} */
export function totalsOfCheck(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/**
 * From Vitest's JSON report. A file that couldn't be loaded has no tests and counts as one failure. @returns {Totals}
 */
export function totalsOfVitest(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return unlessSilentFailure(exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

/** From Playwright's JSON report. Errors outside any test count as failures. @returns {Totals} */
export function totalsOfPlaywright(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, skipped } = report.stats
  return unlessSilentFailure(exitCode, {
    passed: expected,
    failed: unexpected + report.errors.length,
    skipped,
  })
}

/**
 * A failed test: its place and message.
 *
 * @typedef {{ test: string, message: string }} Trouble
 */

/** The failures of a Vitest run. @returns {Trouble[]} */
export function troublesOfVitest(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => trouble(`${file.name} › ${test.fullName}`, test.failureMessages?.[0]))
    return file.status === 'failed' && tests.length === 0 ? [trouble(file.name, file.message)] : tests
  })
}

/** The failures of a Playwright run. @returns {Trouble[]} */
export function troublesOfPlaywright(report) {
  const of = (suite) => [
    ...(suite.suites ?? []).flatMap(of),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected')
        .map((test) => {
          const failed = test.results.find((result) => result.error !== undefined)
          return trouble(
            `${spec.file} › ${spec.title}`,
            ...(failed?.errors ?? []).map(({ message }) => message),
            ...pagesOf(failed),
          )
        }),
    ),
  ]
  const outside = (report?.errors ?? []).map((error) => trouble('outside any test', error.message))
  return [...(report?.suites ?? []).flatMap(of), ...outside]
}

/** @param {Totals[]} all @returns {Totals} */
export function sum(all) {
  return all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The last line of a test run. */
export function totalsLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}

// If a runner fails but its report names no failed test (a crash, an unhandled rejection), that counts as one failure.
function unlessSilentFailure(exitCode, totals) {
  return exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

/** The texts of a failed test's pages. */
function pagesOf(result) {
  return (result?.attachments ?? [])
    .filter(({ name, body }) => name === 'page' && body !== undefined)
    .map(({ body }) => Buffer.from(body, 'base64').toString())
}

const MESSAGE_LINES = 12
const PAGE_LINES = 60

/** `messages`: the first one is the failure, the later ones its place and page. */
function trouble(test, ...messages) {
  const shown = messages.map((message = '', at) =>
    stripVTControlCharacters(message)
      .trim()
      .split('\n')
      .slice(0, at === 0 ? MESSAGE_LINES : PAGE_LINES)
      .join('\n'),
  )
  return { test, message: shown.join('\n') }
}
