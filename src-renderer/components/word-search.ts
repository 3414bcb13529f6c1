/** From this many entries on a list has a search field: fewer are seen at a glance. */
export const SEARCHED_FROM = 9

/** Whether a text has every word of `search`, in any order and case. */
export const wordSearch = (search: string): ((text: string) => boolean) => {
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
  return (text) => {
    const folded = text.toLowerCase()
    return words.every((word) => folded.includes(word))
  }
}
