/** How many everyday sentences a model ends right, guided or not. */
import { LANGUAGES } from '../../contract/language.ts'
import { openEverydayApp, type AnsweringServer } from '../everyday/app.ts'
import { judge, type Judged } from '../everyday/judge.ts'
import { sentencesOf, type Sentence } from '../everyday/sentences.ts'

/** So many of the everyday sentences that were written last, evenly, so that languages keep their proportion. */
export const someSentences = (count: number): readonly Sentence[] => {
  const all = LANGUAGES.flatMap((language) => sentencesOf('fresh', language))
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]).filter(
    (sentence) => sentence !== undefined,
  )
}

/** Says each sentence to the app with that model, or with none, and tells after each how it ended. */
export const judgeAll = async (
  server: AnsweringServer | null,
  sentences: readonly Sentence[],
  told: (judged: Judged) => void = () => undefined,
): Promise<readonly Judged[]> => {
  const judged: Judged[] = []
  for (const language of new Set(sentences.map((sentence) => sentence.language))) {
    const app = await openEverydayApp(language, server)
    try {
      for (const sentence of sentences.filter((one) => one.language === language)) {
        const one = await judge(app, sentence)
        judged.push(one)
        told(one)
      }
    } finally {
      await app.close()
    }
  }
  return judged
}

/** The share in words. */
export const shareOf = (judged: readonly Judged[]): string => {
  const count = (...verdicts: readonly Judged['verdict'][]) =>
    String(judged.filter(({ verdict }) => verdicts.includes(verdict)).length)
  return `${count('right')} of ${String(judged.length)} sentences end right, ${count('asked', 'other', 'refused')} in nothing, ${count('wrong')} in a wrong change`
}
