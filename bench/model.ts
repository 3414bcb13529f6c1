/** How everyday sentences end with a small real model, guided and not, beside no model at all: through the app, with the catalogue installed. */
import { fetchModel, serveModel } from '../src-daemon/testing/real-model/model-server.ts'
import { judgeAll, someSentences } from '../src-daemon/testing/real-model/share.ts'
import type { Judged, Verdict } from '../src-daemon/testing/everyday/judge.ts'
import type { Benchmark } from './frame.ts'

const SENTENCES = 100
/** In tokens: of what the model reads, and of an answer. */
const LIMITS = { window: 4096, longest: 96 }

export const model: Benchmark = async (frame, { quick }) => {
  const fetched = fetchModel()
  if ('missing' in fetched) throw new Error(`There is no real model here: ${fetched.missing}`)
  const sentences = someSentences(quick ? 5 : SENTENCES)
  const server = await serveModel(fetched.folder, LIMITS)
  try {
    const { url } = server
    const tell = (how: string) => (one: Judged) => {
      process.stderr.write(`${how}: ${one.verdict}: ${one.sentence.line}\n  ${one.happened}\n`)
    }
    const guided = await judgeAll({ url, isGuided: true }, sentences, tell('guided'))
    const alone = await judgeAll(null, sentences, tell('no model'))
    const free = await judgeAll({ url, isGuided: false }, sentences, tell('not guided'))
    const share = (judged: readonly Judged[], ...verdicts: readonly Verdict[]): number =>
      (100 * judged.filter(({ verdict }) => verdicts.includes(verdict)).length) / judged.length
    const row = (what: string, ours: number, bar?: { readonly atMost: number }) =>
      frame.compare({
        what: `${sentences.length} sentences, ${what}`,
        unit: '%',
        runs: 1,
        ours: () => ours,
        ...(bar === undefined ? {} : { bar }),
      })
    await row('guided: right', share(guided, 'right'))
    await row('guided: nothing done, or a question', share(guided, 'asked', 'other', 'refused'))
    await row('guided: a wrong change', share(guided, 'wrong'), { atMost: 0 })
    await row('not guided: right', share(free, 'right'))
    await row('not guided: nothing done, or a question', share(free, 'asked', 'other', 'refused'))
    await row('not guided: a wrong change', share(free, 'wrong'))
    await row('no model, the built-in planner: right', share(alone, 'right'))
  } finally {
    await server.stop()
  }
}
