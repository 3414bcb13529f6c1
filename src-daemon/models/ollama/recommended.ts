import { totalmem } from 'node:os'
import type { RecommendedModel } from '../../contract/models.ts'

const GB = 1_000_000_000

/** Beside its file, a model needs room for its context, and the computer for everything else. */
const CONTEXT_BYTES = GB
const SHARE_OF_MEMORY = 0.7

type Listed = Omit<RecommendedModel, 'fits' | 'best'>

const model = (name: string, gigabytes: number, licence: string, goodAt: Listed['goodAt']): Listed => ({
  id: name,
  name,
  sizeBytes: gigabytes * GB,
  licence,
  goodAt,
})

/** A curated list of Ollama's library, the smallest first. */
const RECOMMENDED: readonly Listed[] = [
  model('qwen3:0.6b', 0.52, 'Apache-2.0', 'tiny'),
  model('qwen3:1.7b', 1.4, 'Apache-2.0', 'small'),
  model('qwen3:4b', 2.5, 'Apache-2.0', 'everyday'),
  model('qwen3:8b', 5.2, 'Apache-2.0', 'strong'),
  model('gpt-oss:20b', 14, 'Apache-2.0', 'large'),
  model('qwen3:30b', 19, 'Apache-2.0', 'largest'),
  model('nomic-embed-text', 0.27, 'Apache-2.0', 'search'),
]

/**
 * Models to download, with whether this computer's memory holds them; `best`: the largest one for conversation that it does.
 *
 * @param memory bytes
 */
export const recommendedModels = (memory: number = totalmem()): readonly RecommendedModel[] => {
  const fits = ({ sizeBytes }: Listed): boolean => sizeBytes + CONTEXT_BYTES <= memory * SHARE_OF_MEMORY
  const best = RECOMMENDED.findLast((one) => one.goodAt !== 'search' && fits(one))
  return RECOMMENDED.map((one) => ({ ...one, fits: fits(one), best: one === best }))
}
