import type { DiffLine, PackageDifference } from '../../contract/packages.ts'
import type { PlainPhraseKey } from '../../text/index.ts'
import type { Output } from './output.ts'

/** Prints what an update changes before the question: wider permissions first (acp.md 4.3). */
export const printDifference = (
  output: Output,
  { version, difference }: { readonly version: string; readonly difference: PackageDifference },
): void => {
  const { permissions, hosts, tools } = difference
  output.say('cli_difference_of', { from: difference.fromVersion, version })
  if (difference.widens.length === 0) output.say('cli_difference_narrow')
  else output.say('cli_difference_widens')
  for (const sentence of difference.widens) output.line(`  ! ${sentence}`)
  section(output, 'cli_difference_permissions', [
    ...permissions.added.map(({ text }) => `+ ${text}`),
    ...permissions.removed.map(({ text }) => `- ${text}`),
  ])
  section(output, 'cli_difference_hosts', changes(hosts))
  section(output, 'cli_review_tools', [
    ...changes(tools),
    ...tools.changed.flatMap(({ name, lines }) => [`~ ${name}`, ...lines.map((line) => `  ${marked(line)}`)]),
  ])
  section(output, 'cli_difference_prompt', difference.prompt.map(marked))
  section(output, 'cli_difference_schema', difference.schema.map(marked))
  section(output, 'cli_difference_other', difference.other.map(marked))
}

const section = (output: Output, title: PlainPhraseKey, lines: readonly string[]): void => {
  if (lines.length === 0) return
  output.say(title)
  for (const line of lines) output.line(`  ${line}`)
}

const changes = (list: {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}): string[] => [...list.added.map((one) => `+ ${one}`), ...list.removed.map((one) => `- ${one}`)]

const MARKS = { same: ' ', added: '+', removed: '-', gap: '⋯' } as const

const marked = ({ kind, text }: DiffLine): string => `${MARKS[kind]} ${text}`
