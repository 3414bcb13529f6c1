import type { Grammar } from '../grammar/index.ts'

/** A sentence that tells something before it comes to its order: "I'm off the phone with the school, so please remind me to …". */
export interface Told {
  readonly story: string
  readonly order: string
  /** The first part tells something; else it may only be what is told, where the order points back at it. */
  readonly isStory: boolean
}

/**
 * The ways to divide a sentence into a story and an order behind it, the longest order first. What somebody else said, or what would
 * have to be so first, leads to no order of the person's own, unless a word such as "so" turns to it.
 */
export const toldBefore = (sentence: string, { cues: { turns } }: Grammar): Told[] => {
  return [...sentence.matchAll(turns.at)].flatMap((match) => {
    const story = sentence.slice(0, match.index).trim()
    const order = sentence.slice(match.index + match[0].length).trim()
    const isOwn = turns.strong.test(match[0]) || !turns.others.test(story)
    const isStory = turns.story.test(`${story}${match[0].trimEnd()}`)
    const isInQuotes = /["“«「『]/u.test(story)
    return isOwn && !isInQuotes && !turns.supposed.test(story) && story !== '' && order !== ''
      ? [{ story, order, isStory }]
      : []
  })
}
