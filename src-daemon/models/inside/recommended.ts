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

/** Of graphics memory; the screen needs the rest. */
const SHARE_OF_GRAPHICS = 0.9
/** A processor reads the whole model for each word. */
const QUICK_BYTES = 3_000_000_000

/**
 * They, with whether this computer's memory, or that of its graphics card, holds them; `best`: the largest one for conversation that
 * answers soon: from graphics memory, or one that is small enough for a processor.
 *
 * @param machine bytes; `graphics` is 0 without a card, null if unknown
 */
export const recommendedInside = (
  machine: { readonly graphics: number | null; readonly memory?: number },
  files: readonly RecommendedFile[] = recommendedFiles(),
): readonly RecommendedModel[] => {
  const { graphics, memory = totalmem() } = machine
  const onCard = ({ sizeBytes }: RecommendedFile): boolean =>
    sizeBytes + CONTEXT_BYTES <= (graphics ?? 0) * SHARE_OF_GRAPHICS
  const fits = (one: RecommendedFile): boolean =>
    onCard(one) || one.sizeBytes + CONTEXT_BYTES <= memory * SHARE_OF_MEMORY
  const best = files.findLast(
    (one) => one.goodAt !== 'search' && fits(one) && (onCard(one) || one.sizeBytes <= QUICK_BYTES),
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
