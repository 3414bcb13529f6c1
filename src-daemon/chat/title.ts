/** About one line of a list; in characters as a person counts them. */
const LONGEST = 48

/** The title of a new conversation: the first words of its first message. */
export const titleOf = (text: string): string => {
  const line = text.trim().split('\n', 1)[0]?.replace(/\s+/gu, ' ').trim() ?? ''
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  if (characters.length <= LONGEST) return line
  const cut = characters.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
