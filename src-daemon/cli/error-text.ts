import { z } from 'zod'
import { problemSchema } from '../packages/types.ts'
import type { ErrorView } from '../platform/errors.ts'

const detailsSchema = z.object({ problems: z.array(problemSchema) })

/** An error for a person: what went wrong with its code, each problem of a file with its place, and what to do. */
export const errorText = ({ message, code, details, action }: ErrorView): string => {
  const found = detailsSchema.safeParse(details)
  const problems = found.success ? found.data.problems : []
  return [
    `${message} (${code})`,
    ...problems.map(
      (one) =>
        `  ${one.file}:${String(one.line)}:${String(one.column)}: ${one.severity}: ${one.message} (${one.code})`,
    ),
    action,
  ].join('\n')
}
