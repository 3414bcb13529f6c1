import type { ZodError } from 'zod'

/** The first problem of a value that has the wrong shape, as `place: problem`; `whole` names the value itself. */
export const firstProblem = ({ issues: [issue] }: ZodError, whole = 'input'): string =>
  `${placeOf(issue, whole)}: ${issue?.message ?? 'it has another shape'}`

/** Where it is, as `member.member`. */
export const firstPlace = ({ issues: [issue] }: ZodError, whole = 'input'): string => placeOf(issue, whole)

const placeOf = (issue: ZodError['issues'][number] | undefined, whole: string): string =>
  issue?.path.map(String).join('.') || whole
