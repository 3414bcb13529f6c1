import { plainTitle } from './core/plain-title.ts'

/** About one line of a list; in characters as a person counts them. */
const LONGEST = 48

const characters = new Intl.Segmenter()

/** The title of a new conversation: the first words of its first message. */
export const titleOf = (text: string): string => {
  const line = plainTitle(text.trim().split('\n', 1)[0] ?? '')
  // No character is shorter than one unit.
  if (line.length <= LONGEST) return line
  const said = [...characters.segment(line)].map(({ segment }) => segment)
  if (said.length <= LONGEST) return line
  const cut = said.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
