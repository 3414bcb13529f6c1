import { z } from 'zod'
import { problemSchema } from '../../contract/packages.ts'
import type { ErrorView } from '../../contract/errors.ts'
import { oneLine } from './output.ts'

const detailsSchema = z.object({ problems: z.array(problemSchema) })
/** A model server's own words, which the message leaves out. */
const saidSchema = z.object({ problem: z.string().min(1) })
/** A local program's own output usually explains its failure. */
const programSchema = z.object({ command: z.array(z.string()), stderr: z.string() })
/** Marks the log line with the command a program was started with. */
const STARTED_WITH = '$ '

/** The error as a terminal says it: with the command as what to do, where the window offers something else. */
export const inTerminal = ({ terminal, ...error }: ErrorView): ErrorView =>
  terminal === undefined ? error : { ...error, action: terminal }

/**
 * An error as text: the message with its code, what a model server said, each problem of a file with its location or a program's last output,
 * what to do, and finally the exact command, which is the longest and least helpful part.
 */
export const errorText = (error: ErrorView): string => {
  const { message, code, details, action } = inTerminal(error)
  const found = detailsSchema.safeParse(details)
  const problems = found.success ? found.data.problems : []
  const said = saidSchema.safeParse(details)
  const program = programSchema.safeParse(details)
  const { command, wrote } = program.success ? programText(program.data) : { command: [], wrote: [] }
  const lines = [
    `${message} (${code})`,
    ...(said.success && !message.includes(said.data.problem) ? [`  ${said.data.problem}`] : []),
    ...wrote.map((line) => `  ${line}`),
    ...problems.map(
      (one) =>
        `  ${one.file}:${String(one.line)}:${String(one.column)}: ${one.severity}: ${one.message} (${one.code})`,
    ),
    action,
    ...command,
  ]
  return lines.map(oneLine).join('\n')
}

const programText = ({ command, stderr }: z.infer<typeof programSchema>) => {
  const lines = stderr.split('\n').filter((line) => line !== '')
  return {
    wrote: lines.filter((line) => !line.startsWith(STARTED_WITH)),
    // The command as given, and each command line of the sandbox.
    command: [
      ...new Set([
        `${STARTED_WITH}${command.join(' ')}`,
        ...lines.filter((line) => line.startsWith(STARTED_WITH)),
      ]),
    ],
  }
}
