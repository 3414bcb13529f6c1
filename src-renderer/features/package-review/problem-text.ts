import type { Problem } from '../../../src-daemon/contract/packages.ts'

/** A problem's location in the form editors and terminals recognize: `diary.acp.yaml:12:3`. */
export const placeOf = ({ file, line, column }: Problem): string =>
  `${file}:${String(line)}:${String(column)}`

/** Problems as text, one paragraph each: for the author, or for a bug report. */
export const problemsText = (problems: readonly Problem[]): string =>
  problems
    .map((problem) =>
      [
        `${placeOf(problem)} ${problem.severity} ${problem.code}: ${problem.message}`,
        ...(problem.path === '' ? [] : [`  at: ${problem.path}`]),
        ...(problem.found === null ? [] : [`  found: ${problem.found}`]),
        ...(problem.expected === null ? [] : [`  expected: ${problem.expected}`]),
      ].join('\n'),
    )
    .join('\n')

/** Errors and warnings apart, each in the order of the file. */
export const bySeverity = (
  problems: readonly Problem[],
): readonly { readonly severity: Problem['severity']; readonly problems: readonly Problem[] }[] =>
  (['error', 'warning'] as const)
    .map((severity) => ({
      severity,
      problems: problems
        .filter((one) => one.severity === severity)
        .toSorted((a, b) => a.line - b.line || a.column - b.column),
    }))
    .filter((group) => group.problems.length > 0)
