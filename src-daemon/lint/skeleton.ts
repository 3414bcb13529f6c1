import unhomoglyph from 'unhomoglyph'
import { splitHidden } from '../text/index.ts'

/** The text without invisible characters, with one form for each character and one blank between words. */
export const plainText = (text: string): string =>
  splitHidden(text.normalize('NFKC'))
    .map((part) => (part.hidden ? '' : part.text))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/**
 * A text's appearance, independent of its actual letters (UTS 39, skeletons). Texts with a common skeleton look
 * alike: there are two, because `I` looks like `l` before its case is folded and like `i` afterwards.
 */
export const skeletonsOf = (text: string): readonly string[] => {
  const plain = plainText(text)
  return [...new Set([skeleton(plain), skeleton(plain.toLowerCase())])].map((one) => one.toLowerCase())
}

const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD')

/** Whether a person could take one for the other. Empty texts look like nothing. */
export const looksLike = (one: string, other: string): boolean => {
  const skeletons = new Set(skeletonsOf(one))
  return skeletonsOf(other).some(
    (skeletonOfOther) => skeletonOfOther !== '' && skeletons.has(skeletonOfOther),
  )
}

/** Each text that could be taken for another one of the list, with the first such other one. */
export const lookAlikes = (texts: readonly string[]): ReadonlyMap<string, string> => {
  const bySkeleton = Map.groupBy(
    texts.flatMap((text, at) => skeletonsOf(text).map((one) => ({ text, at, one }))),
    ({ one }) => one,
  )
  const found = new Map<string, string>()
  for (const alike of bySkeleton.values())
    for (const { text, at } of alike) {
      const other = alike.find((one) => one.at !== at)
      if (other !== undefined && !found.has(text)) found.set(text, other.text)
    }
  return found
}
