/** The graphics memory of this computer, looked at once for each build, and again by the program that runs models when it is here. */
import type { ModelBuild } from '../../contract/model-builds.ts'
import { graphicsMemory } from './graphics-memory.ts'

export const createGraphics = (deps: {
  /** Whether the program is here that runs models. */
  readonly isHere: () => boolean
  /** What that program says, in bytes; it may fail. */
  readonly measure: () => Promise<number>
  readonly look?: typeof graphicsMemory
  readonly changed: () => void
}) => {
  const { isHere, measure, changed, look = graphicsMemory } = deps
  const known = new Map<string, number | null>()

  const find = async (build: ModelBuild, byProgram: boolean): Promise<number | null> => {
    if (!byProgram) return look(build)
    // It is only about speed: a card that can't be asked is one whose memory isn't known.
    return measure().catch(() => look(build))
  }

  return {
    /** Bytes that a build can use; 0 without a card. Null if unknown, or not yet: `changed` is called then. */
    bytes: (build: ModelBuild): number | null => {
      if (build === 'cpu') return 0
      const byProgram = isHere()
      const key = `${build} ${String(byProgram)}`
      const found = known.get(key)
      if (found !== undefined) return found
      const before = known.get(`${build} false`) ?? null
      known.set(key, before)
      void find(build, byProgram).then((bytes) => {
        known.set(key, bytes)
        if (bytes !== before) changed()
      })
      return before
    },
  }
}
