/** Finds words in the JSON of an object without parsing it, which takes most of a search for a word that many have. */
import { LEFT_OUT } from '../view/texts.ts'
import { foldText, isPlain } from '../view/words.ts'

const LEFT_OUT_FOLDED = new Set(LEFT_OUT.map(foldText))
/** Where a left-out member could hold more than a text. */
const NESTED = ['id":{', 'id":[', 'at":{', 'at":[']

/**
 * Whether an object, as JCS, has all of these words in its texts; `folded`: the same, folded. False only if it surely
 * hasn't; null where the object has to be parsed to know.
 */
export const hasInTexts = (json: string, folded: string, finders: readonly RegExp[]): boolean | null => {
  // An escape may stand between words, or begin one.
  if (json.includes('\\') || !isPlain(json)) return null
  const places = finders.map((finder) => finder.exec(folded))
  if (places.includes(null)) return false
  const isSure =
    NESTED.every((text) => !folded.includes(text)) &&
    places.every((place) => place !== null && isInText(folded, place.index, place[0].length))
  return isSure ? true : null
}

/** Whether a place is within the text of a member that people read. */
const isInText = (json: string, at: number, length: number): boolean => {
  let isInside = false
  let begin = -1
  for (let quote = json.indexOf('"'); quote >= 0 && quote < at; quote = json.indexOf('"', quote + 1)) {
    isInside = !isInside
    begin = quote
  }
  const end = json.indexOf('"', at)
  // In a list, it isn't said here whose.
  if (!isInside || at + length > end || json[end + 1] === ':' || json[begin - 1] !== ':') return false
  const name = json.slice(json.lastIndexOf('"', begin - 3) + 1, begin - 2)
  return !LEFT_OUT_FOLDED.has(name)
}
