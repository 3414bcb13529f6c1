/** How everyday sentences end without a model: through the app, with the catalogue installed. */
import { LANGUAGES } from '../src-daemon/contract/language.ts'
import { openEverydayApp } from '../src-daemon/testing/everyday/app.ts'
import { judge, type Judged, type Verdict } from '../src-daemon/testing/everyday/judge.ts'
import { HALVES, sentencesOf, type Half } from '../src-daemon/testing/everyday/sentences.ts'
import type { Benchmark } from './frame.ts'

/** In percent of the sentences. */
const MAX_NOT_RIGHT = 35

const NAMES: Readonly<Record<Half, string>> = {
  building: 'known while building',
  aside: 'set aside',
  fresh: 'written fresh',
}

export const planner: Benchmark = async (frame, { quick }) => {
  for (const half of HALVES) {
    const name = NAMES[half]
    const judged = await judgedOf(half, quick ? 6 : 1)
    const count = (verdict: Verdict): number => judged.filter((one) => one.verdict === verdict).length
    const share = (verdicts: readonly Verdict[]): number =>
      (100 * verdicts.reduce((sum, verdict) => sum + count(verdict), 0)) / judged.length
    const row = (what: string, ours: number, unit: string, bar?: { readonly atMost: number }) =>
      frame.compare({
        what: `${judged.length} sentences ${name}: ${what}`,
        unit,
        runs: 1,
        ours: () => ours,
        ...(bar === undefined ? {} : { bar }),
      })
    await row('right', share(['right']), '%')
    await row('not right', 100 - share(['right']), '%', { atMost: MAX_NOT_RIGHT })
    await row('asked about', share(['asked']), '%')
    await row('refused, or answered with something else', share(['refused', 'other']), '%')
    await row('wrong changes', count('wrong'), 'sentences', { atMost: 0 })
    for (const { sentence, verdict, happened } of judged)
      if (verdict === 'wrong') process.stderr.write(`wrong change: ${sentence.line}\n  ${happened}\n`)
  }
}

const judgedOf = async (half: Half, every: number): Promise<Judged[]> => {
  const judged: Judged[] = []
  for (const language of LANGUAGES) {
    const app = await openEverydayApp(language)
    try {
      for (const [at, sentence] of sentencesOf(half, language).entries())
        if (at % every === 0) judged.push(await judge(app, sentence))
    } finally {
      await app.close()
    }
  }
  return judged
}
