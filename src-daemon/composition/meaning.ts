import { createMeaning } from '../router/index.ts'
import type { Base } from './base.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'

/** Similarity of messages by the embedding model. It stores what it computes. */
export const wireMeaning = (
  { input, db }: Ground,
  { owner: { settings }, installed: { catalog }, models: { models, corrections } }: Base,
  stack: AsyncDisposableStack,
) =>
  closedBy(
    stack,
    createMeaning({
      db,
      packages: catalog,
      corrections,
      embedder: models.embedding,
      onModelChange: (listener) => {
        const stops = [models.onChange(listener), settings.onChange(listener)]
        return () => {
          for (const stop of stops) stop()
        }
      },
      log: input.log,
    }),
  )
