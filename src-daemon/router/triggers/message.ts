import { fold, foldCharacter, normalise, placedTokens, type PlacedToken } from '../text/text.ts'

/** A message prepared once for all triggers. Positions are UTF-16 indexes into `text`. */
export interface RoutedText {
  /** NFC, cut to the length that is read. */
  readonly text: string
  readonly folded: string
  readonly tokens: readonly PlacedToken[]
  /** Maps a position in `folded` to `text`: folding can make a text longer. */
  readonly placeOf: (folded: number) => number
}

/** More than any spoken sentence; the words that name a capability come well before. */
export const LOOKED_AT = 2_000

/** Prepares a message for the triggers. */
export const prepareText = (message: string): RoutedText => {
  const text = normalise(message.slice(0, 4 * LOOKED_AT)).slice(0, LOOKED_AT)
  const folded = fold(text)
  const places = folded.length === text.length ? null : placesOf(text)
  return { text, folded, tokens: placedTokens(text), placeOf: (at) => places?.[at] ?? at }
}

const placesOf = (text: string): number[] => {
  const places: number[] = []
  let at = 0
  for (const character of text) {
    for (let unit = 0; unit < foldCharacter(character).length; unit += 1) places.push(at)
    at += character.length
  }
  return [...places, at]
}
