import { describe, expect, it } from 'vitest'
import {
  sum,
  totalsLine,
  totalsOfCheck,
  totalsOfPlaywright,
  totalsOfVitest,
  troublesOfPlaywright,
  troublesOfVitest,
} from './test-totals.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((one) => ({ status: one })) })
const vitest = (over) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [file('passed', 'passed')],
  ...over,
})
const playwright = (stats, errors = []) => ({
  stats: { expected: 2, unexpected: 0, skipped: 0, ...stats },
  errors,
})

describe('counting the tests of all runners', () => {
  it('counts a check as one test', () => {
    expect(totalsOfCheck(0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(totalsOfCheck(2)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('takes the numbers of Vitest and never counts a skipped test as passed', () => {
    const report = vitest({
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [file('failed', 'passed', 'failed')],
    })
    expect(totalsOfVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('counts a test file that could not be loaded as a failure', () => {
    expect(totalsOfVitest(vitest({ testResults: [file('failed')] }), 1).failed).toBe(1)
  })

  it('counts a runner that fails without naming a test, or without a report, as a failure', () => {
    expect(totalsOfVitest(vitest({}), 1).failed).toBe(1)
    expect(totalsOfVitest(undefined, 0).failed).toBe(1)
    expect(totalsOfPlaywright(undefined, 0).failed).toBe(1)
    expect(totalsOfPlaywright(playwright({}), 1).failed).toBe(1)
  })

  it('takes the numbers of Playwright, with errors outside tests', () => {
    expect(totalsOfPlaywright(playwright({ unexpected: 1, skipped: 4 }), 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 4,
    })
    expect(totalsOfPlaywright(playwright({}, [{ message: 'no config' }]), 1).failed).toBe(1)
  })

  it('adds everything up into the last line', () => {
    const all = sum([totalsOfCheck(0), totalsOfCheck(1), totalsOfVitest(vitest({}), 0)])
    expect(totalsLine(all)).toBe('4 passed, 1 failed')
  })
})

describe('naming the tests that failed', () => {
  const test = (status, fullName, ...failureMessages) => ({ status, fullName, failureMessages })

  it('names failed tests, and files that could not be loaded', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [test('passed', 'one'), test('failed', 'three', '\u001B[31mexpected\u001B[39m 1')],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]
    expect(troublesOfVitest({ testResults })).toEqual([
      { test: 'a.test.ts › three', message: 'expected 1' },
      { test: 'b.test.ts', message: 'no such module' },
    ])
    expect(troublesOfVitest(undefined)).toEqual([])
  })

  it('names those of Playwright at any depth with all their errors and what the page said, and errors outside tests', () => {
    const spec = (title, status, message) => ({
      title,
      file: 'x.spec.ts',
      tests: [
        {
          status,
          results: [
            message === undefined
              ? {}
              : {
                  error: { message },
                  errors: [{ message }, { message: 'waiting for a button' }],
                  attachments: [
                    { name: 'page', body: Buffer.from('- heading "Closed"').toString('base64') },
                    { name: 'screenshot', path: 'a.png' },
                  ],
                },
          ],
        },
      ],
    })
    const suites = [
      {
        specs: [spec('fine', 'expected')],
        suites: [{ specs: [spec('skipped', 'skipped'), spec('bad', 'unexpected', 'b')] }],
      },
    ]
    expect(troublesOfPlaywright({ suites, errors: [{ message: 'no config' }] })).toEqual([
      { test: 'x.spec.ts › bad', message: 'b\nwaiting for a button\n- heading "Closed"' },
      { test: 'outside any test', message: 'no config' },
    ])
  })
})
