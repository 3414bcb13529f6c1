import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../src-daemon/contract/packages.ts'
import { bySeverity, problemsText } from './problem-text.ts'

const problem = (change: Partial<Problem> = {}): Problem => ({
  code: 'bad_schema',
  severity: 'error',
  file: '日记.acp.yaml',
  line: 3,
  column: 5,
  path: '',
  message: 'The schema is no object.',
  found: null,
  expected: null,
  ...change,
})

describe('problems as text', () => {
  it('begin with the place an editor jumps to', () => {
    expect(problemsText([problem({ path: 'schema', found: '3', expected: 'an object' }), problem()])).toBe(
      [
        '日记.acp.yaml:3:5 error bad_schema: The schema is no object.',
        '  at: schema',
        '  found: 3',
        '  expected: an object',
        '日记.acp.yaml:3:5 error bad_schema: The schema is no object.',
      ].join('\n'),
    )
  })

  it('are grouped: errors first, each group in the order of the file', () => {
    const groups = bySeverity([
      problem({ severity: 'warning' }),
      problem({ line: 9 }),
      problem({ line: 2, column: 7 }),
      problem({ line: 2, column: 1 }),
    ])
    expect(
      groups.map((group) => [group.severity, ...group.problems.map((one) => one.line * 10 + one.column)]),
    ).toEqual([
      ['error', 21, 27, 95],
      ['warning', 35],
    ])
    expect(bySeverity([problem()]).map(({ severity }) => severity)).toEqual(['error'])
  })
})
