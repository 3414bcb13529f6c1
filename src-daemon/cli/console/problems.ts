import type { Problem } from '../../contract/packages.ts'
import type { Output } from './output.ts'

const SHOWN_WIDTH = 100

/**
 * Prints a file's problems, each as `file:line:column: severity: message (code)`, with what was found and expected if
 * that helps, and the line of the file with a mark below the position.
 */
export const printProblems = (
  output: Output,
  path: string,
  text: string,
  problems: readonly Problem[],
): void => {
  const lines = text.split('\n')
  for (const { line, column, severity, code, message, found, expected } of problems) {
    output.line(`${path}:${String(line)}:${String(column)}: ${severity}: ${message} (${code})`)
    const shownFound = found !== null && found !== '' && !message.includes(found)
    const shownExpected = expected !== null && expected !== '' && !message.includes(expected)
    if (shownFound && shownExpected) output.say('cli_problem_found_expected', { found, expected })
    else if (shownFound) output.say('cli_problem_found', { found })
    else if (shownExpected) output.say('cli_problem_expected', { expected })
    const source = lines[line - 1] ?? ''
    if (source.trim() === '') continue
    const start = Math.max(0, column - 1 - SHOWN_WIDTH / 2)
    output.line(`    ${source.slice(start, start + SHOWN_WIDTH).replaceAll('\t', ' ')}`)
    output.line(`    ${' '.repeat(widthOf(source.slice(start, column - 1)))}^`)
  }
}

/** Columns a text takes on a terminal: East Asian characters and emoji take two. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u
