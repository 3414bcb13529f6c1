import { expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { GRAMMARS } from '../grammar/index.ts'
import { withoutCorrected } from './corrections.ts'

const now = new Date(2026, 10, 20, 12, 0)
const corrected = (language: Language, said: string) => withoutCorrected(said, GRAMMARS[language], now)

it.each([
  ['en', 'move the dentist to monday, no, tuesday', 'move the dentist to tuesday'],
  ['en', 'push it to friday, sorry, i mean the 28th', 'push it to the 28th'],
  ['es', 'cambia el pan para mañana, ay no, mejor para el lunes', 'cambia el pan para lunes'],
  ['zh', '买牛奶推到下周一，说错了，周日就行', '买牛奶推到周日就行'],
  ['ja', '牛乳、明日じゃなくて来週の火曜にずらして', '牛乳、来週の火曜にずらして'],
] as const)('the last of two days counts where it corrects the first (%s): %s', (language, said, meant) => {
  expect(corrected(language, said)).toBe(meant)
})

it.each([
  ['en', 'remind me to call Ann on monday and Bob on tuesday'],
  ['en', 'move it from monday to tuesday'],
  ['en', 'add the note "monday, no, tuesday"'],
  ['zh', '下周一开会，周日买牛奶'],
] as const)('and both where it does not (%s): %s', (language, said) => {
  expect(corrected(language, said)).toBe(said)
})
