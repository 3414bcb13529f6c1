import { sentencesIn } from '../../src-daemon/text/example-language.ts'
import { language } from '../i18n/index.ts'

/** The examples in the language on screen, else in English; all if they are in neither. Reactive in templates. */
export const readableExamples = (examples: readonly string[]): readonly string[] => {
  const readable = sentencesIn(examples, language())
  return readable.length > 0 ? readable : examples
}
