import { LRUCache } from 'lru-cache'
import { foreignPattern } from './foreign-pattern.ts'
import { estimatedSize } from './patterns.ts'

/** Compiling one takes up to some milliseconds: tools of all servers are read when they are connected. */
const MAX_PATTERNS = 100
const MAX_INSTRUCTIONS = 6000

/** Decides which patterns of one schema can be run. Beyond a reasonable total, none can. */
export const createPatternReader = (): ((pattern: string) => boolean) => {
  const known = new Map<string, boolean>()
  let instructions = 0
  return (pattern) => {
    const before = known.get(pattern)
    if (before !== undefined) return before
    instructions += estimatedSize(pattern.slice(0, MAX_INSTRUCTIONS))
    const isUsable = known.size < MAX_PATTERNS && instructions <= MAX_INSTRUCTIONS && compiles(pattern)
    known.set(pattern, isUsable)
    return isUsable
  }
}

const compiles = (pattern: string): boolean => {
  const known = verdicts.get(pattern)
  if (known !== undefined) return known
  const verdict = judge(pattern)
  verdicts.set(pattern, verdict)
  return verdict
}

/** A server lists the same tools again and again. */
const verdicts = new LRUCache<string, boolean>({ max: 2000 })

const judge = (pattern: string): boolean => {
  try {
    foreignPattern(pattern)
    return true
  } catch {
    return false // The schema's list of what isn't checked names it.
  }
}
