/** Models worth running inside Satchel: `resources/models/recommended.json`, the smallest first. */
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { GOOD_AT, type RecommendedModel } from '../../contract/models.ts'
import { appRoot } from '../../platform/app.ts'

const entrySchema = z.object({
  /** Without `inside:`. */
  id: z.string().regex(/^[a-z0-9.-]{1,60}$/),
  name: z.string(),
  /** At a fixed revision. */
  url: z.url({ protocol: /^https$/ }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().positive(),
  licence: z.string(),
  goodAt: z.enum(GOOD_AT),
})
export type RecommendedFile = z.infer<typeof entrySchema>

let read: readonly RecommendedFile[] | null = null
export const recommendedFiles = (): readonly RecommendedFile[] =>
  (read ??= z
    .array(entrySchema)
    .parse(JSON.parse(readFileSync(join(appRoot, 'resources/models/recommended.json'), 'utf8'))))

/** Beside its file, a model needs room for its context, and the computer for everything else. */
const CONTEXT_BYTES = 1_000_000_000
const SHARE_OF_MEMORY = 0.7

/**
 * They, with whether this computer's memory holds them; `best`: the largest one for conversation that it does, or, where there is no
 * graphics build, the largest that a processor answers with soon enough.
 *
 * @param memory bytes
 */
export const recommendedInside = (
  machine: { readonly hasGraphics: boolean; readonly memory?: number },
  files: readonly RecommendedFile[] = recommendedFiles(),
): readonly RecommendedModel[] => {
  const { hasGraphics, memory = totalmem() } = machine
  const fits = ({ sizeBytes }: RecommendedFile): boolean =>
    sizeBytes + CONTEXT_BYTES <= memory * SHARE_OF_MEMORY
  const best = files.findLast(
    (one) => one.goodAt !== 'search' && fits(one) && (hasGraphics || one.sizeBytes <= QUICK_BYTES),
  )
  return files.map((one) => ({
    id: `inside:${one.id}`,
    name: one.name,
    sizeBytes: one.sizeBytes,
    licence: one.licence,
    goodAt: one.goodAt,
    fits: fits(one),
    best: one === best,
  }))
}
/** A processor reads the whole model for each word. */
const QUICK_BYTES = 3_000_000_000
