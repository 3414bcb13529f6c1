/** Advice to run `satchel …`, as it can be typed on this machine. */

const NAME = 'satchel'
/** The command with an argument, as texts write it; not the end of a path or of another name. */
const ADVICE = /(?<![\w./\\-])satchel (?=[a-z]|--[a-z])/gu

let typed = NAME

/** Says once, at the start of a process, how the command is typed here: `satchel`, or another line that runs it. */
export const typeCommandAs = (command: string): void => {
  typed = command
}

/** How the command is typed here. */
export const ownCommand = (): string => typed

/** `text` with each `satchel …` in it as it can be typed here, or as `command` says. */
export const asTyped = (text: string, command = typed): string =>
  command === NAME || !text.includes(NAME) ? text : text.replace(ADVICE, () => `${command} `)

/**
 * The commands that `text` advises, without `satchel`: between backticks, or up to the end of the line, of the quotation or of
 * the sentence.
 */
export const advisedIn = (text: string): readonly string[] =>
  [...text.matchAll(ADVICE)].map(({ index, 0: { length } }) => {
    const end = text[index - 1] === '`' ? /^[^`\n]*/u : /^[^`”」»"。，、\n]*/u
    return end.exec(text.slice(index + length))?.[0] ?? ''
  })
