import { z } from 'zod'
import { problemSchema } from '../../contract/packages.ts'
import type { ErrorView } from '../../contract/errors.ts'

const detailsSchema = z.object({ problems: z.array(problemSchema) })
/** A local program that failed says most of it itself. */
const programSchema = z.object({ command: z.array(z.string()), stderr: z.string() })
/** How its log begins with the line a program was started with. */
const STARTED_WITH = '$ '

/**
 * An error for a person: what went wrong with its code, each problem of a file with its place or what a program wrote last, what to do, and
 * after all that the exact command, which says the least and takes the most room.
 */
export const errorText = ({ message, code, details, action }: ErrorView): string => {
  const found = detailsSchema.safeParse(details)
  const problems = found.success ? found.data.problems : []
  const program = programSchema.safeParse(details)
  const { command, wrote } = program.success ? programText(program.data) : { command: [], wrote: [] }
  return [
    `${message} (${code})`,
    ...wrote.map((line) => `  ${line}`),
    ...problems.map(
      (one) =>
        `  ${one.file}:${String(one.line)}:${String(one.column)}: ${one.severity}: ${one.message} (${one.code})`,
    ),
    action,
    ...command,
  ].join('\n')
}

const programText = ({ command, stderr }: z.infer<typeof programSchema>) => {
  const lines = stderr.split('\n').filter((line) => line !== '')
  return {
    wrote: lines.filter((line) => !line.startsWith(STARTED_WITH)),
    // The program as it was given, and how it was started in the sandbox, however often.
    command: [
      ...new Set([
        `${STARTED_WITH}${command.join(' ')}`,
        ...lines.filter((line) => line.startsWith(STARTED_WITH)),
      ]),
    ],
  }
}
