import { z } from 'zod'
import { SatchelError } from '../../../platform/errors.ts'

/**
 * The part of scoring that does not come from the document. The caller carries it, so that scores do not move
 * while the index grows.
 */
const frameSchema = z.object({
  firstBlock: z.number(),
  lastBlock: z.number(),
  mostVotes: z.number(),
  weights: z.record(z.string(), z.number()),
})
export type Frame = z.infer<typeof frameSchema>

/** The last result of a page: the next page begins after it. */
export interface Cursor {
  readonly score: number
  readonly capUri: string
  readonly frame: Frame
}

const SHORT = 16
/** Long enough for some dozen words of maximum length. */
const MAX_LETTERS = 8000
const cursorSchema = z.tuple([z.string(), z.number(), z.string(), frameSchema])

/** Opaque to the caller; `key` names the search it belongs to. */
export const cursorOf = ({ score, capUri, frame }: Cursor, key: string): string =>
  Buffer.from(JSON.stringify([key.slice(0, SHORT), score, capUri, frame])).toString('base64url')

/** @throws SatchelError `index_cursor_invalid` if it is not a cursor, or one of another search */
export const afterCursor = (text: string, key: string): Cursor => {
  const [of, score, capUri, frame] = parsed(text)
  if (of !== key.slice(0, SHORT)) throw new SatchelError('index_cursor_invalid')
  return { score, capUri, frame }
}

const parsed = (text: string): z.infer<typeof cursorSchema> => {
  if (text.length > MAX_LETTERS) throw new SatchelError('index_cursor_invalid')
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (thrown) {
    throw new SatchelError('index_cursor_invalid', { cause: thrown })
  }
}
