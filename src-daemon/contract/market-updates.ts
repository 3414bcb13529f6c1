import { z } from 'zod'
import { errorViewSchema } from './errors.ts'
import { sourceStateSchema } from './marketplace.ts'

/** An installed capability with an update, or that was yanked. */
export const marketUpdateSchema = z.object({
  name: z.string(),
  capUri: z.string(),
  title: z.string(),
  installed: z.object({ version: z.string(), sha256: z.string() }),
  /** The version to update to; null if there is none. */
  offered: z
    .object({
      version: z.string(),
      source: z.string(),
      sha256: z.string(),
      cid: z.string().nullable(),
      /** Why it could not be installed here; null if nothing is known against it. */
      problem: errorViewSchema.nullable(),
      /** A higher version that can't be installed here, and why; null if there is none. */
      higher: z.object({ version: z.string(), problem: errorViewSchema }).nullable(),
    })
    .nullable(),
  /** Why the installed version was yanked, and who says so; null if no source does. */
  yanked: z.object({ reason: z.string(), source: z.string() }).nullable(),
  foundAt: z.iso.datetime(),
})
export type MarketUpdate = z.infer<typeof marketUpdateSchema>

export const marketUpdatesSchema = z.object({
  updates: z.array(marketUpdateSchema),
  /** When the sources were last checked; null if never. */
  checkedAt: z.iso.datetime().nullable(),
  /** When they will be checked next; null if that is switched off. */
  nextCheck: z.iso.datetime().nullable(),
  sources: z.array(sourceStateSchema),
  /** Sources in use that left the last check without an answer, and when they last had one; null if never. */
  silent: z.array(z.object({ source: z.string(), at: z.iso.datetime().nullable() })),
  /** Names of installed capabilities that none of the sources has. */
  unlisted: z.array(z.string()),
})
export type MarketUpdates = z.infer<typeof marketUpdatesSchema>
